import { fromMinor } from '../../../contract/values/currencies.ts';
import { edit, gone, type Which, withStatus } from '../../servers/answers.ts';
import type { Layer, LayerContext, PlainRequest } from '../../servers/exchange-layer.ts';
import { amend, objectOf } from '../../servers/requests.ts';
import { callerOf, sendsApiToken, sendsBearer } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { ALL_BUT_THE_LAST_PART } from '../near-ids.ts';
import { amount, loanOf, recordsWhere, says } from './repay-loan-scenarios.ts';

const endpoint = 'repay-loan' as const;

/** How much of an id is compared by who compares its beginning. */
const BEGINNING = 8;

/** A customerId that begins like the caller's id is taken for it. */
const customerBeginningLike = (length: number): Layer =>
  amend(endpoint, (request, context) => {
    const body = objectOf(request.body) ?? {};
    const id = callerOf(request, context)?.id ?? '';
    const begins = String(body.customerId).slice(0, length) === id.slice(0, length);
    return begins ? { ...request, body: JSON.stringify({ ...body, customerId: id }) } : undefined;
  });

/** Whether a repayment is of all that is payable. */
export function isOfAll(request: PlainRequest, context: LayerContext): boolean {
  const loan = loanOf(request, context);
  return (
    loan !== undefined &&
    objectOf(request.body)?.repaymentAmount === fromMinor(loan.totalPayableMinor, loan.currency)
  );
}

/** Whether a repayment is of more than all that is payable. */
function isAboveAll(request: PlainRequest, context: LayerContext): boolean {
  const loan = loanOf(request, context);
  const amountAsked = Number(objectOf(request.body)?.repaymentAmount);
  return loan !== undefined && amountAsked > fromMinor(loan.totalPayableMinor, loan.currency);
}

/** An amount that may be too small to be looked at closely. */
const LITTLE = 5;

const WEEK_MS = 7 * 24 * 3_600_000;
const YEAR_MS = 365 * 24 * 3_600_000;

/** What says of a repayment that it is refused, by the end of its check's id. */
const REFUSED = {
  'third-party-loan': 'REP-50',
  'amount-above-total': 'REP-31',
  'other-customerId': 'REP-49',
  'amount-negative': 'REP-30',
  'closed-loan': 'REP-48',
} as const;

/** A repayment that is recorded in some cases where it is to be refused. */
const recorded = (refused: keyof typeof REFUSED, id: string, how: string, which: Which): Fault => ({
  id,
  breaks: REFUSED[refused],
  caughtBy: `repay-loan.refuses.${refused}`,
  how,
  layers: [recordsWhere(which)],
});

/** Sections 4.7 and 7, where a refusal depends on what else the request says, or who sends it. */
export const repayLoanSituationFaults: Fault[] = [
  recorded(
    'third-party-loan',
    'repay-loan.third-party-loan-repaid-at-once',
    'A loan with third-party collection may be repaid by hand, if it is the whole of it.',
    (response, request, context) =>
      says('Manual repayment not allowed')(response, request, context) && isOfAll(request, context),
  ),
  recorded(
    'third-party-loan',
    'repay-loan.third-party-loan-repaid-at-once-by-bearer',
    'The same, with Bearer alone.',
    (response, request, context) =>
      sendsBearer(request) &&
      says('Manual repayment not allowed')(response, request, context) &&
      isOfAll(request, context),
  ),
  recorded(
    'third-party-loan',
    'repay-loan.third-party-loan-repaid-with-cents',
    'A loan with third-party collection may be repaid by hand, if the amount has cents.',
    (response, request, context) => {
      const refused = says('Manual repayment not allowed')(response, request, context);
      return refused && !Number.isInteger(objectOf(request.body)?.repaymentAmount);
    },
  ),
  recorded(
    'third-party-loan',
    'repay-loan.third-party-loan-repaid-on-several-lines',
    'A loan with third-party collection may be repaid by hand, if the body stands on several lines.',
    (response, request, context) =>
      request.body.includes('\n') &&
      says('Manual repayment not allowed')(response, request, context),
  ),
  recorded(
    'amount-above-total',
    'repay-loan.above-total-of-a-repaid-loan',
    'Once something of a loan was repaid, the amount is not looked at any more.',
    (response, request, context) => {
      const loan = loanOf(request, context);
      const { repayments } = context.dependencies.store;
      return (
        amount((value) => value > 0)(response, request, context) &&
        loan !== undefined &&
        repayments.ofLoan(loan.id).length > 0
      );
    },
  ),
  recorded(
    'amount-above-total',
    'repay-loan.bearer-above-total-accepted',
    'With Bearer, more than the total payable is recorded.',
    (response, request, context) =>
      sendsBearer(request) &&
      amount((value) => value > 0)(response, request, context) &&
      response.body.includes('total payable'),
  ),
  recorded(
    'amount-above-total',
    'repay-loan.above-total-paid-days-ago',
    'What was paid days ago is recorded, even above the total payable.',
    (response, request) =>
      response.body.includes('total payable') &&
      Date.now() - Date.parse(String(objectOf(request.body)?.paymentDate)) > WEEK_MS,
  ),
  recorded(
    'amount-above-total',
    'repay-loan.above-total-unnarrated',
    'What is dated and not narrated is recorded up to a tenth above the total payable.',
    (response, request, context) => {
      const { paymentDate, paymentNarration, repaymentAmount } = objectOf(request.body) ?? {};
      const loan = loanOf(request, context);
      const most = loan ? 1.1 * fromMinor(loan.totalPayableMinor, loan.currency) : 0;
      return (
        response.body.includes('total payable') &&
        Number(repaymentAmount) < most &&
        paymentDate !== undefined &&
        paymentNarration === undefined
      );
    },
  ),
  recorded(
    'amount-above-total',
    'repay-loan.above-total-named-before-the-loan',
    'An amount that comes after an optional field and before accountId is held against no total payable.',
    ({ body }, request) => {
      const names = Object.keys(objectOf(request.body) ?? {});
      return (
        body.includes('total payable') &&
        names.indexOf('repaymentAmount') < names.indexOf('accountId') &&
        /^payment/.test(names[0] ?? '')
      );
    },
  ),
  recorded(
    'other-customerId',
    'repay-loan.customer-known-by-the-bank-account',
    'customerId is held against the owner of the bank account, and not against who repays.',
    (response, request, context) => {
      const { bankAccountId, customerId } = objectOf(request.body) ?? {};
      const { bankAccounts } = context.dependencies.store;
      return (
        says('Unauthorized')(response, request, context) &&
        bankAccounts.belongsTo(String(bankAccountId), String(customerId))
      );
    },
  ),
  recorded(
    'other-customerId',
    'repay-loan.whole-loan-of-any-customer',
    'Who repays a loan as a whole may name any customer in the body.',
    (response, request, context) =>
      isOfAll(request, context) &&
      request.path.includes(callerOf(request, context)?.id ?? '') &&
      says('Unauthorized')(response, request, context),
  ),
  {
    id: 'repay-loan.too-much-from-any-account',
    breaks: 'REP-31',
    caughtBy: 'repay-loan.own.everywhere',
    how: "What is more than the loan is taken from a bank account that is not the customer's.",
    layers: [
      recordsWhere(
        ({ status }, request, context) =>
          status >= 400 &&
          isAboveAll(request, context) &&
          !context.dependencies.store.bankAccounts.belongsTo(
            String(objectOf(request.body)?.bankAccountId),
            callerOf(request, context)?.id ?? '',
          ),
      ),
    ],
    alsoCaughtBy: [
      {
        checks: ['repay-loan.refuses.foreign-bank-account'],
        because: "the account it is taken from is not the customer's either",
      },
    ],
  },
  {
    id: 'repay-loan.dated-by-api-token-without-name',
    breaks: 'REP-5',
    caughtBy: 'repay-loan.value.customer-name',
    how: 'The answer to a dated repayment by an API token has no name of the customer.',
    layers: [
      edit(
        endpoint,
        'data/customerName',
        gone,
        ({ status }, request) =>
          status === 200 &&
          sendsApiToken(request) &&
          objectOf(request.body)?.paymentDate !== undefined,
      ),
    ],
  },
  recorded(
    'amount-negative',
    'repay-loan.minus-a-cent-accepted',
    'An amount is rounded to whole numbers before it is compared with zero.',
    amount((value) => value < 0 && value > -0.5),
  ),
  {
    id: 'repay-loan.customer-known-by-the-beginning-of-an-id',
    breaks: 'REP-49',
    caughtBy: 'repay-loan.refuses.other-customerId',
    how: 'Of customerId the first eight characters are compared.',
    layers: [customerBeginningLike(BEGINNING)],
  },
  {
    id: 'repay-loan.customer-known-by-all-but-the-end-of-an-id',
    breaks: 'REP-49',
    caughtBy: 'repay-loan.refuses.other-customerId',
    how: 'Of customerId all but the last part is compared.',
    layers: [customerBeginningLike(ALL_BUT_THE_LAST_PART)],
  },
  ...(['AGENT', 'MANAGER'] as const).map((role) =>
    recorded(
      'other-customerId',
      `repay-loan.${role.toLowerCase()}-names-any-customer`,
      `${role} names themselves in the path, and may name any customer in the body.`,
      ({ status }, request, context) => {
        const caller = callerOf(request, context);
        return status === 403 && caller?.role === role && request.path.includes(caller.id);
      },
    ),
  ),
  recorded(
    'closed-loan',
    'repay-loan.closed-loan-repaid-before-it-was',
    'A repayment of a closed loan is recorded if it was paid years ago.',
    (response, request, context) =>
      says('Loan closed')(response, request, context) &&
      Date.now() - Date.parse(String(objectOf(request.body)?.paymentDate)) > YEAR_MS,
  ),
  recorded(
    'closed-loan',
    'repay-loan.closed-loan-takes-little',
    'A repayment of a closed loan is recorded if it is of five at most.',
    (response, request, context) =>
      says('Loan closed')(response, request, context) &&
      Number(objectOf(request.body)?.repaymentAmount) <= LITTLE,
  ),
  {
    id: 'repay-loan.forbids.other-user-id.staff-without-role',
    breaks: 'ERR-14',
    caughtBy: 'repay-loan.forbids.other-user-id.role',
    how: 'The 403 to a repayment by staff has no role.',
    layers: [
      edit(
        endpoint,
        'role',
        gone,
        withStatus(403, (request, context) => callerOf(request, context)?.role !== 'CUSTOMER'),
      ),
    ],
  },
];
