import { MadeUpRefused, unlessNotSupplied } from '../../target/states/not-supplied.ts';
import type { StateValues } from '../../target/target.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { answerOf, expectSuccess, isRejection, isSuccess } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { UsedUp } from '../outcome.ts';
import { type Applicant, loanRequestBody, madeUpFields } from './lending/loan-request-values.ts';
import { givenInVain, ofTaken, takenFields, withoutGiven } from './lending/optional-fields.ts';
import { ownerOf } from './state-owner.ts';
import { type RecordingEndpoint, repaymentCall, USES_UP } from './valid-call.ts';

/** What the state of an endpoint gives. */
type EntryOf<E extends RecordingEndpoint> = StateValues[(typeof USES_UP)[E]];

/** A valid call on an entry of its own, that is meant to succeed. */
export interface OwnCall<E extends RecordingEndpoint = RecordingEndpoint> {
  endpoint: E;
  values: EntryOf<E>;
  options: CallOptions;
  /** fields that a refusal may be about and that the target file does not give */
  madeUp: string[];
  /** fields beside the required ones that other calls have not, by turns */
  drawn: string[];
  /** whether nothing else of the run uses the entry */
  isFresh: boolean;
  /** whether the entry brought a customer whom no call before had */
  hasOwnCustomer: boolean;
}

/** Such a call with its answer. */
export interface Sent<E extends RecordingEndpoint = RecordingEndpoint> extends OwnCall<E> {
  exchange: Exchange;
}

/**
 * A valid call on an entry that nothing else uses, so that no rule such as one open application at
 * a time stands in its way. Where there are no more entries it is the shared one once again: most
 * targets know no such rule.
 */
export async function ownCall<E extends RecordingEndpoint>(
  context: CheckContext,
  endpoint: E,
  by: Applicant = 'customer',
): Promise<OwnCall<E>> {
  const state = USES_UP[endpoint];
  // The shared entry is claimed first, since every refusal needs it.
  const shared = (await context.state(state)) as EntryOf<E>;
  if (endpoint === 'repay-loan') {
    await loanToRepayWhole(context).catch(unlessNotSupplied);
  }
  const own = await context.take(state).catch(unlessNotSupplied);
  const values = (own as EntryOf<E> | undefined) ?? shared;
  // What a customer may say beside, an agent need not be allowed to: the first call of one is bare.
  const which = by === 'agent' ? 'none' : 'some';
  return { ...(await callOn(context, endpoint, values, by, which)), isFresh: own !== undefined };
}

/** A valid repayment of the loan that is repaid as a whole; rejects where none is left for it. */
export async function ownWholeLoan(context: CheckContext): Promise<OwnCall<'repay-loan'>> {
  await context.state('active-loan');
  const loan = await loanToRepayWhole(context);
  // With all that may be said of it: what is repaid as a whole is repaid once.
  return { ...(await callOn(context, 'repay-loan', loan, 'customer', 'all')), isFresh: true };
}

/** One loan is set apart before others take theirs: nothing else can stand in for it. */
function loanToRepayWhole(context: CheckContext): Promise<StateValues['active-loan']> {
  return context.shared('loan to be repaid as a whole', (own) => own.take('active-loan'));
}

async function callOn<E extends RecordingEndpoint>(
  context: CheckContext,
  endpoint: E,
  values: EntryOf<E>,
  by: Applicant,
  which: 'none' | 'some' | 'all',
): Promise<Omit<OwnCall<E>, 'isFresh'>> {
  const { options, madeUp, email } = await optionsOf(context, endpoint, values, by);
  const hasOwnCustomer =
    email !== undefined && (await isFirstUse(context, USES_UP[endpoint], email));
  const inVain = await givenInVain(context, endpoint);
  const given = new Set(Object.keys(values).filter((field) => !inVain.has(field)));
  const own = options.body as Record<string, unknown>;
  const fields = Object.entries(await ofTaken(context, endpoint, which))
    .filter(([field]) => !given.has(field))
    // What the entry has of its own may be for it alone, as answers to the questions of its product.
    .map(([field, value]): [string, unknown] => [field, own[field] ?? value]);
  const drawn = fields.map(([field]) => field);
  const bare = await withoutGiven(context, endpoint, options.body);
  const body = { ...bare, ...Object.fromEntries(fields) };
  return {
    ...{ endpoint, values, drawn, hasOwnCustomer },
    options: { ...options, body },
    // Taken of one entry, they may be refused of another.
    madeUp: [...new Set([...madeUp, ...drawn])],
  };
}

/** The call of an entry, with what it says that the target file does not give, and whose it is. */
async function optionsOf<E extends RecordingEndpoint>(
  context: CheckContext,
  endpoint: E,
  values: EntryOf<E>,
  by: Applicant,
): Promise<{ options: CallOptions; madeUp: string[]; email: string | undefined }> {
  if (endpoint === 'repay-loan') {
    const loan = values as StateValues['active-loan'];
    return {
      options: await repaymentCall(context, loan),
      madeUp: loan.repaymentAmount === undefined ? ['repaymentAmount'] : [],
      email: loan.email,
    };
  }
  const product = values as StateValues['loan-product'];
  const owner = by === 'agent' ? (product.agent ?? {}) : product;
  return {
    options: { as: await ownerOf(context, owner, by), body: loanRequestBody(product, by) },
    madeUp: madeUpFields(product, by),
    email: owner.email,
  };
}

/** Whether no call before this one had a customer; remembers the customer. */
async function isFirstUse(context: CheckContext, state: string, email: string): Promise<boolean> {
  const used = await context.shared(`customers of ${state}`, async () => new Set<string>());
  const isNew = !used.has(email.toLowerCase());
  used.add(email.toLowerCase());
  return isNew;
}

/** Sends a valid call on an entry of its own, changed by the options. */
export async function sendOwn<E extends RecordingEndpoint>(
  context: CheckContext,
  endpoint: E,
  change: CallOptions = {},
): Promise<Sent<E>> {
  const call = await ownCall(context, endpoint);
  return sendCall(context, call, change);
}

/** Fields as they are, backwards, and with the last before all others, which nobody has to send. */
const ORDERS: readonly ((fields: [string, unknown][]) => [string, unknown][])[] = [
  (fields) => fields,
  (fields) => fields.toReversed(),
  (fields) => [...fields.slice(-1), ...fields.slice(0, -1)],
];

/**
 * The body of a further call: an object has no order (RFC 8259 section 4), so calls on an entry have each of
 * them, and first ones as well.
 */
async function inAnotherOrder(
  context: CheckContext,
  { values }: OwnCall,
  body: object,
): Promise<object> {
  const begun = await context.shared('orders of fields', async () => ({ next: 0 }));
  const entry = 'accountId' in values ? values.accountId : values.loanProductId;
  const own = await context.shared(`orders of fields for ${entry}`, async () => ({
    next: begun.next++,
  }));
  const order = ORDERS[own.next++ % ORDERS.length];
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  return order ? Object.fromEntries(order(sent)) : body;
}

/** Sends a call, changed by the options; fields of a changed body go over those it has. */
export async function sendCall<E extends RecordingEndpoint>(
  context: CheckContext,
  call: OwnCall<E>,
  change: CallOptions = {},
): Promise<Sent<E>> {
  const fields = { ...(call.options.body as object), ...(change.body as object | undefined) };
  const body = await inAnotherOrder(context, call, fields);
  const options: CallOptions = { ...call.options, ...change, body };
  // What may be sent again under its key is sent as it will be again.
  const { meantToSucceed = change.headers?.['x-idempotency-key'] === undefined } = change;
  const send = () => context.call(call.endpoint, { ...options, meantToSucceed });
  const exchange = await send().catch((error: unknown) => {
    if (!(error instanceof UsedUp)) {
      throw error;
    }
    options.headers = { ...options.headers, 'x-idempotency-key': context.newKey(call.endpoint) };
    return send();
  });
  const isPlain = meantToSucceed && change.body === undefined && call.drawn.length > 0;
  return (
    (isPlain && isRejection(exchange) && (await sentBare(context, call, change))) || {
      ...call,
      // Whoever sends it again sends what is right as well.
      options: { ...options, meantToSucceed: false },
      exchange,
    }
  );
}

/**
 * The call without the fields that were drawn for it, where that succeeds: no call has them any more then,
 * since a business may have rules for them.
 */
async function sentBare<E extends RecordingEndpoint>(
  context: CheckContext,
  { drawn, ...call }: OwnCall<E>,
  change: CallOptions,
): Promise<Sent<E> | undefined> {
  const body = Object.fromEntries(
    Object.entries(call.options.body as object).filter(([field]) => !drawn.includes(field)),
  );
  const bare = { ...call, drawn: [], options: { ...call.options, body } };
  const sent = await sendCall<E>(context, bare, change);
  if (!isSuccess(sent.exchange)) {
    return undefined;
  }
  const taken = await takenFields(context, call.endpoint);
  for (const field of drawn) {
    taken.delete(field);
  }
  return sent;
}

/**
 * Demands that the first call of the run by its caller succeeded. A refusal of the target's own
 * values is a failure; one of values that the suite made up leaves the check not tested.
 */
export function expectFirstAccepted({ exchange, ...call }: Sent, what: string): void {
  if (isRejection(exchange) && call.madeUp.length > 0) {
    throw new MadeUpRefused(USES_UP[call.endpoint], call.madeUp, answerOf(exchange));
  }
  expectSuccess(exchange, what);
}

/**
 * Demands that a call after the first succeeded. Where it was refused, the same call without what
 * it is about shows whether that was the reason: then it is a failure. Where that is refused too, a
 * rule about the values, the entry or the customer may be the reason, unless all of them are the
 * target's own and met for the first time.
 */
export async function expectAccepted(
  context: CheckContext,
  sent: Sent,
  what: string,
): Promise<void> {
  const { endpoint, values, exchange } = sent;
  if (!isRejection(exchange)) {
    return expectSuccess(exchange, what);
  }
  const plain = await optionsOf(context, endpoint, values, 'customer');
  const control = await context.call(endpoint, plain.options);
  if (isSuccess(control)) {
    return expectSuccess(exchange, what);
  }
  expectAcceptedAlone(sent, what);
}

/** Demands the same of a call that nothing can be compared with. */
export function expectAcceptedAlone(sent: Sent, what: string): void {
  const { endpoint, madeUp, isFresh, hasOwnCustomer, exchange } = sent;
  const missing = [...madeUp, ...(isFresh && hasOwnCustomer ? [] : ['email', 'password'])];
  if (isRejection(exchange) && missing.length > 0) {
    throw new MadeUpRefused(USES_UP[endpoint], missing, answerOf(exchange));
  }
  expectSuccess(exchange, what);
}
