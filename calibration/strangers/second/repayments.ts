import { fromMinor } from '../../../contract/values/currencies.ts';
import type { StoredLoan } from '../../../server/store/loans.ts';
import { editBody } from '../../servers/answers.ts';
import { jsonAnswer, type LayerContext, type PlainRequest } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { at, only, remembered } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { failed } from './circumstances.ts';

const here = at('repay-loan');

const CARRIES = {
  sentence:
    "The response also carries: a repayment-record identifier, the repaid amount, the customer's name, the customer's email address, the loan product name, the payment reference and a confirmation message.",
  section: '2.5',
};

type Answer = { data: { repaymentAmount: number; repaymentReference: string } };

/** The loan of the caller that a repayment names. */
function loanOf(request: PlainRequest, context: LayerContext): StoredLoan | undefined {
  const { loans } = context.dependencies.store;
  const accountId = String(objectOf(request.body)?.accountId);
  return loans.ofUser(accountId, callerOf(request, context)?.id ?? '');
}

/** Whether a key has been answered before, so that the same answer is due. */
function isRepeated(request: PlainRequest, context: LayerContext): boolean {
  const userId = callerOf(request, context)?.id ?? '';
  const key = request.headers['x-idempotency-key'] ?? '';
  const slot = { userId, endpoint: 'repay-loan', key };
  return context.dependencies.store.idempotency.find(slot, 0) !== undefined;
}

/** Repayments that are judged or answered wrongly in some situation (sections 2.5, 4.7, 7). */
export const REPAYMENT_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.repayment.rest-after-an-earlier-one.refused',
    how: 'An earlier repayment is taken off what may be repaid twice.',
    sentence: 'repaymentAmount | greater than zero and not above the total payable',
    section: '4.7',
    situation: 'a second repayment of a loan, of all that is left',
    things: 3,
    layers: [
      only(here, (request, next, context) => {
        const loan = loanOf(request, context);
        if (loan === undefined || loan.status === 'closed' || isRepeated(request, context)) {
          return next(request);
        }
        const earlier = context.dependencies.store.repayments
          .ofLoan(loan.id)
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        const amount = Number(objectOf(request.body)?.repaymentAmount);
        const total = fromMinor(loan.totalPayableMinor, loan.currency);
        const limit = fromMinor(loan.totalPayableMinor - earlier, loan.currency);
        return amount > limit && amount <= total
          ? failed(400, `Invalid amount: must not be above the total payable of ${limit}`)
          : next(request);
      }),
    ],
  },
  {
    id: 'second.repayment.payment-date-with-offset.refused',
    how: 'A moment is taken in UTC only.',
    sentence: 'paymentDate | string | no | ISO 8601; the current date is used when absent',
    section: '4.7',
    situation: 'paymentDate has an offset such as +01:00',
    things: 2,
    layers: [
      only(here, (request, next) =>
        /T.*[+-]\d\d:?\d\d$/.test(String(objectOf(request.body)?.paymentDate))
          ? failed(400, 'body /paymentDate must be a moment in UTC')
          : next(request),
      ),
    ],
  },
  {
    id: 'second.repayment.second-of-a-customer.reference-of-the-first',
    how: "The reference of a customer's first repayment is shown with all of them.",
    ...CARRIES,
    situation: 'a customer repays two loans, each with a reference of its own',
    things: 2,
    layers: [
      editBody('repay-loan', (body, request, context) => {
        const first = remembered<string>(context, 'first references');
        const { data } = body as Answer;
        const caller = callerOf(request, context)?.id ?? '';
        data.repaymentReference = first.get(caller) ?? data.repaymentReference;
        first.set(caller, data.repaymentReference);
      }),
    ],
  },
  {
    id: 'second.repayment.amount-with-cents.whole-number-answered',
    how: 'The repaid amount is told in whole units.',
    ...CARRIES,
    situation: 'the amount has cents',
    things: 2,
    layers: [
      editBody('repay-loan', (body) => {
        const { data } = body as Answer;
        data.repaymentAmount = Math.round(data.repaymentAmount);
      }),
    ],
  },
  {
    id: 'second.repayment.third-party-loan-after-a-manual-one.accepted',
    how: 'How loans are collected is kept by customer, from the loan that was repaid last.',
    sentence:
      'Some loans use third-party collection; manual repayment on those loans is refused with an error.',
    section: '4.7',
    situation: 'a customer repays a loan by hand, then one that a third party collects',
    things: 3,
    layers: [
      only(here, async (request, next, context) => {
        const byHand = remembered<true>(context, 'customers who repay by hand');
        const caller = callerOf(request, context)?.id ?? '';
        const loan = loanOf(request, context);
        const put = context.db.prepare('UPDATE loans SET collection = ? WHERE id = ?');
        const isTaken = loan?.collection === 'third-party' && byHand.has(caller);
        if (isTaken) {
          put.run('manual', loan.id);
        }
        const response = await next(request);
        if (isTaken) {
          put.run('third-party', loan.id);
        }
        if (response.status === 200) {
          byHand.set(caller, true);
        }
        return response;
      }),
    ],
  },
  {
    id: 'second.repayment.no-loan-and-payment-date.server-error',
    how: 'A payment date is compared with the days of a loan that is not there.',
    sentence: 'Repayment error scenarios (the body has status FAILED and an error message)',
    section: '7',
    situation: 'a customer without a loan repays and gives a paymentDate',
    things: 3,
    layers: [
      only(here, async (request, next) => {
        const response = await next(request);
        return response.status === 404 && objectOf(request.body)?.paymentDate !== undefined
          ? jsonAnswer(500, { error: 'Internal Server Error' })
          : response;
      }),
    ],
  },
];
