import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import {
  answerOf,
  expectRejection,
  expectSuccess,
  isRejection,
  isSuccess,
  successOf,
} from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { type OwnCall, ownCall, ownWholeLoan, type Sent, sendCall } from '../own-entry.ts';
import { amountToRepay, VALID_CALLS } from '../valid-call.ts';
import { tryAbove, waysOf } from './amounts-above.ts';
import { againRepaid, NARRATED } from './repay-loan-again.ts';
import { foreignAccount } from './repay-loan-by-others.ts';
import {
  answerTo,
  changed,
  expectFailures,
  judgedFailures,
  NEGATIVE,
  NEGATIVES,
  needs,
  ZERO,
} from './repay-loan-refusals.ts';
import { haveRefused } from './repay-loan-rest.ts';

const endpoint = 'repay-loan' as const;
const { twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint } satisfies Partial<Check>;

/** Interest makes no more of a loan while a run goes on, in units of its currency. */
const A_LITTLE = 1;

interface WholeLoan {
  /** above the total payable, on the untouched loan, the least first, and in situations */
  above: Exchange[];
  /** the total payable, from a bank account that is not the customer's */
  fromForeignAccount: Exchange;
  /** then exactly the total payable */
  exact: Sent<'repay-loan'>;
}

/**
 * Repays a loan of its own: first a little too much, then all of it from another's account, which both leave
 * it untouched, then all of it.
 */
export function wholeLoan(context: CheckContext): Promise<WholeLoan> {
  return context.shared('repayment of a whole loan', async (own) => {
    // What else a repayment may say is known then.
    await own.passed('repay-loan.paymentDate');
    await own.passed('repay-loan.paymentNarration');
    await own.passed('repay-loan.observes.lenient-values');
    let loan = await ownWholeLoan(own);
    const ways = await waysOf(own);
    let { above, taken } = await tryAbove(own, loan, ways);
    if (taken !== undefined) {
      const isLittle = taken <= loan.values.totalPayable + A_LITTLE;
      // Where too much was taken, only another loan can still show what exactly enough does.
      loan = await ownCall(own, endpoint);
      if (isLittle && loan.isFresh) {
        // What is owed may have grown since it was told: less of that since a loan was just brought.
        const soon = await tryAbove(own, loan, ways);
        above = soon.above;
        loan = soon.taken === undefined ? loan : await ownCall(own, endpoint);
      }
    }
    // What is refused for another reason leaves the loan as it was.
    const { totalPayable } = loan.values;
    const foreign = await foreignAccount(own, loan.values.bankAccountId);
    const refused = await sendCall(own, loan, {
      body: { repaymentAmount: totalPayable, bankAccountId: foreign },
      meantToSucceed: false,
    });
    if (isSuccess(refused.exchange)) {
      loan = await ownCall(own, endpoint);
    }
    // Of days ago, and told what it is for: what is paid at once is verified no sooner for that.
    const { paymentDate } = ways;
    const narrated = (await own.passed('repay-loan.paymentNarration')) && NARRATED;
    const further = { ...(paymentDate !== undefined && { paymentDate }), ...narrated };
    const plain = { repaymentAmount: loan.values.totalPayable };
    let body: Record<string, unknown> = { ...plain, ...further };
    let exact = await sendCall(own, loan, { body });
    if (isRejection(exact.exchange) && Object.keys(further).length > 0) {
      // Taken with a part of a loan, they need not be with all of it.
      body = plain;
      exact = await sendCall(own, loan, { body });
    }
    if (isSuccess(exact.exchange)) {
      // Whether a repaid loan takes more before it is verified is open; how it says no is not (section 7).
      await sendCall(own, loan, { body, meantToSucceed: false });
    }
    return { above, fromForeignAccount: refused.exchange, exact };
  });
}

/** What is refused of the loan beside too much: another's account, the total itself, and nearly all of it. */
const OTHER_REFUSALS = 3;

/** A little less than the total payable, in as many places as that has. */
const nearly = (total: number) => (Number.isInteger(total) ? total - 1 : total - 0.01);

/** How many loans are asked for until one is as large. */
const LOANS_ASKED_FOR = 4;

/** A loan that nothing was asked of, of as much as another; `undefined` where none of a few is. */
async function loanOf(context: CheckContext, least: number) {
  for (let tries = 0; tries < LOANS_ASKED_FOR; tries += 1) {
    const loan = await ownCall(context, endpoint);
    if (!loan.isFresh) {
      return undefined;
    }
    if (loan.values.totalPayable >= least) {
      return loan;
    }
  }
  return undefined;
}

/**
 * Repays the whole of another loan, of which no fewer repayments were refused, but none that anything could
 * be taken off for; `undefined` where there is none of as much.
 */
async function untouchedWhole(
  context: CheckContext,
  { refusals, least }: { refusals: number; least: number },
): Promise<Exchange | undefined> {
  const loan = await loanOf(context, least);
  if (loan === undefined) {
    return undefined;
  }
  await haveRefused(context, loan, refusals);
  const body = { repaymentAmount: loan.values.totalPayable };
  return (await sendCall(context, loan, { body })).exchange;
}

/**
 * Whether nothing at all is taken of a loan any more, though of another as much as usual is, of which no fewer
 * repayments were refused, but none that anything could be taken off for.
 */
async function isLocked(
  context: CheckContext,
  loan: Sent<'repay-loan'>,
  refusals: number,
): Promise<boolean> {
  const part = async (of: OwnCall<'repay-loan'>) => {
    const body = { repaymentAmount: await amountToRepay(context, of.values) };
    return (await sendCall(context, of, { body })).exchange;
  };
  const refused = await part(loan);
  const other = isRejection(refused) ? await ownCall(context, endpoint) : undefined;
  if (!other?.isFresh) {
    return false;
  }
  await haveRefused(context, other, refusals);
  return isSuccess(await part(other));
}

/**
 * Judges a refusal of the total payable. Where nearly as much is taken, the total was refused for what it is;
 * where the whole of another loan is taken, or no part of this one, for what was made of this one by refusals.
 * Else it is too much at once: a business may have a limit for one repayment.
 *
 * @throws Deviation in the first two cases, NotSupplied in the last
 */
async function expectNoLimit(context: CheckContext, { above, exact }: WholeLoan): Promise<void> {
  const { totalPayable } = exact.values;
  const body = { repaymentAmount: Number(nearly(totalPayable).toFixed(2)) };
  const { exchange } = await sendCall(context, exact, { body });
  if (!isRejection(exchange)) {
    return expectSuccess(exact.exchange, EXACTLY);
  }
  const refusals = above.length + OTHER_REFUSALS;
  const untouched = await untouchedWhole(context, { refusals, least: totalPayable });
  if ((untouched && isSuccess(untouched)) || (await isLocked(context, exact, refusals))) {
    deviate(
      `${EXACTLY} to be recorded after more, and another's account, were refused, as it is after refusals of 0`,
      answerOf(exact.exchange),
      successOf(exact.exchange),
    );
  }
  throw new NotSupplied(
    'active-loan that may be repaid at once',
    `is not supplied: ${body.repaymentAmount} of ${totalPayable} is refused as well (${answerOf(exchange)})`,
  );
}

const EXACTLY = 'a repayment of exactly the total payable';

const total: Check = {
  ...base,
  users: ['customer'],
  states: ['active-loan'],
  id: 'repay-loan.total-payable',
  title: 'records a repayment of exactly the total payable',
  requirements: ['REP-28'],
  takes: { 'active-loan': 1 },
  after: [twin],
  async run(context) {
    const whole = await wholeLoan(context);
    if (isRejection(whole.exact.exchange)) {
      await expectNoLimit(context, whole);
    }
    expectSuccess(whole.exact.exchange, EXACTLY);
  },
};

/** A cent above a total that has cents, and below the next whole amount, which a sum may be rounded to. */
async function aboveCents(context: CheckContext): Promise<Exchange[]> {
  const { totalPayable } = await context.state('active-loan');
  const repaymentAmount = Number((totalPayable + 0.01).toFixed(2));
  return context.plain || Number.isInteger(totalPayable) || Number.isInteger(repaymentAmount)
    ? []
    : [await context.call(endpoint, await changed(context, { repaymentAmount }))];
}

const AMOUNTS = [
  {
    variant: 'amount-zero',
    what: 'a repayment of zero',
    requirement: 'REP-29',
    after: twin,
    answers: async (context: CheckContext) => [await answerTo(context, ZERO)],
  },
  {
    variant: 'amount-negative',
    tries: NEGATIVES,
    what: 'a repayment below zero',
    requirement: 'REP-30',
    after: twin,
    answers: async (context: CheckContext) => [await answerTo(context, NEGATIVE)],
  },
  {
    variant: 'amount-above-total',
    what: 'a repayment above the total payable',
    requirement: 'REP-31',
    after: 'repay-loan.total-payable',
    answers: async (context: CheckContext) => [
      ...(await wholeLoan(context)).above,
      ...(await againRepaid(context)).above,
      ...(await aboveCents(context)),
    ],
  },
];

/** With another reason to refuse beside it, unless each of several amounts is tried once: it would hide one. */
const besideOthers = (tries: number) => (tries === 1 ? { alsoWrong: true as const } : {});

const amounts: Check[] = AMOUNTS.flatMap(
  ({ variant, what, requirement, after, answers, tries = 1 }) => [
    {
      ...base,
      ...needs({ ...ZERO, tries }),
      id: `repay-loan.refuses.${variant}`,
      refusal: refusalOf(endpoint, variant, besideOthers(tries)),
      title: `refuses ${what}`,
      requirements: [requirement],
      after: [after],
      async run(context) {
        for (const answer of await answers(context)) {
          expectRejection(answer, what);
        }
      },
    },
    {
      ...base,
      ...needs({ ...ZERO, tries }),
      id: `repay-loan.failure.${variant}`,
      refusal: refusalOf(endpoint, variant, besideOthers(tries)),
      title: `answers ${what} with FAILED and a message`,
      requirements: ['REP-51'],
      after: [`repay-loan.refuses.${variant}`],
      async run(context: CheckContext) {
        expectFailures(await judgedFailures(context, await answers(context)), what);
      },
    },
  ],
);

/** Sections 4.7 and 8: greater than zero, and at most the total payable. */
export const repayLoanAmountChecks: Check[] = [total, ...amounts];
