import { type HouseRule, hasUnknown, houseRules, isOdd } from './house-rule.ts';

const DAY_MS = 24 * 60 * 60_000;

const daysAgo = (date: unknown) => (Date.now() - Date.parse(String(date))) / DAY_MS;

/** Whether a date is a Saturday, a Sunday, or no day before today, all in UTC. */
function isNotYetBooked(date: unknown): boolean {
  const moment = new Date(String(date));
  const today = new Date().toISOString().slice(0, 'yyyy-MM-dd'.length);
  return (
    !Number.isNaN(moment.getTime()) &&
    ([0, 6].includes(moment.getUTCDay()) || moment.toISOString() >= today)
  );
}

const repayment = (id: string, takes: string, refuses: HouseRule['refuses']): HouseRule => ({
  id,
  takes,
  endpoints: ['repay-loan'],
  refuses,
});

/** Which payments a house takes beside the rules of section 4.7 is not said. */
export const rulesOfRepayments = houseRules(
  'repayments',
  'section 4.7: gives neither least amount nor limits of a date or a narration',
  [
    repayment('small', 'amounts of 5 or more', ({ body }) => {
      const amount = Number(body.repaymentAmount);
      return amount > 0 && amount < 5;
    }),
    repayment('huge', 'amounts up to 20,000', ({ body }) => Number(body.repaymentAmount) > 20_000),
    repayment('whole', 'whole amounts', ({ body }) => Number(body.repaymentAmount) % 1 !== 0),
    repayment('old', 'payments of the last 30 days', ({ body }) => daysAgo(body.paymentDate) > 30),
    repayment('future', 'no payment to come', ({ body }) => daysAgo(body.paymentDate) < -1),
    repayment('booked', 'payments of working days before today', ({ body }) =>
      isNotYetBooked(body.paymentDate),
    ),
    repayment('day', 'days without a time', ({ body }) =>
      isOdd(body.paymentDate, /^\d{4}-\d\d-\d\d$/),
    ),
    repayment('letters', 'narrations in plain letters', ({ body }) =>
      isOdd(body.paymentNarration, /^[ -~]*$/),
    ),
    repayment('long', 'narrations of 20 letters at most', ({ body }) =>
      isOdd(body.paymentNarration, /^.{0,20}$/su),
    ),
    repayment('reference', 'references of the form that it gives', ({ body }) =>
      isOdd(body.repaymentReference, /^LN-\w+$/),
    ),
    repayment('unknown-fields', 'the fields of a repayment only', ({ body }) =>
      hasUnknown('repay-loan-request', body),
    ),
    repayment('parameters', 'no parameters', ({ query }) => [...query.keys()].length > 0),
  ],
);
