import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { StateValues } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { isRejection, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { asksForMore } from '../../situations/covering-array.ts';
import { allDone } from '../all-done.ts';
import { answersFor } from '../lending/eligibility-answers.ts';
import { type Applicant, loanRequestBody } from '../lending/loan-request-values.ts';
import { takenFields, withoutGiven } from '../lending/optional-fields.ts';
import { ownCall } from '../own-entry.ts';
import { oldDate } from '../repayments/payment-dates.ts';
import { ownerOf } from '../state-owner.ts';
import { tamperedSignature } from '../tokens/forged-tokens.ts';
import type { RecordingEndpoint } from '../valid-call.ts';
import { first, likeFirst } from './experiments.ts';

/** A request like the first of the run in other forms, with what was sent again of it. */
export interface Round {
  /** for messages: `by an agent, on the lending host` */
  text: string;
  /** the request, without a key */
  options: CallOptions;
  /** the answers to two that were sent at once under one key */
  atOnce: Exchange[];
  /**
   * the answer to one with the same body under another key, in X-Auth-Token, sent with them in the first round, and
   * after them in the second
   */
  otherKey?: Exchange;
  /**
   * the answer to one more under the key of the first, sent after that, in the first and the third: the names
   * of its headers are written otherwise, as another client of the same user may do
   */
  again?: Exchange;
  /** the last of what came before under the same key and was to be refused, in the second round and the third */
  refused?: Exchange;
  /** the answers under that key, where none of them is a success: the round goes on with a key that is new */
  denied?: Exchange[];
}

/** What a round has that the first request has not. */
interface Difference {
  text: string;
  /** the check that shows whether the target takes it */
  taken: string;
  options(context: CheckContext): Promise<CallOptions>;
}

const ON_LENDING_HOST: Difference = {
  text: 'on the lending host',
  taken: 'request-loan.lending-host',
  options: async () => ({ host: 'lending' }),
};

const BY_AGENT: Difference = {
  text: 'by an agent',
  taken: 'request-loan.agent',
  async options(context) {
    const product = (await first(context, 'request-loan')).values;
    return {
      as: await ownerOf(context, product.agent ?? {}, 'agent'),
      body: await withoutGiven(context, 'request-loan', loanRequestBody(product, 'agent')),
    };
  },
};

const withAnswers = (by: Applicant): Difference => ({
  text: 'with eligibility answers',
  taken: 'request-loan.eligibility-answers',
  async options(context) {
    const { values } = await first(context, 'request-loan');
    const applicant = (await context.passed(BY_AGENT.taken)) ? by : 'customer';
    return { body: { eligibilityAnswers: await answersFor(context, values, applicant) } };
  },
});

/** With a token that is of no session, from which a key may be looked up otherwise. */
const BY_API_TOKEN: Difference = {
  text: 'with an API token',
  taken: 'api-tokens.accepted.repay-loan',
  options: async (context) => ({ as: { accessToken: (await context.state('api-token')).token } }),
};

/** With fields that need not be there, of values that the target has taken. */
const WITH_DATE: Difference = {
  text: 'with a paymentDate',
  taken: 'repay-loan.paymentDate',
  async options(context) {
    await context.passed('repay-loan.observes.lenient-values');
    return { body: { paymentDate: await oldDate(context) } };
  },
};
const WITH_NARRATION: Difference = {
  text: 'with a paymentNarration',
  taken: 'repay-loan.paymentNarration',
  options: async (context) => ({
    body: {
      paymentNarration: (await takenFields(context, 'repay-loan')).get('paymentNarration')?.(),
    },
  }),
};

const withBearer = (endpoint: RecordingEndpoint): Difference => ({
  text: 'with Bearer',
  taken: `authentication.bearer.${endpoint}`,
  options: async () => ({ bearer: true }),
});

/** Makes of a valid request some that are refused, and are mended under their key: a refusal uses no key up. */
type Spoil = (
  options: CallOptions,
  endpoint: RecordingEndpoint,
  context: CheckContext,
) => Promise<CallOptions[]>;

/** A changed token is nobody's, and one past its hour was somebody's. */
const withBadTokens: Spoil = async ({ as, ...options }, _endpoint, context) => {
  const past = await context.state('expired-token').catch(unlessNotSupplied);
  const tokens = [tamperedSignature(as?.accessToken ?? ''), ...(past ? [past.token] : [])];
  return tokens.map((accessToken) => ({ ...options, as: { accessToken } }));
};

/**
 * Some lack a field, which is seen before their key may be; one asks for what the business refuses. The last is sent
 * each time, the rest where more is to meet.
 */
const WRONG: Record<RecordingEndpoint, object[]> = {
  'request-loan': [{ loanProductId: undefined }],
  'repay-loan': [{ repaymentAmount: undefined }, { repaymentAmount: 0 }],
};

const withWrongFields: Spoil = async ({ body, ...options }, endpoint, context) =>
  WRONG[endpoint]
    .slice(asksForMore(context) ? 0 : -1)
    .map((wrong) => ({ ...options, body: { ...(body as object), ...wrong } }));

/** What comes before the rounds, in their order. */
const SPOILT: (Spoil | undefined)[] = [undefined, withBadTokens, withWrongFields];

/** As many rounds as there are forms of a key at the least, which each has another of; every difference is in one. */
const ROUNDS: Record<RecordingEndpoint, Difference[][]> = {
  'request-loan': [
    [BY_AGENT, ON_LENDING_HOST, withBearer('request-loan'), withAnswers('agent')],
    [withAnswers('customer'), withBearer('request-loan')],
    [ON_LENDING_HOST],
  ],
  'repay-loan': [[withBearer('repay-loan')], [WITH_DATE], [WITH_NARRATION], [BY_API_TOKEN]],
};

/** The first request of the run by whoever owns it, whose session may be another by now. */
async function plainRequest(
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<CallOptions> {
  const options = await likeFirst(context, endpoint);
  const values = (await first(context, endpoint)).values as Partial<StateValues['active-loan']>;
  const body = await withoutGiven(context, endpoint, options.body);
  return { ...options, body, as: await ownerOf(context, values) };
}

/**
 * The same of a loan that nothing else repays: of that of the first request all may be repaid by now, where the state
 * names a large amount and a repayment takes it off at once. Nothing where no loan is left.
 */
async function ofAnotherLoan(context: CheckContext): Promise<CallOptions | undefined> {
  const { options, isFresh, drawn } = await ownCall(context, 'repay-loan');
  const bare = Object.entries(await withoutGiven(context, 'repay-loan', options.body));
  const body = Object.fromEntries(bare.filter(([field]) => !drawn.includes(field)));
  return isFresh ? { ...options, body } : undefined;
}

/** The round in which another key comes at the same moment: one in which nothing was refused under the key before. */
const BESIDE = 0;

/** In the rounds before this one another key comes at all. */
const WITHOUT_OTHER = 2;

async function roundOf(
  context: CheckContext,
  endpoint: RecordingEndpoint,
  {
    base,
    differences,
    turn,
  }: { base: CallOptions; differences: readonly Difference[]; turn: number },
): Promise<Round> {
  let options: CallOptions = { ...base, turn, meantToSucceed: false };
  const texts: string[] = [];
  for (const { text, taken, options: more } of differences) {
    if (await context.passed(taken)) {
      const other = await more(context);
      const body = { ...(options.body as object), ...(other.body as object | undefined) };
      options = { ...options, ...other, body };
      texts.push(text);
    }
  }
  const send = (key: string, more: CallOptions = {}) =>
    context.call(endpoint, { ...options, ...more, headers: { 'x-idempotency-key': key } });
  let key = context.newKey(endpoint);
  const spoil = SPOILT[turn];
  let refused: Exchange | undefined;
  for (const spoilt of (await spoil?.(options, endpoint, context)) ?? []) {
    refused = await send(key, spoilt);
  }
  let denied: Exchange[] | undefined;
  // One of another key after the others, and one at the same moment, which may find what they have half done.
  const sendOther = () => send(context.newKey(endpoint), { bearer: false });
  const beside = turn === BESIDE ? sendOther() : undefined;
  let [atOnce] = await allDone([allDone([send(key), send(key)]), beside]);
  // A target may keep a key for what came with it first, refused or not.
  if (refused && !atOnce.some(isSuccess)) {
    denied = atOnce;
    key = context.newKey(endpoint);
    atOnce = await allDone([send(key), send(key)]);
  }
  return {
    text: ['in other forms', ...texts].join(', '),
    ...{ options, atOnce, refused, denied },
    ...(turn < WITHOUT_OTHER && { otherKey: await (beside ?? sendOther()) }),
    ...(turn % 2 === 0 && { again: await send(key, { headerNames: 'X-Auth-Token' }) }),
  };
}

async function passesAny(context: CheckContext, all: readonly Difference[]): Promise<boolean> {
  const passed = await allDone(all.map(({ taken }) => context.passed(taken)));
  return passed.includes(true);
}

/**
 * Requests like the first of the run in other forms of headers, by others, on the other host and with
 * optional fields, as far as the target takes each alone: a key is one key and two are two in all of them.
 */
export function roundsInForms(
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<Round[]> {
  return context.shared(`repeats of ${endpoint} in other forms`, async (own) => {
    const rounds: Round[] = [];
    const plain = await plainRequest(own, endpoint);
    let base = plain;
    for (const [turn, differences] of ROUNDS[endpoint].entries()) {
      // A round more than there are forms of a key is for its difference alone.
      if (turn >= SPOILT.length && !(await passesAny(own, differences))) {
        continue;
      }
      const round = await roundOf(own, endpoint, { base, differences, turn });
      const isRefused = round.atOnce.every(isRejection);
      const isRepaid = isRefused && base === plain && endpoint === 'repay-loan';
      const other = isRepaid ? await ofAnotherLoan(own) : undefined;
      base = other ?? base;
      rounds.push(other ? await roundOf(own, endpoint, { base, differences, turn }) : round);
    }
    return rounds;
  });
}
