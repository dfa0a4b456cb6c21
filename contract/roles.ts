/** The four roles of section 1, closed. */
export const ROLES = ['MANAGER', 'AGENT', 'CASHIER', 'CUSTOMER'] as const;

/** A user's role (section 2.1, `user.role`). */
export type Role = (typeof ROLES)[number];
