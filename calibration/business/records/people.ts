import { randomUUID } from 'node:crypto';

export type Role = 'MANAGER' | 'AGENT' | 'CASHIER' | 'CUSTOMER';

/** A user with what the bank has registered about him; staff have it too, being people. */
export interface User {
  id: string;
  email: string;
  password: string;
  role: Role;
  tenantId: string;
  firstName: string;
  lastName: string;
  bvn: string;
  /** yyyy-MM-dd */
  dateOfBirth: string;
  phoneNumber: string;
  accountNumber: string;
  bankCode: string;
  monthlyIncome: number;
  employmentStatus: string;
  /** the agent who looks after this customer */
  agentId: string | undefined;
  /** identifiers of the user's bank accounts (bankAccountId of section 4.7) */
  bankAccounts: string[];
}

const NAMES = [
  ['Chinedu', 'Okafor'],
  ['Amina', 'Bello'],
  ['Tunde', "O'Brien-Adeyemi"],
  ['Zoë', 'Müller'],
  ['Ngozi', 'Eze'],
  ['Yusuf', 'Danjuma'],
] as const;

const PERMISSIONS: Record<Role, string[]> = {
  MANAGER: [
    'users:read',
    'users:write',
    'transactions:read',
    'transactions:write',
    'reports:read',
    'settings:write',
    'webhooks:manage',
  ],
  AGENT: ['customers:read', 'transactions:update', 'rates:write'],
  CASHIER: ['receipts:print', 'collections:create'],
  CUSTOMER: ['quotes:request', 'beneficiaries:create', 'profile:write'],
};

/** The permission names of a role; a manager's are those of section 2.1. */
export function permissionsOf(role: Role): string[] {
  return PERMISSIONS[role];
}

/** A new person; `number` tells people apart and makes everything registered about them. */
export function person(number: number, role: Role, tenantId: string, agentId?: string): User {
  const [firstName, lastName] = NAMES[number % NAMES.length] ?? NAMES[0];
  return {
    id: randomUUID(),
    email: `${role.toLowerCase()}.${number}@${tenantId}.example`,
    password: `Pw-${number}-${randomUUID().slice(0, 8)}`,
    role,
    tenantId,
    firstName,
    lastName,
    bvn: String(22_140_000_000 + number * 7919),
    dateOfBirth: `19${70 + (number % 28)}-0${1 + (number % 9)}-1${number % 10}`,
    phoneNumber: `+23480${String(30_000_000 + number * 104_729).slice(-8)}`,
    accountNumber: String(3_000_000_000 + number * 6_700_417).slice(0, 10),
    bankCode: ['044', '058', '011'][number % 3] ?? '044',
    monthlyIncome: 180_000 + (number % 5) * 45_000,
    employmentStatus: number % 2 === 0 ? 'EMPLOYED' : 'SELF_EMPLOYED',
    agentId,
    bankAccounts: [randomUUID(), randomUUID()],
  };
}
