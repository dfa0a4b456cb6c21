import { randomUUID } from 'node:crypto';
import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { deviate } from '../../outcome.ts';
import { first } from '../idempotency/experiments.ts';
import { nobodyNear } from '../near-ids.ts';
import { amountToRepay, repaymentBody, VALID_CALLS } from '../valid-call.ts';
import { CUSTOMER, changed, inTurn, type Refused } from './repay-loan-refusals.ts';

const endpoint = 'repay-loan' as const;

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

/** Another customer's bank account where the target supplies one, else nobody's. */
export async function foreignAccount(context: CheckContext, own: string): Promise<string> {
  const foreign = await context.state('foreign-bank-account').catch(unlessNotSupplied);
  return foreign?.bankAccountId ?? nobodyNear(own);
}

/** Who of the staff repays for a customer, naming themselves in the path. */
export const STAFF = ['agent', 'manager'] as const;

/** Somebody of the staff who names themselves in the path; nothing where they are not known. */
async function asStaff(
  context: CheckContext,
  user: (typeof STAFF)[number],
): Promise<CallOptions | undefined> {
  const as = context.target.users[user] && (await context.session(user));
  return as?.userId === undefined ? undefined : { as, path: { 'user-id': as.userId } };
}

/** The first repayment of the run, whose loan is repaid in part since: who is looked at once may not be the next time. */
async function firstRepayment(context: CheckContext): Promise<object> {
  const { options } = await first(context.plain ?? context, endpoint);
  return options.body as object;
}

const OTHERS = {
  users: ['customer', 'otherCustomer'],
  states: ['active-loan'],
} satisfies Partial<Refused>;

/** Section 7, unauthorized. */
export const FOREIGN_CUSTOMER: Refused = {
  ...OTHERS,
  variant: 'other-customerId',
  what: "a repayment with another customer's customerId",
  tries: 10,
  async options(context) {
    const other = { customerId: await otherUserId(context) };
    const { userId = '' } = await context.session('customer');
    const nobody = { customerId: nobodyNear(userId, 'digit') };
    const elsewhere = { customerId: await idOfAnotherTenant(context) };
    const without = { ...other, accountId: randomUUID() };
    const own = await context.state('active-loan');
    const bankAccountId = await foreignAccount(context, own.bankAccountId);
    const withTheirAccount = { ...other, bankAccountId };
    const ofNothing = { ...other, repaymentAmount: 0 };
    const once = { ...(await firstRepayment(context)), ...other };
    // The plainest again, of the whole loan, so that it meets most of what varies.
    const whole = { ...other, repaymentAmount: own.totalPayable };
    const changes = [other, nobody, withTheirAccount, without, whole, elsewhere, ofNothing, once];
    const turn = (context.turn ?? 0) % (changes.length + STAFF.length);
    const change = changes[turn];
    const user = STAFF[turn - changes.length];
    const staff = user && (await asStaff(context, user));
    return { ...(await changed(context, staff ? {} : (change ?? other))), ...staff };
  },
};

/** Section 4.7: the path must match the authenticated user. */
export const FOREIGN_PATH: Refused = {
  ...OTHERS,
  variant: 'other-user-id',
  what: 'a repayment whose path names another customer',
  tries: 5,
  async options(context) {
    const valid = await VALID_CALLS[endpoint].options(context);
    const turn = context.turn ?? 0;
    // The customer's own repayment by staff names another user than the one who sends it, too.
    const staff = (['manager', 'agent'] as const)[turn - 1];
    if (staff && context.target.users[staff]) {
      return { ...valid, as: await (context.plain ?? context).session(staff) };
    }
    const { userId } = await context.session('customer');
    const nobody = turn === 3 && userId !== undefined ? nobodyNear(userId, 'digit') : undefined;
    return { ...valid, path: { 'user-id': nobody ?? (await otherUserId(context)) } };
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
  tries: 5,
  async options(context) {
    const { bankAccountId } = await context.state('foreign-bank-account');
    const own = await context.state('active-loan');
    const nobodys = { bankAccountId: nobodyNear(own.bankAccountId, 'end') };
    const whole = { bankAccountId, repaymentAmount: own.totalPayable };
    const above = { bankAccountId, repaymentAmount: own.totalPayable + 1 };
    return changed(
      context,
      // The plainest twice, so that it meets more of what varies.
      inTurn<Record<string, unknown>>(
        context,
        { bankAccountId },
        nobodys,
        { ...(await firstRepayment(context)), bankAccountId },
        whole,
        above,
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
    const [one, other] = [nobodyNear(userId), nobodyNear(userId, 'digit')];
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
  tries: 2,
  async options(context) {
    // What its owner has repaid may be known from then on.
    const isRepaid = (context.turn ?? 0) % 2 === 1;
    const loan = isRepaid
      ? (await first(context.plain ?? context, endpoint)).values
      : await context.state('active-loan');
    const { bankAccountId } = await context.state('foreign-bank-account');
    const customerId = await otherUserId(context);
    return {
      as: await context.session('otherCustomer'),
      path: { 'user-id': customerId },
      body: repaymentBody(
        { ...loan, customerId, bankAccountId },
        await amountToRepay(context, loan),
      ),
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
