import type { Check } from '../check.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import {
  answerOf,
  bodyStatus,
  expectField,
  expectRejection,
  expectSuccess,
  isSuccess,
  leavesOf,
  statusOf,
} from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { LoanValues, StateName, UserName } from '../target/target.ts';
import { repaymentBody, smallAmount, VALID_CALLS } from './valid-call.ts';

const endpoint = 'repay-loan' as const;
const { twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint } satisfies Partial<Check>;

/** A repayment that section 4.7 or 7 refuses. */
interface Refused {
  variant: string;
  what: string;
  users: UserName[];
  states: StateName[];
  options(context: CheckContext): Promise<CallOptions>;
}

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

/** A small repayment of one of the customer's loans that has a defect. */
async function repaymentOf(
  context: CheckContext,
  state: 'closed-loan' | 'third-party-loan' | 'loan-without-application',
): Promise<CallOptions> {
  const loan = await context.state(state);
  return {
    as: await context.session('customer'),
    path: { 'user-id': loan.customerId },
    body: repaymentBody(loan, smallAmount(loan)),
  };
}

const CUSTOMER = { users: ['customer'], states: ['active-loan'] } satisfies Partial<Refused>;
const OTHERS = {
  users: ['customer', 'otherCustomer'],
  states: ['active-loan'],
} satisfies Partial<Refused>;

const loanWith = (
  variant: 'closed-loan' | 'third-party-loan' | 'loan-without-application',
  what: string,
): Refused => ({
  variant,
  what,
  users: ['customer'],
  states: [variant],
  options: (context) => repaymentOf(context, variant),
});

const NO_LOAN: Refused = {
  variant: 'no-active-loan',
  what: 'a repayment of a customer without an active loan',
  users: ['customer'],
  states: ['no-active-loan'],
  async options(context) {
    const state = await context.state('no-active-loan');
    const { email, password } = state;
    const as = await context.shared('session of the customer without a loan', (own) =>
      own.freshSession({ email, password }),
    );
    return {
      as,
      path: { 'user-id': state.customerId },
      body: repaymentBody(state, smallAmount(state)),
    };
  },
};

const FOREIGN_CUSTOMER: Refused = {
  ...OTHERS,
  variant: 'other-customerId',
  what: "a repayment with another customer's customerId",
  options: async (context) => changed(context, { customerId: await otherUserId(context) }),
};

const FOREIGN_PATH: Refused = {
  ...OTHERS,
  variant: 'other-user-id',
  what: 'a repayment whose path names another customer',
  options: async (context) => ({
    ...(await VALID_CALLS[endpoint].options(context)),
    path: { 'user-id': await otherUserId(context) },
  }),
};

const FOREIGN_BOTH: Refused = {
  ...OTHERS,
  variant: 'other-user-id-and-customerId',
  what: 'a repayment whose path and body name another customer',
  async options(context) {
    const id = await otherUserId(context);
    return { ...(await changed(context, { customerId: id })), path: { 'user-id': id } };
  },
};

const FOREIGN_ACCOUNT: Refused = {
  users: ['customer'],
  states: ['active-loan', 'foreign-bank-account'],
  variant: 'foreign-bank-account',
  what: "a repayment from another customer's bank account",
  options: async (context) => changed(context, await context.state('foreign-bank-account')),
};

const ZERO: Refused = {
  ...CUSTOMER,
  variant: 'amount-zero',
  what: 'a repayment of zero',
  options: (context) => changed(context, { repaymentAmount: 0 }),
};

const NEGATIVE: Refused = {
  ...CUSTOMER,
  variant: 'amount-negative',
  what: 'a repayment below zero',
  options: async (context) =>
    changed(context, { repaymentAmount: -smallAmount(await context.state('active-loan')) }),
};

/** The answer to a refused repayment, sent once per run. */
function answerTo(context: CheckContext, { variant, options }: Refused): Promise<Exchange> {
  return context.shared(`repayment ${variant}`, async (own) =>
    own.call(endpoint, await options(own)),
  );
}

const needs = ({ users, states }: Refused) => ({ users, states });

/** Demands what section 7 shows of a repayment error: status FAILED and an error message. */
function expectFailure(exchange: Exchange, what: string): void {
  if (bodyStatus(exchange) !== 'FAILED' || statusOf(exchange) >= 500)
    deviate(`a refusal with status "FAILED" of ${what}`, answerOf(exchange));
  if (messagesOf(exchange).length === 0)
    deviate(`an error message beside status for ${what}`, `no text in ${answerOf(exchange)}`);
}

/** The texts of an answer that may be its error message; the field name is not shown. */
function messagesOf(exchange: Exchange) {
  return leavesOf(jsonOf(exchange)).filter(
    ({ path, value }) =>
      !['/status', '/role'].includes(path) && typeof value === 'string' && value.trim() !== '',
  );
}

/** The rows of section 7's table, the amounts apart. */
const SCENARIOS: { refused: Refused; requirement: string; after?: string[] }[] = [
  { refused: NO_LOAN, requirement: 'REP-47' },
  {
    refused: loanWith('closed-loan', 'a repayment of a closed loan'),
    requirement: 'REP-48',
  },
  { refused: FOREIGN_CUSTOMER, requirement: 'REP-49', after: ['session.user.id'] },
  {
    refused: loanWith('third-party-loan', 'a repayment of a loan with third-party collection'),
    requirement: 'REP-50',
  },
  { refused: FOREIGN_ACCOUNT, requirement: 'REP-52' },
  {
    refused: loanWith('loan-without-application', 'a repayment of a loan without application id'),
    requirement: 'REP-53',
  },
];

const scenarios: Check[] = SCENARIOS.map(({ refused, requirement, after = [] }) => ({
  ...base,
  ...needs(refused),
  id: `repay-loan.refuses.${refused.variant}`,
  title: `answers ${refused.what} with FAILED`,
  requirements: [requirement],
  after: [twin, ...after],
  async run(context) {
    expectFailure(await answerTo(context, refused), refused.what);
  },
}));

const FOREIGN_PATHS = [
  { refused: FOREIGN_PATH, requirement: 'REP-16' },
  { refused: FOREIGN_BOTH, requirement: 'REP-56' },
];

const foreignPaths: Check[] = FOREIGN_PATHS.map(({ refused, requirement }) => ({
  ...base,
  ...needs(refused),
  id: `repay-loan.forbids.${refused.variant}`,
  title: `refuses ${refused.what}, by 403 or FAILED`,
  requirements: [requirement],
  after: [twin, 'session.user.id'],
  async run(context) {
    const exchange = await answerTo(context, refused);
    const failed = bodyStatus(exchange) === 'FAILED' && statusOf(exchange) < 500;
    if (statusOf(exchange) !== 403 && !failed)
      deviate(`HTTP 403 or status "FAILED" for ${refused.what}`, answerOf(exchange));
  },
}));

/** The fields of section 7's 403. */
const FORBIDDEN_FIELDS = [
  { field: 'error', requirement: 'ERR-12' },
  { field: 'message', requirement: 'ERR-13' },
  { field: 'role', requirement: 'ERR-14' },
];

const forbiddenBodies: Check[] = [
  { refused: FOREIGN_CUSTOMER, before: 'repay-loan.refuses.other-customerId' },
  { refused: FOREIGN_PATH, before: 'repay-loan.forbids.other-user-id' },
].flatMap(({ refused, before }) =>
  FORBIDDEN_FIELDS.map(({ field, requirement }) => ({
    ...base,
    ...needs(refused),
    id: `repay-loan.forbids.${refused.variant}.${field}`,
    title: `gives ${field} in a 403 for ${refused.variant} of a repayment`,
    requirements: [requirement],
    after: [before],
    cause: `a 403 lacks ${field}`,
    async run(context) {
      const exchange = await answerTo(context, refused);
      if (statusOf(exchange) !== 403)
        context.inconclusive('The repayment was refused with another status code than 403.');
      const body = jsonOf(exchange);
      expectField([body], 'forbidden-error', field, 'body of a 403');
      if (field === 'role' && valueAt(body, 'role') !== 'CUSTOMER')
        deviate("role CUSTOMER, the caller's", String(valueAt(body, 'role')));
    },
  })),
);

interface WholeLoan {
  loan: LoanValues;
  /** 0.01 above the total payable, on the untouched loan */
  above: Exchange;
  /** then exactly the total payable */
  exact: Exchange;
}

/** Repays a loan of its own: first a cent too much, which leaves it untouched, then all of it. */
function wholeLoan(context: CheckContext): Promise<WholeLoan> {
  return context.shared('repayment of a whole loan', async (own) => {
    const as = await own.session('customer');
    const repay = (loan: LoanValues, amount: number) =>
      own.call(endpoint, {
        as,
        path: { 'user-id': loan.customerId },
        body: repaymentBody(loan, amount),
      });
    const loan = await own.take('active-loan');
    const above = await repay(loan, (Math.round(loan.totalPayable * 100) + 1) / 100);
    // Where too much was taken, only another loan can still show what exactly enough does.
    const untouched = isSuccess(above) ? await own.take('active-loan').catch(() => loan) : loan;
    const exact = await repay(untouched, untouched.totalPayable);
    return { loan: untouched, above, exact };
  });
}

const total: Check = {
  ...base,
  users: ['customer'],
  id: 'repay-loan.total-payable',
  title: 'records a repayment of exactly the total payable',
  requirements: ['REP-28'],
  takes: { 'active-loan': 1 },
  after: [twin],
  async run(context) {
    const { exact } = await wholeLoan(context);
    expectSuccess(exact, 'a repayment of exactly the total payable');
  },
};

const AMOUNTS = [
  {
    variant: 'amount-zero',
    what: 'a repayment of zero',
    requirement: 'REP-29',
    after: twin,
    answer: (context: CheckContext) => answerTo(context, ZERO),
  },
  {
    variant: 'amount-negative',
    what: 'a repayment below zero',
    requirement: 'REP-30',
    after: twin,
    answer: (context: CheckContext) => answerTo(context, NEGATIVE),
  },
  {
    variant: 'amount-above-total',
    what: 'a repayment of 0.01 above the total payable',
    requirement: 'REP-31',
    after: 'repay-loan.total-payable',
    answer: async (context: CheckContext) => (await wholeLoan(context)).above,
  },
];

const amounts: Check[] = AMOUNTS.flatMap(({ variant, what, requirement, after, answer }) => [
  {
    ...base,
    ...needs(ZERO),
    id: `repay-loan.refuses.${variant}`,
    title: `refuses ${what}`,
    requirements: [requirement],
    after: [after],
    async run(context) {
      expectRejection(await answer(context), what);
    },
  },
  {
    ...base,
    ...needs(ZERO),
    id: `repay-loan.failure.${variant}`,
    title: `answers ${what} with FAILED and a message`,
    requirements: ['REP-51'],
    after: [`repay-loan.refuses.${variant}`],
    async run(context: CheckContext) {
      expectFailure(await answer(context), what);
    },
  },
]);

const observations: Check[] = [
  ...SCENARIOS.map(({ refused }) => refused),
  ZERO,
  NEGATIVE,
  FOREIGN_PATH,
].map((refused) => ({
  ...base,
  ...needs(refused),
  id: `repay-loan.observes.${refused.variant}`,
  title: `shows how ${refused.what} is refused`,
  requirements: ['REP-54'],
  level: 'open',
  after: [twin],
  async run(context) {
    const exchange = await answerTo(context, refused);
    context.observe(`status of repay-loan: ${refused.variant}`, statusOf(exchange));
    const fields = messagesOf(exchange).map(({ path }) => path.slice(1));
    context.observe(`texts of repay-loan: ${refused.variant}`, fields.sort().join(' ') || 'none');
  },
}));

/** Section 7: the repayment errors, each with its own state or request; and the limits of 4.7. */
export const repayLoanScenarioChecks: Check[] = [
  ...scenarios,
  ...foreignPaths,
  ...forbiddenBodies,
  total,
  ...amounts,
  ...observations,
];
