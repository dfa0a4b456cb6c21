import { STANDARD_LOGINS } from '../fixtures/standard-users.ts';
import type { Running } from './serve.ts';

/** The users of a target file (design, "The target file"). */
const USERS = ['manager', 'agent', 'cashier', 'customer', 'otherCustomer', 'otherManager'] as const;

/**
 * The content of a target file for a running reference server with the standard data: its URLs, its
 * users with their (test) passwords, what it can do beyond the must, and its states hook.
 */
export function targetFor(running: Pick<Running, 'url' | 'controlUrl' | 'controlSecret'>) {
  const { url, controlUrl, controlSecret } = running;
  const users = Object.fromEntries(
    USERS.map((name) => {
      const { email, password } = STANDARD_LOGINS[name];
      return [name, { email, password }];
    }),
  ) as Record<(typeof USERS)[number], { email: string; password: string }>;
  return {
    name: 'Assay reference server',
    baseUrl: url,
    lendingUrl: url,
    investmentUrl: url,
    users,
    capabilities: ['requestLoanOnLendingHost', 'apiTokens', 'refreshRotation'],
    // Here staff may list, and what they list is their organisation's: most of a seeded database.
    load: { customers: [users.manager, users.agent, users.otherManager] },
    ...(controlUrl !== undefined && {
      states: {
        url: `${controlUrl}/states`,
        headers: { Authorization: `Bearer ${controlSecret}` },
      },
    }),
  };
}
