import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Check } from '../check.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { pathsOf } from '../checks/idempotency/one-record.ts';
import { OTHER_BODY } from '../checks/idempotency/repeats.ts';
import type { Applicant } from '../checks/lending/loan-request-values.ts';
import { sameRequest } from '../checks/offers/update-application-offers.ts';
import { type OwnCall, ownCall } from '../checks/own-entry.ts';
import { type RecordingEndpoint, VALID_CALLS } from '../checks/valid-call.ts';
import { isSuccess } from '../expectations.ts';
import { asksForMore } from '../situations/covering-array.ts';
import { type KeyedRequest, keyModel } from './key-model.ts';
import { Play, shown } from './play.ts';

/**
 * What is sent, by whom it is and under which key: `plain` and `changed` are contents of the first
 * entry, `second` is another entry's or another user's own, `elsewhere` asks another endpoint.
 */
interface Wish {
  key: number;
  what: 'plain' | 'changed' | 'second' | 'elsewhere';
  /** sent to the other host that the endpoint has, where it has one: the request is the same */
  onOtherHost?: true;
}

const WISHES: readonly Wish[] = [
  { key: 1, what: 'plain' },
  { key: 1, what: 'plain' },
  { key: 1, what: 'changed' },
  { key: 1, what: 'second' },
  { key: 1, what: 'elsewhere' },
  { key: 2, what: 'plain' },
  { key: 2, what: 'second' },
  { key: 3, what: 'second' },
  { key: 3, what: 'second' },
  { key: 3, what: 'plain' },
];

/** Sent at once after all others, each key new. */
const AT_ONCE: readonly Wish[] = [
  { key: 4, what: 'plain' },
  { key: 5, what: 'second' },
  { key: 4, what: 'plain' },
];

/**
 * Sent one by one at the end: the first request once more, whatever came between, then on the other
 * host, then one under each near key.
 */
const AFTERWARDS: readonly Wish[] = [
  { key: 1, what: 'plain' },
  { key: 1, what: 'plain', onOtherHost: true },
  { key: 6, what: 'plain' },
  { key: 7, what: 'plain' },
  { key: 8, what: 'plain' },
  { key: 9, what: 'plain' },
  { key: 10, what: 'plain' },
];

/**
 * Keys that are nearly the same are other keys: 6 and 7 differ in the case of their letters, 8 and 9 in
 * the last of many characters, 10 and 6 in what parts their words. They are no UUIDs, whose letters have
 * no case, and some are shorter and some longer than one: each length is met more than once.
 */
function nearKeys(): ReadonlyMap<number, string> {
  const own = `key-${randomUUID().slice(0, 8)}`;
  const long = `assay-${own}-${'x'.repeat(60)}`;
  return new Map([
    [6, own],
    [7, own.toUpperCase()],
    [8, `${long}1`],
    [9, `${long}2`],
    [10, own.replaceAll('-', '_')],
  ]);
}

const firstOf = (wishes: readonly Wish[], key: number) =>
  wishes.find((wish) => wish.key === key)?.what;

/** The wishes in an order that the seed draws; each key is first sent by whom it belongs to. */
export function keyWishes(seed: number): readonly Wish[] {
  const orders = fc
    .shuffledSubarray([...WISHES], { minLength: WISHES.length })
    .filter(
      (wishes) =>
        firstOf(wishes, 1) === 'plain' &&
        firstOf(wishes, 2) === 'plain' &&
        firstOf(wishes, 3) === 'second',
    );
  return fc.sample(orders, { seed, numRuns: 1 })[0] ?? WISHES;
}

/** A request of each kind; what a target has no user or entry for is left out. */
type Requests = Partial<Record<Wish['what'], Sending>>;

interface Sending {
  endpoint: KeyedRequest['endpoint'];
  by: string;
  options: CallOptions;
}

/** Whose session a call has, in words: two calls of one session have the same. */
function ownersOf(calls: readonly OwnCall[]): string[] {
  const tokens = calls.map(({ options }) => options.as?.accessToken);
  return calls.map(({ options }) => {
    const same = tokens.indexOf(options.as?.accessToken);
    const user = options.as && 'user' in options.as ? options.as.user : 'customer';
    return user === 'state' ? `the customer of entry ${same + 1}` : user;
  });
}

const changed = (endpoint: RecordingEndpoint, { options }: OwnCall): CallOptions => ({
  ...options,
  body: { ...(options.body as object), ...OTHER_BODY[endpoint] },
});

/** Another user asks for an application that there is not: harmless, whatever the key does. */
async function elsewhere(context: CheckContext): Promise<Requests> {
  if (!context.target.users.otherCustomer) {
    return {};
  }
  const options = {
    as: await context.session('otherCustomer'),
    path: { 'loan-application-id': randomUUID() },
    query: { status: true },
  };
  return { elsewhere: { endpoint: 'update-application', by: 'otherCustomer', options } };
}

async function repayments(context: CheckContext): Promise<Requests & { known: unknown[] }> {
  const one = await ownCall(context, 'repay-loan');
  const other = await ownCall(context, 'repay-loan');
  if (!one.isFresh) {
    context.inconclusive('There is no loan left that nothing else repays.');
  }
  const [by = '', byOther = ''] = ownersOf([one, other]);
  return {
    plain: { endpoint: 'repay-loan', by, options: one.options },
    changed: { endpoint: 'repay-loan', by, options: changed('repay-loan', one) },
    ...(other.isFresh && {
      second: { endpoint: 'repay-loan', by: byOther, options: other.options },
    }),
    ...(await elsewhere(context)),
    known: [one, other].flatMap(({ values }) => Object.values(values)),
  };
}

/** Whose keys of applications are tried: also an agent's, who may have a path of their own, where more is asked for. */
async function applicantOf(context: CheckContext): Promise<Applicant> {
  const isAgent = asksForMore(context) && (await context.passed('request-loan.agent'));
  return isAgent ? 'agent' : 'customer';
}

async function applications(context: CheckContext): Promise<Requests & { known: unknown[] }> {
  const one = await ownCall(context, 'request-loan', await applicantOf(context));
  const [by = ''] = ownersOf([one]);
  const second = context.target.users.otherCustomer && {
    endpoint: 'request-loan' as const,
    by: 'otherCustomer',
    // Names of its own, so that it is nobody else's request sent again.
    options: {
      ...one.options,
      as: await context.session('otherCustomer'),
      body: { ...(one.options.body as object), firstName: 'Ngozi', lastName: 'Eze' },
    },
  };
  return {
    plain: { endpoint: 'request-loan', by, options: one.options },
    changed: { endpoint: 'request-loan', by, options: changed('request-loan', one) },
    ...(second && { second }),
    ...(await elsewhere(context)),
    known: Object.values(one.values),
  };
}

const CONTENTS: readonly Wish['what'][] = ['plain', 'changed', 'second', 'elsewhere'];

async function playKeys(
  context: CheckContext,
  play: Play<ReturnType<ReturnType<typeof keyModel>['next']>, KeyedRequest>,
  requests: Requests,
): Promise<void> {
  const headers = new Map<number, Record<string, string>>();
  for (const [key, near] of nearKeys()) {
    headers.set(key, { ...sameRequest(), 'x-idempotency-key': near });
  }
  const hasOtherHost =
    requests.plain?.endpoint === 'request-loan' &&
    (await context.passed('request-loan.lending-host'));
  const { endpoint: main = 'repay-loan' } = requests.plain ?? {};
  // Every other request in the other header form, where that is taken.
  const bearer = await context.passed(`authentication.bearer.${main}`);
  let count = 0;
  const send = ({ key, content, onOtherHost }: KeyedRequest) => {
    const sending = requests[CONTENTS[content] ?? 'plain'];
    if (!sending) {
      throw new RangeError(`there is no request ${content}`);
    }
    const sent = headers.get(key) ?? sameRequest(context.newKey(main));
    headers.set(key, sent);
    count += 1;
    const inOther = bearer && count % 2 === 0;
    const host = onOtherHost ? { host: 'lending' as const } : {};
    return context.call(sending.endpoint, {
      ...sending.options,
      ...host,
      headers: sent,
      bearer: inOther,
      meantToSucceed: false,
      // The same request comes in the same forms of headers.
      situation: `key ${key}`,
    });
  };
  const actionsOf = (wishes: readonly Wish[]): KeyedRequest[] =>
    wishes.flatMap(({ key, what, onOtherHost }) => {
      const sending = requests[what];
      if (!sending || (onOtherHost && !hasOtherHost)) {
        return [];
      }
      const { endpoint, by } = sending;
      const content = CONTENTS.indexOf(what);
      return [{ endpoint, by, key, content, ...(onOtherHost && { onOtherHost }) }];
    });
  for (const action of actionsOf(keyWishes(context.seed))) {
    await play.step([action], send);
  }
  await play.step(actionsOf(AT_ONCE), send);
  for (const action of actionsOf(AFTERWARDS)) {
    await play.step([action], send);
  }
}

interface Sort extends Pick<Check, 'id' | 'title' | 'requirements' | 'takes' | 'after'> {
  endpoint: RecordingEndpoint;
  record: string;
  requests(context: CheckContext): Promise<Requests & { known: unknown[] }>;
}

const SORTS: readonly Sort[] = [
  {
    id: 'sequences.repayments',
    title: 'records one repayment a key, whoever sends keys again and in any order',
    requirements: ['REP-3', 'REP-42', 'REP-43', 'AUT-25'],
    endpoint: 'repay-loan',
    record: 'repayment',
    takes: { 'active-loan': 2 },
    after: ['idempotency.repeated.repay-loan', 'idempotency.at-once.repay-loan'],
    requests: repayments,
  },
  {
    id: 'sequences.keys',
    title: 'makes one application a key, whoever sends keys again and in any order',
    requirements: ['LOAN-34', 'LOAN-35', 'AUT-25'],
    endpoint: 'request-loan',
    record: 'application',
    takes: { 'loan-product': 1 },
    after: ['idempotency.repeated.request-loan', 'idempotency.at-once.request-loan'],
    requests: applications,
  },
];

/** Sections 4.6, 4.7 and 5.10: keys of several users and requests, in any order and at once. */
export const keySequenceChecks: Check[] = SORTS.map(({ requests, record, ...sort }) => ({
  ...sort,
  level: 'must',
  drawn: true,
  users: VALID_CALLS[sort.endpoint].users,
  states: VALID_CALLS[sort.endpoint].states,
  async run(context) {
    const { known, ...sendings } = await requests(context);
    const paths = await pathsOf(context, sort.endpoint);
    const play = new Play(keyModel({ endpoint: sort.endpoint, record, known, paths }), []);
    await shown(context, play, () => playKeys(context, play, sendings));
    if (play.exchanges.filter(isSuccess).length < 2) {
      context.inconclusive('Fewer than two of the requests succeeded: nothing can be compared.');
    }
  },
}));
