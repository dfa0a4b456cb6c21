import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import {
  expectRejection,
  expectSuccess,
  expectUnauthorised,
  isRejectedAsAsked,
  isSuccess,
} from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { allDone } from '../all-done.ts';
import { OWN_PORTFOLIOS } from '../portfolios/listing.ts';
import { tamperedSignature } from '../tokens/forged-tokens.ts';
import { baseOf, type RecordingEndpoint, VALID_CALLS } from '../valid-call.ts';
import { newSessionOf } from './after-refresh.ts';
import { first, firstAgain, requestOfAgent, valuesAt } from './experiments.ts';
import { pathsOf, RECORDS } from './one-record.ts';

/**
 * Demands 401, or what its own caller is refused by for a key that comes again: which of two reasons comes first
 * is open (section 7).
 */
async function expectRefusedRepeat(
  exchange: Exchange,
  what: string,
  ofOwner: () => Promise<Exchange>,
): Promise<void> {
  if (!isRejectedAsAsked(exchange) || !isRejectedAsAsked(await ofOwner())) {
    expectUnauthorised(exchange, what);
  }
}

/** What was stored for a key is its caller's: it opens nothing to who has no good token. */
const withoutToken: Check[] = RECORDS.map(({ endpoint, after }) => ({
  ...baseOf(endpoint),
  id: `idempotency.no-token.${endpoint}`,
  title: `answers a repeat of ${endpoint} without a good token with 401`,
  requirements: ['ERR-1', 'ERR-6'],
  after: [...after, `idempotency.repeated.${endpoint}`],
  cause: 'a repeated key is answered without a good token',
  async run(context) {
    const { options } = await first(context, endpoint);
    const nobody = await context.call(endpoint, { ...options, as: null });
    const ofOwner = () => firstAgain(context, endpoint);
    await expectRefusedRepeat(nobody, 'a repeat without a token', ofOwner);
    const accessToken = tamperedSignature(options.as?.accessToken ?? '');
    const forged = await context.call(endpoint, { ...options, as: { accessToken } });
    await expectRefusedRepeat(forged, 'a repeat with a changed token', ofOwner);
  },
}));

/** Nor is what was listed under a key: portfolios take one, too. */
const portfoliosWithoutToken: Check = {
  ...OWN_PORTFOLIOS,
  id: 'idempotency.no-token.portfolios',
  title: 'answers a repeat of portfolios without a token with 401',
  requirements: ['ERR-1'],
  cause: 'a repeated key is answered without a good token',
  async run(context) {
    const options = await VALID_CALLS.portfolios.options(context);
    const headers = { 'x-idempotency-key': context.newKey('portfolios') };
    await context.call('portfolios', { ...options, headers });
    const nobody = await context.call('portfolios', { ...options, headers, as: null });
    await expectRefusedRepeat(nobody, 'a repeat without a token', () =>
      context.call('portfolios', { ...options, headers }),
    );
  },
};

/** Request-loan on the host where less else is asked, for a target that remembers tokens on each. */
const elsewhere = ({ target }: CheckContext, endpoint: RecordingEndpoint): CallOptions =>
  endpoint === 'request-loan' && target.capabilities.includes('requestLoanOnLendingHost')
    ? { host: 'lending' }
    : {};

/** Nor to the caller's own token, once it is logged out, though it was good for the same repeat before. */
const afterLogout: Check[] = RECORDS.map(({ endpoint, after }) => ({
  ...baseOf(endpoint),
  id: `idempotency.after-logout.${endpoint}`,
  title: `answers a repeat of ${endpoint} after logout with 401`,
  requirements: ['AUT-12'],
  phase: 'sessions',
  after: [...after, 'logout.succeeds', `authentication.after-logout.${endpoint}`],
  cause: 'a repeated key is answered without a good token',
  async run(context) {
    const one = await first(context, endpoint);
    const options = { ...one.options, ...elsewhere(context, endpoint) };
    const as = await newSessionOf(context, one);
    // What it is answered while it lives is open; a target may remember that the token was good.
    if (await context.passed(`idempotency.repeated.${endpoint}`)) {
      await context.call(endpoint, { ...options, as });
    }
    expectSuccess(await context.call('logout', { as, body: {} }), 'logout');
    const repeated = await context.call(endpoint, { ...options, as });
    await expectRefusedRepeat(repeated, 'a repeat with a token that was logged out', () =>
      firstAgain(context, endpoint),
    );
  },
}));

/** A repeat that somebody may not send, whatever was stored for its key. */
interface Forbidden {
  what: string;
  change: CallOptions;
}

/** A change for each of these users that the target file has. */
async function asEach(
  context: CheckContext,
  users: readonly UserName[],
): Promise<{ user: UserName; change: CallOptions }[]> {
  const known = users.filter((user) => context.target.users[user]);
  return allDone(
    known.map(async (user) => ({ user, change: { as: await context.session(user) } })),
  );
}

const FORBIDDEN: Record<
  RecordingEndpoint,
  { requirements: string[]; after: string; repeats(context: CheckContext): Promise<Forbidden[]> }
> = {
  'request-loan': {
    requirements: ['LOAN-40', 'LOAN-41', 'PTF-6'],
    after: 'request-loan.forbids.manager',
    async repeats(context) {
      const roles = await asEach(context, ['manager', 'cashier']);
      return roles.map(({ user, change }) => ({ what: `a repeat by a ${user}`, change }));
    },
  },
  'repay-loan': {
    requirements: ['REP-16'],
    after: 'repay-loan.forbids.other-user-id',
    async repeats(context) {
      // With another path it is the caller's own answer still, and what a repeated key gets is open.
      const as = await context.session('otherCustomer');
      const what = 'a repeat by another customer';
      const repeats: Forbidden[] = [{ what, change: { as } }];
      if (as.userId !== undefined) {
        const { options } = await first(context, 'repay-loan');
        const body = { ...(options.body as object), customerId: as.userId };
        const change = { as, path: { 'user-id': as.userId }, body };
        repeats.push({ what: `${what} under the own id`, change });
      }
      return repeats;
    },
  },
};

/** Nor to those who may not ask for it, though they know its key. */
const byOthers: Check[] = RECORDS.map(({ endpoint, after }) => ({
  ...baseOf(endpoint),
  id: `idempotency.by-others.${endpoint}`,
  title: `refuses a repeat of ${endpoint} by who may not ask for it`,
  requirements: FORBIDDEN[endpoint].requirements,
  users: [...baseOf(endpoint).users, endpoint === 'request-loan' ? 'manager' : 'otherCustomer'],
  // Not at the same time as the caller's own repeats: a key under way may be looked at in another way.
  after: [...after, `idempotency.repeated.${endpoint}`, FORBIDDEN[endpoint].after],
  cause: 'a repeated key is answered to who may not ask',
  async run(context) {
    const { options } = await first(context, endpoint);
    for (const { what, change } of await FORBIDDEN[endpoint].repeats(context)) {
      // How it is refused is open where the key, known as another's, is looked at first.
      expectRejection(await context.call(endpoint, { ...options, ...change }), what);
    }
    if (endpoint === 'request-loan') {
      await expectNoneOfOthers(context);
    }
  },
}));

/**
 * A customer is given no application that was stored for the key of another customer, or of an agent; what staff
 * see of one is open.
 */
async function expectNoneOfOthers(context: CheckContext): Promise<void> {
  const one = await first(context, 'request-loan');
  const paths = await pathsOf(context, 'request-loan');
  const others = paths.length > 0 ? await asEach(context, ['otherCustomer']) : [];
  for (const { user, change } of others) {
    const exchange = await context.call('request-loan', { ...one.options, ...change });
    expectNoneOf({ owner: 'customer', own: one.exchange }, { user, exchange }, paths);
  }
  if (paths.length > 0 && (await context.passed('request-loan.agent'))) {
    const { options, exchange: own } = await requestOfAgent(context);
    const underItsKey = options.headers && { headers: options.headers };
    const exchange = await context.call('request-loan', { ...one.options, ...underItsKey });
    expectNoneOf({ owner: 'agent', own }, { user: 'customer', exchange }, paths);
  }
}

/** The application in an answer is not that of somebody else who sent the same key before. */
function expectNoneOf(
  { owner, own }: { owner: UserName; own: Exchange },
  { user, exchange }: { user: UserName; exchange: Exchange },
  paths: readonly string[],
): void {
  const held = paths
    .map((path) => valuesAt([own, exchange], path))
    .filter(({ length }) => length === 2);
  if (isSuccess(exchange) && held.length > 0 && held.every(([before, told]) => before === told)) {
    deviate(`no application of ${owner} for ${user}, who sent the same key`, 'the same one');
  }
}

/** Sections 4.6, 5.6 and 7: a key gives its stored answer to nobody who would be refused without it. */
export const forbiddenRepeatChecks: Check[] = [
  ...withoutToken,
  portfoliosWithoutToken,
  ...afterLogout,
  ...byOthers,
];
