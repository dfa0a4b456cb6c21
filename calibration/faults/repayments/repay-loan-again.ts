import { changed, edit } from '../../servers/answers.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'repay-loan' as const;
const failed = (message: string) => Promise.resolve(jsonAnswer(400, { status: 'FAILED', message }));

/** Sections 2.5 and 4.7, for a loan that is repaid more than once. */
export const repayLoanAgainFaults: Fault[] = [
  {
    id: 'repay-loan.payment-date-without-milliseconds-refused',
    breaks: 'REP-75',
    caughtBy: 'repay-loan.paymentDate-forms',
    how: 'A paymentDate has to have milliseconds where it has a time.',
    layers: [
      (request, next, context) =>
        context.endpoint === endpoint &&
        /T\d\d:\d\d:\d\d(Z|[+-])/.test(String(objectOf(request.body)?.paymentDate))
          ? failed('body /paymentDate has no milliseconds')
          : next(request),
    ],
  },
  {
    id: 'repay-loan.rest-refused',
    breaks: 'REP-76',
    caughtBy: 'repay-loan.rest',
    how: 'After a repayment of a loan, no more than half of it may be repaid at once.',
    layers: [
      (request, next, context) => {
        const { loans, repayments } = context.dependencies.store;
        const { accountId, repaymentAmount } = objectOf(request.body) ?? {};
        const loan = loans.ofUser(String(accountId), callerOf(request, context)?.id ?? '');
        const isLater = loan !== undefined && repayments.ofLoan(loan.id).length > 0;
        return context.endpoint === endpoint &&
          isLater &&
          Number(repaymentAmount) * 200 > loan.totalPayableMinor
          ? failed('this is more than half of the loan')
          : next(request);
      },
    ],
  },
  {
    id: 'repay-loan.cents-cut-off',
    breaks: 'REP-77',
    caughtBy: 'repay-loan.value.amount-with-cents',
    how: 'The repaid amount is answered without its cents.',
    layers: [
      edit(
        endpoint,
        'data/repaymentAmount',
        changed((amount) => Math.trunc(Number(amount))),
      ),
    ],
  },
];
