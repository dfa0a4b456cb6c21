import type { Check } from '../../check.ts';
import { jsonOf, valueAt } from '../../http/exchange.ts';

/** Section 2.1: what is open of a login's answer; its fields are rules of every login. */
export const sessionFieldChecks: Check[] = (['agent', 'cashier', 'customer'] as const).map(
  (user) => ({
    id: `session.observes.permissions.${user}`,
    title: `shows which permissions ${user} receives`,
    requirements: ['SES-12'],
    level: 'open',
    endpoint: 'login',
    users: [user],
    async run(context) {
      const { login } = await context.session(user);
      const held = valueAt(jsonOf(login), 'user', 'permissions');
      context.observe(
        `permissions of ${user}`,
        Array.isArray(held) ? held.map(String).sort().join(' ') : 'none',
      );
    },
  }),
);
