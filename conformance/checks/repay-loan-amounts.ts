import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { expectRejection, expectSuccess, isSuccess } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { LoanValues } from '../target/target.ts';
import { answerTo, expectFailure, NEGATIVE, needs, ZERO } from './repay-loan-refusals.ts';
import { repaymentBody, VALID_CALLS } from './valid-call.ts';

const endpoint = 'repay-loan' as const;
const { twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint } satisfies Partial<Check>;

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

/** Sections 4.7 and 8: greater than zero, and at most the total payable. */
export const repayLoanAmountChecks: Check[] = [total, ...amounts];
