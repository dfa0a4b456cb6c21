import { ENDPOINT_NAMES } from '../../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { textOf } from '../../checks/entry-text.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { type ClientRule, headerOf, rulesOf, type ToldRequest } from './client-rule.ts';

/** Whose data is asked for: section 4.7 demands the caller's own. */
const ownRepayment: ClientRule[] = [
  { what: 'user-id', sentBy: ({ asked }: ToldRequest) => asked.path['user-id'] },
  { what: 'customerId', sentBy: ({ json }: ToldRequest) => valueAt(json, 'customerId') },
].flatMap(({ what, sentBy }) =>
  rulesOf(ENDPOINTS['repay-loan'], [
    {
      id: `client.repay-loan.own.${what}`,
      title: `repays with its own ${what}`,
      judge(told) {
        const own = told.holder?.userId;
        const value = sentBy(told);
        if (own === undefined || typeof value !== 'string') {
          return false;
        }
        if (value.toLowerCase() !== own.toLowerCase()) {
          deviate(`${what} to be the user.id that the login told`, textOf(value));
        }
        return true;
      },
    },
  ]),
);

/** Section 4.5: a cashier may not list. */
const callerRoles = rulesOf(ENDPOINTS['awaiting-payments'], [
  {
    id: 'client.awaiting-payments.role',
    title: 'does not list awaiting payments as a cashier',
    judge({ holder }) {
      if (holder?.role === undefined) {
        return false;
      }
      if (holder.role === 'CASHIER') {
        deviate('another role than CASHIER', 'CASHIER');
      }
      return true;
    },
  },
]);

/** Section 8: pages of portfolios start at 1 and have at most 50 entries, as recommended. */
const portfolioPages = rulesOf(ENDPOINTS.portfolios, [
  {
    id: 'client.portfolios.page-from-1',
    title: 'counts pages of portfolios from 1',
    judge({ asked }) {
      const { page } = asked.query;
      if (typeof page === 'number' && page < 1) {
        deviate('a page from 1 on', String(page));
      }
      return typeof page === 'number';
    },
  },
  {
    id: 'client.portfolios.size-at-most-50',
    title: 'asks for at most 50 portfolios a page',
    section: '8',
    level: 'should',
    judge({ asked }) {
      const { size } = asked.query;
      if (typeof size === 'number' && size > 50) {
        deviate('a size of at most 50', String(size));
      }
      return typeof size === 'number';
    },
  },
]);

/** Section 4.6: a key is unique per request; only the same request may come under it again. */
const KEYED = ['request-loan', 'repay-loan', 'update-application'] as const;
const keys = KEYED.flatMap((name) =>
  rulesOf(ENDPOINTS[name], [
    {
      id: `client.${name}.key-reused`,
      title: 'sends another request under another x-idempotency-key',
      judge(told) {
        const key = headerOf(told, 'x-idempotency-key');
        if (key === undefined || key === '') {
          return false;
        }
        if (told.otherUnderKey !== undefined) {
          deviate('a key of its own for this request', `the key of ${told.otherUnderKey}`);
        }
        return true;
      },
    },
  ]),
);

/** Section 7: what follows a 401 is a refresh or a login. */
const afterRefusal = ENDPOINT_NAMES.filter(
  (name) => ENDPOINTS[name].needsToken && name !== 'refresh',
).flatMap((name) =>
  rulesOf(ENDPOINTS[name], [
    {
      id: `client.${name}.token-after-401`,
      title: 'gets a new token after a 401 before it asks again',
      section: '7',
      level: 'should',
      judge({ token, refusedToken }) {
        if (token === undefined || token === '') {
          return false;
        }
        if (refusedToken) {
          deviate('a token that was not refused', 'one that was answered with 401 before');
        }
        return true;
      },
    },
  ]),
);

/** What the specification says of requests in the light of others before them, and of who sends them. */
export const CONDUCT_RULES: readonly ClientRule[] = [
  ...callerRoles,
  ...ownRepayment,
  ...portfolioPages,
  ...keys,
  ...afterRefusal,
];
