import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { deviate } from '../../outcome.ts';
import {
  entriesOf,
  FULL_PAGE,
  fullListing,
  MOST_PAGES,
  signatureOf,
} from '../awaiting-payments/listing.ts';
import { tryAgain } from '../sessions/refresh/refreshed-sessions.ts';
import { VALID_CALLS } from '../valid-call.ts';
import { listingWithApiToken, ofApiToken } from './api-tokens.ts';

/** What the customer may not do, by endpoint: the customer's API token may not do it either. */
const TRIED: Partial<Record<EndpointName, readonly string[]>> = {
  'update-application': ['update-application.forbids.other-customer-accepting'],
  'repay-loan': ['repay-loan.forbids.other-user-id', 'repay-loan.refuses.other-customerId'],
  portfolios: ['portfolios.forbids.customer'],
};

/** A context in which the customer's session is an API token of theirs. */
function withApiToken(plain: CheckContext): CheckContext {
  const own: CheckContext = {
    ...plain,
    // Whose a state is has one session for the whole run.
    plain,
    async session(user) {
      const session = await plain.session(user);
      const { token } = await plain.state('api-token');
      return user === 'customer' ? { ...session, accessToken: token } : session;
    },
    shared: (key, make) => plain.shared(`${key}, with an API token`, () => make(own)),
  };
  return own;
}

const base = {
  ...ofApiToken,
  requirements: ['AUT-52'],
  cause: 'an API token may do what its user may not',
};

/** Letters of a reference that many others begin with, and no fewer than an index of trigrams has. */
const FIRST_LETTERS = 3;

const listing: Check = {
  ...base,
  id: 'api-tokens.keeps.awaiting-payments',
  title: 'lists with an API token what its customer is listed, and nothing else',
  endpoint: 'awaiting-payments',
  users: ['customer'],
  states: ['api-token', 'awaiting-payments'],
  after: ['api-tokens.accepted.awaiting-payments', 'awaiting-payments.succeeds'],
  async run(context) {
    const { entries } = await fullListing(context);
    const own = new Set(entries.map(signatureOf));
    // Who is listed more may find the own first, so that others stand where the own list has ended.
    const beyond = Math.floor(entries.length / FULL_PAGE) + 1;
    const { token } = await context.state('api-token');
    const options = await VALID_CALLS['awaiting-payments'].options(context);
    const list = (change: Pick<CallOptions, 'body' | 'query' | 'bearer'>) =>
      context.call('awaiting-payments', { ...options, ...change, as: { accessToken: token } });
    // References begin alike, so that this finds whatever the search looks through.
    const { reference } = await context.state('awaiting-payments');
    const sought = { searchablePaymentReference: reference.slice(0, FIRST_LETTERS) };
    // Of a list that was not read to its end nobody knows what else is on it.
    const isWhole = entries.length < FULL_PAGE * MOST_PAGES;
    for (const exchange of [
      await listingWithApiToken(context),
      ...(isWhole
        ? [
            await list({ query: { page: beyond } }),
            await list({ body: { ...(options.body as object), ...sought } }),
          ]
        : []),
      // Nothing says that it is taken there; where it is, it is the same customer's.
      await list({ bearer: true }),
    ]) {
      const others = entriesOf(exchange).filter((entry) => !own.has(signatureOf(entry)));
      if (others.length > 0) {
        deviate('only payments that the customer is listed', `${others.length} others`);
      }
    }
  },
};

/** Sections 5.7 and 5.10: refusals that hold for the customer, once more with an API token of theirs. */
export function apiTokenRightChecks(checks: readonly Check[]): Check[] {
  const refusals = Object.entries(TRIED).map(([endpoint, ids]): Check => {
    const tried = checks.filter(({ id }) => ids.includes(id));
    return {
      ...base,
      id: `api-tokens.keeps.${endpoint}`,
      title: `refuses with an API token what its customer is refused (${endpoint})`,
      endpoint: endpoint as EndpointName,
      users: [...new Set(tried.flatMap(({ users = [] }) => users))],
      states: ['api-token', ...new Set(tried.flatMap(({ states = [] }) => states))],
      after: [`api-tokens.accepted.${endpoint}`, ...ids],
      async run(context) {
        for (const check of tried) {
          await tryAgain(check, withApiToken(context), 'with an API token');
        }
      },
    };
  });
  return [listing, ...refusals];
}
