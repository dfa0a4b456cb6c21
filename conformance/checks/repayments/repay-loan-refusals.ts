import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { StateName, UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, bodyStatus, isRejectedAsAsked, leavesOf, statusOf } from '../../expectations.ts';
import { parse } from '../../http/bodies/received-body.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { contextIn } from '../../situations/situation.ts';
import { nobodyNear } from '../near-ids.ts';
import { amountToRepay, repaymentCall, VALID_CALLS } from '../valid-call.ts';

const endpoint = 'repay-loan' as const;

/** A repayment that section 4.7 or 7 refuses. */
export interface Refused {
  variant: string;
  what: string;
  users: UserName[];
  states: StateName[];
  /** how many values `options` goes through, one for each turn of the context */
  tries?: number;
  options(context: CheckContext): Promise<CallOptions>;
}

/** The value whose turn it is. */
export const inTurn = <T>(context: CheckContext, ...values: [T, ...T[]]): T =>
  values[(context.turn ?? 0) % values.length] ?? values[0];

/** The valid call with some fields of its body changed. */
export async function changed(context: CheckContext, change: Record<string, unknown>) {
  const options = await VALID_CALLS[endpoint].options(context);
  return { ...options, body: { ...options.body, ...change } };
}

/** An amount that may be too small to be looked at closely. */
const LITTLE = 1;

/** The call of such a repayment. */
async function repaymentOf(
  context: CheckContext,
  state: 'closed-loan' | 'third-party-loan' | 'loan-without-application',
): Promise<CallOptions> {
  // Two of a kind may differ in what makes them so.
  const isOther = (context.turn ?? 0) % 2 === 1;
  const loan = isOther ? await context.another(state) : await context.state(state);
  const part = await amountToRepay(context, loan);
  // Of a closed loan nothing may be left to pay, and nothing is no amount.
  return repaymentCall(context, loan, inTurn(context, part, loan.totalPayable || part, LITTLE));
}

/** Whom a refused repayment of their own needs. */
export const CUSTOMER = { users: ['customer'], states: ['active-loan'] } satisfies Partial<Refused>;

/** A repayment of one of the customer's loans that has a defect: of a part, of all, and of little. */
export const loanWith = (
  variant: 'closed-loan' | 'third-party-loan' | 'loan-without-application',
  what: string,
): Refused => ({
  variant,
  what,
  users: ['customer'],
  states: [variant],
  tries: 2,
  options: (context) => repaymentOf(context, variant),
});

/** Section 7, loan not found. */
export const NO_LOAN: Refused = {
  variant: 'no-active-loan',
  what: 'a repayment of a customer without an active loan',
  users: ['customer'],
  states: ['no-active-loan'],
  async options(context) {
    const state = await context.state('no-active-loan');
    // Where an amount is named for a loan, which is enough for a repayment, it is the one here, too.
    const loan = await context.state('active-loan').catch(unlessNotSupplied);
    const amount = await amountToRepay(context, { ...loan, ...state });
    return repaymentCall(context, state, inTurn(context, amount, LITTLE));
  },
};

/** Section 4.7: the account is the loan that is repaid. */
export const NO_ACCOUNT: Refused = {
  ...CUSTOMER,
  variant: 'unknown-accountId',
  what: 'a repayment of an account that is none',
  async options(context) {
    const { accountId } = await context.state('active-loan');
    return changed(context, { accountId: nobodyNear(accountId) });
  },
};

/** Section 7, invalid amount. */
export const ZERO: Refused = {
  ...CUSTOMER,
  variant: 'amount-zero',
  what: 'a repayment of zero',
  options: (context) => changed(context, { repaymentAmount: 0 }),
};

/** How many amounts below zero are tried: a usual one, a cent, less than a cent, and a whole loan. */
export const NEGATIVES = 4;

/** Section 7, invalid amount. */
export const NEGATIVE: Refused = {
  ...CUSTOMER,
  variant: 'amount-negative',
  what: 'a repayment below zero',
  tries: NEGATIVES,
  async options(context) {
    const loan = await context.state('active-loan');
    const values = [
      -(await amountToRepay(context, loan)),
      -0.01,
      -0.001,
      -loan.totalPayable,
    ] as const;
    return changed(context, { repaymentAmount: inTurn(context, ...values) });
  },
};

/** The answer to a refused repayment, sent once per run. */
export function answerTo(context: CheckContext, { variant, options }: Refused): Promise<Exchange> {
  return context.shared(
    `repayment ${variant} ${context.turn ?? 0}`,
    async (own) => own.call(endpoint, await options(own)),
    // In turn each form of the headers is met, as by whoever sends more than once.
    `repayment ${variant}`,
  );
}

/**
 * The answer to a refused repayment in a situation, after those to the plainest request with the usual amount, and with
 * the same amount where it is refused otherwise than shown: what the plainest request shows of an amount holds in
 * every situation.
 */
export async function answersAfterPlain(
  context: CheckContext,
  refused: Refused,
): Promise<Exchange[]> {
  const { plain, turn } = context;
  const exchange = await answerTo(context, refused);
  if (!plain) {
    return [exchange];
  }
  const alike =
    isRefusedOtherwise(exchange) && turn !== undefined
      ? [await answerTo(contextIn({ text: '', endpoint, turn }, plain), refused)]
      : [];
  return [await answerTo(plain, refused), ...alike, exchange];
}

/** What the target file has to supply for a refused repayment, and how often it is tried. */
export const needs = ({ users, states, tries = 1 }: Refused) => ({ users, states, tries });

/** The amount that a repayment was sent with. */
function amountIn({ request }: Exchange): unknown {
  const sent = parse(request.body ?? '');
  return 'value' in sent ? valueAt(sent.value, 'repaymentAmount') : undefined;
}

/** The same without cents, where it is a number. */
function wholeAmountIn(exchange: Exchange): unknown {
  const amount = amountIn(exchange);
  return typeof amount === 'number' ? Math.trunc(amount) : amount;
}

/** Whether a repayment is refused as asked, and not in the way that section 7 shows. */
const isRefusedOtherwise = (exchange: Exchange): boolean =>
  isRejectedAsAsked(exchange) && bodyStatus(exchange) !== 'FAILED';

/**
 * Demands what section 7 shows of a repayment error. An amount that a vendor takes of nobody, since it is too small,
 * too large or no whole one, may be refused for that in any way: one is needed that is refused as shown.
 *
 * @param answers to the same repayment of several amounts, more than once each
 */
export function expectFailures(answers: readonly Exchange[], what: string): void {
  // Cents beside an amount are of the situation, which is asked without them where they change how it is refused.
  const byAmount = [...Map.groupBy(answers, wholeAmountIn).values()];
  const shown = byAmount.filter(([first]) => first && !isRefusedOtherwise(first));
  for (const answer of (shown.length > 0 ? shown : byAmount).flat()) {
    expectFailure(answer, what);
  }
}

/** Places after the point that a currency of cents has. */
const CENTS = 2;

/**
 * The answers without those to an amount of decimals that no target promises to take: where it is refused
 * otherwise than shown, that may be for its decimals, and what comes first of two reasons is open.
 */
export async function judgedFailures(
  context: CheckContext,
  answers: readonly Exchange[],
): Promise<Exchange[]> {
  const plain = context.plain ?? context;
  const { body } = await VALID_CALLS[endpoint].options(plain);
  // What another loan has taken may have been of another currency.
  const takesCents = !Number.isInteger(body.repaymentAmount);
  const isUsual = (amount: number) =>
    Number.isInteger(amount) || (takesCents && Number(amount.toFixed(CENTS)) === amount);
  const judged = answers.filter(
    (answer) => !isRefusedOtherwise(answer) || isUsual(Number(amountIn(answer))),
  );
  if (judged.length === 0) {
    context.inconclusive('The amount was refused for decimals that the target need not take.');
  }
  return judged;
}

/** Demands what section 7 shows of a repayment error: status FAILED and an error message. */
export function expectFailure(exchange: Exchange, what: string): void {
  if (bodyStatus(exchange) !== 'FAILED' || statusOf(exchange) >= 500) {
    deviate(`a refusal with status "FAILED" of ${what}`, answerOf(exchange));
  }
  if (messagesOf(exchange).length === 0) {
    deviate(`an error message beside status for ${what}`, `no text in ${answerOf(exchange)}`);
  }
}

/** The texts of an answer that may be its error message; the field name is not shown. */
export function messagesOf(exchange: Exchange) {
  return leavesOf(jsonOf(exchange)).filter(
    ({ path, value }) =>
      !['/status', '/role'].includes(path) && typeof value === 'string' && value.trim() !== '',
  );
}
