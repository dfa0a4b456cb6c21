import { randomUUID } from 'node:crypto';
import type { StateName, UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, bodyStatus, leavesOf, statusOf } from '../../expectations.ts';
import { type Exchange, jsonOf } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { nobodyNear } from '../near-ids.ts';
import { ownerOf } from '../state-owner.ts';
import { repaymentBody, smallAmount, VALID_CALLS } from '../valid-call.ts';

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
const inTurn = <T>(context: CheckContext, ...values: [T, ...T[]]): T =>
  values[(context.turn ?? 0) % values.length] ?? values[0];

/** The valid call with some fields of its body changed. */
async function changed(context: CheckContext, change: Record<string, unknown>) {
  const options = await VALID_CALLS[endpoint].options(context);
  return { ...options, body: { ...options.body, ...change } };
}

/** The id of `otherCustomer`, by the login's answer. */
async function otherUserId(context: CheckContext): Promise<string> {
  const { userId } = await context.session('otherCustomer');
  return userId ?? deviate('user.id in the answer to a login', 'none');
}

/** The id of a user of another tenant where one is known, else of nobody. */
async function idOfAnotherTenant(context: CheckContext): Promise<string> {
  const { otherManager } = context.target.users;
  const { userId } = otherManager ? await context.session('otherManager') : {};
  return userId ?? randomUUID();
}

/** The call of such a repayment. */
async function repaymentOf(
  context: CheckContext,
  state: 'closed-loan' | 'third-party-loan' | 'loan-without-application',
): Promise<CallOptions> {
  const loan = await context.state(state);
  return {
    as: await ownerOf(context, loan),
    path: { 'user-id': loan.customerId },
    body: repaymentBody(loan, inTurn(context, smallAmount(loan), loan.totalPayable)),
  };
}

/** Somebody of the staff who names themselves in the path; nothing where nobody is known. */
async function asStaff(context: CheckContext): Promise<CallOptions | undefined> {
  const user = (['agent', 'manager'] as const).find((name) => context.target.users[name]);
  const as = user && (await context.session(user));
  return as?.userId === undefined ? undefined : { as, path: { 'user-id': as.userId } };
}

const CUSTOMER = { users: ['customer'], states: ['active-loan'] } satisfies Partial<Refused>;
const OTHERS = {
  users: ['customer', 'otherCustomer'],
  states: ['active-loan'],
} satisfies Partial<Refused>;

/** A repayment of one of the customer's loans that has a defect: of a small part, and of all. */
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
    return {
      as: await ownerOf(context, state),
      path: { 'user-id': state.customerId },
      body: repaymentBody(state, smallAmount(state)),
    };
  },
};

/** Section 7, unauthorized. */
export const FOREIGN_CUSTOMER: Refused = {
  ...OTHERS,
  variant: 'other-customerId',
  what: "a repayment with another customer's customerId",
  tries: 8,
  async options(context) {
    const other = { customerId: await otherUserId(context) };
    const { userId = '' } = await context.session('customer');
    const nobody = { customerId: nobodyNear(userId, 'end') };
    const elsewhere = { customerId: await idOfAnotherTenant(context) };
    const without = { ...other, accountId: randomUUID() };
    // Every second time the plainest, so that it meets most of what varies.
    const changes = [other, nobody, other, without, other, elsewhere, other];
    const change = changes[(context.turn ?? 0) % (changes.length + 1)];
    const staff = change ? undefined : await asStaff(context);
    return { ...(await changed(context, staff ? {} : (change ?? other))), ...staff };
  },
};

/** Section 4.7: the path must match the authenticated user. */
export const FOREIGN_PATH: Refused = {
  ...OTHERS,
  variant: 'other-user-id',
  what: 'a repayment whose path names another customer',
  tries: 3,
  async options(context) {
    const valid = await VALID_CALLS[endpoint].options(context);
    // The customer's own repayment by staff names another user than the one who sends it, too.
    const staff = (['manager', 'agent'] as const)[(context.turn ?? 0) - 1];
    return staff && context.target.users[staff]
      ? { ...valid, as: await (context.plain ?? context).session(staff) }
      : { ...valid, path: { 'user-id': await otherUserId(context) } };
  },
};

/** Section 5.10: repaying as somebody else altogether. */
export const FOREIGN_BOTH: Refused = {
  ...OTHERS,
  variant: 'other-user-id-and-customerId',
  what: 'a repayment whose path and body name another customer',
  tries: 2,
  async options(context) {
    const id = await otherUserId(context);
    const customerId = inTurn(context, id, nobodyNear(id));
    return { ...(await changed(context, { customerId })), path: { 'user-id': id } };
  },
};

/** Section 7, bank account mismatch. */
export const FOREIGN_ACCOUNT: Refused = {
  users: ['customer'],
  states: ['active-loan', 'foreign-bank-account'],
  variant: 'foreign-bank-account',
  what: "a repayment from another customer's bank account",
  tries: 4,
  async options(context) {
    const { bankAccountId } = await context.state('foreign-bank-account');
    const own = await context.state('active-loan');
    const nobodys = { bankAccountId: nobodyNear(own.bankAccountId, 'end') };
    const whole = { bankAccountId, repaymentAmount: own.totalPayable };
    return changed(
      context,
      // The plainest twice, so that it meets more of what varies.
      inTurn<Record<string, unknown>>(
        context,
        { bankAccountId },
        nobodys,
        { bankAccountId },
        whole,
      ),
    );
  },
};

/** Section 4.7: a path that names nobody of the tenant, alone and with the body. */
export const NOBODY_PATH: Refused = {
  ...CUSTOMER,
  variant: 'unknown-user-id',
  what: 'a repayment whose path names nobody, or somebody of another tenant',
  tries: 4,
  async options(context) {
    const { userId = '' } = await context.session('customer');
    const elsewhere = await idOfAnotherTenant(context);
    const [one, other] = [nobodyNear(userId), nobodyNear(userId, 'end')];
    const id = inTurn(context, one, elsewhere, other, elsewhere);
    const inBody = { customerId: id };
    const change = inTurn<Record<string, unknown>>(context, {}, {}, inBody, inBody);
    return { ...(await changed(context, change)), path: { 'user-id': id } };
  },
};

/**
 * Section 5.10: everything the caller's own but the loan. It is the customer's, whom the other customer
 * comes in the place of: no state gives a loan of that one.
 */
export const FOREIGN_LOAN: Refused = {
  users: ['customer', 'otherCustomer'],
  states: ['active-loan', 'foreign-bank-account'],
  variant: 'foreign-accountId',
  what: "a repayment of another customer's loan",
  async options(context) {
    const loan = await context.state('active-loan');
    const { bankAccountId } = await context.state('foreign-bank-account');
    const customerId = await otherUserId(context);
    return {
      as: await context.session('otherCustomer'),
      path: { 'user-id': customerId },
      body: repaymentBody({ ...loan, customerId, bankAccountId }, smallAmount(loan)),
    };
  },
};

/** Section 5.10: another customer's id in capitals is no more the caller's than it was. */
export const NEAR_CUSTOMER: Refused = {
  ...OTHERS,
  states: ['active-loan', 'foreign-bank-account'],
  variant: 'ids-in-capitals',
  what: "a repayment with another customer's ids in capitals",
  tries: 4,
  async options(context) {
    const id = (await otherUserId(context)).toUpperCase();
    const { bankAccountId } = await context.state('foreign-bank-account');
    const own = await VALID_CALLS[endpoint].options(context);
    const ways: [CallOptions, ...CallOptions[]] = [
      { path: { 'user-id': id } },
      { body: { ...own.body, customerId: id } },
      { path: { 'user-id': id }, body: { ...own.body, customerId: id } },
      { body: { ...own.body, bankAccountId: bankAccountId.toUpperCase() } },
    ];
    return { ...own, ...inTurn(context, ...ways) };
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
    const values = [-smallAmount(loan), -0.01, -0.001, -loan.totalPayable] as const;
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

/** What the target file has to supply for a refused repayment, and how often it is tried. */
export const needs = ({ users, states, tries = 1 }: Refused) => ({ users, states, tries });

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
