import type { Role } from '../../contract/roles.ts';

/**
 * The permissions of each role (section 2.1). The manager's are listed by the specification; the
 * others are read from the capabilities of section 1 and are a choice of ours (see CHOICES.md).
 */
export const PERMISSIONS: Readonly<Record<Role, readonly string[]>> = {
  MANAGER: [
    'users:read',
    'users:write',
    'transactions:read',
    'transactions:write',
    'reports:read',
    'settings:write',
    'webhooks:manage',
  ],
  AGENT: [
    'customers:read',
    'transactions:read',
    'transactions:write',
    'corridors:manage',
    'rates:write',
    'reports:read',
  ],
  CASHIER: ['transactions:read', 'transactions:write', 'receipts:print', 'collections:write'],
  CUSTOMER: [
    'quotes:read',
    'transfers:write',
    'beneficiaries:write',
    'transactions:read',
    'profile:write',
  ],
};
