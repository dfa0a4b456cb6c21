import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { amendBody, objectOf } from '../../servers/requests.ts';
import type { Axis } from '../variant.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const DAY_MS = 24 * 3_600_000;

/** The day of dd/MM/yyyy, in days since 1970; NaN where it is none. */
export const dayOf = (date: unknown): number =>
  Date.parse(String(date).split('/').reverse().join('-')) / DAY_MS;

/** Of a listing that would be shown, one whose range is too long or too old. */
const noOldDays: Layer = async (request, next, context) => {
  const response = await next(request);
  const { fromDate, toDate } = objectOf(request.body) ?? {};
  const isOld = dayOf(fromDate) < Date.now() / DAY_MS - 730;
  return context.endpoint === 'awaiting-payments' &&
    response.status === 200 &&
    (isOld || dayOf(toDate) - dayOf(fromDate) > 183)
    ? jsonAnswer(400, { status: 'FAILED', message: 'please ask for less' })
    : response;
};

/** Whether other forms of a date than the one shown are read too is not said (section 4.5). */
export const dateForms: Axis = {
  id: 'date-forms',
  open: [
    'PAY-74',
    'PAY-75',
    'REP-57',
    'section 4.5: says nothing of how long ago a range may begin, or how long it may be',
    'section 4.5: shows the form of a date, and nothing of a list of one, which JavaScript holds against a pattern as its text',
  ],
  choices: [
    {
      id: 'date-forms.text-of-a-value',
      how: 'holds the text of whatever the dates of a listing are against their form',
      wrapping: () => ({
        layers: [
          amendBody('awaiting-payments', (body) => {
            for (const field of ['fromDate', 'toDate']) {
              if (/^\d\d\/\d\d\/\d{4}$/.test(String(body[field]))) {
                body[field] = String(body[field]);
              }
            }
          }),
        ],
      }),
    },
    {
      id: 'date-forms.iso-too',
      how: 'reads the dates of a listing as yyyy-MM-dd too',
      warns: ['awaiting-payments.refuses.{fromDate,toDate}-iso'],
      wrapping: () => ({
        layers: [
          amendBody('awaiting-payments', (body) => {
            for (const field of ['fromDate', 'toDate']) {
              if (/^\d{4}-\d{2}-\d{2}$/.test(String(body[field]))) {
                body[field] = String(body[field]).split('-').reverse().join('/');
              }
            }
          }),
        ],
      }),
    },
    {
      id: 'date-forms.near-too',
      how: 'reads the dates of a listing with dashes, without zeros and with a time behind them too',
      warns: ['awaiting-payments.refuses.date-forms'],
      wrapping: () => ({
        layers: [
          amendBody('awaiting-payments', (body) => {
            for (const field of ['fromDate', 'toDate']) {
              const [, day = '', month = '', year] =
                /^(\d\d?)[-/](\d\d?)[-/](\d{4})( .*)?$/.exec(textOf(body[field])) ?? [];
              if (year !== undefined) {
                body[field] = [day.padStart(2, '0'), month.padStart(2, '0'), year].join('/');
              }
            }
          }),
        ],
      }),
    },
    {
      id: 'date-forms.no-old-days',
      how: 'refuses a range that begins two years ago or earlier, or is longer than half a year',
      wrapping: () => ({ layers: [noOldDays] }),
    },
    {
      id: 'date-forms.day-first-too',
      how: 'reads the date of a payment as dd/MM/yyyy too',
      warns: ['repay-loan.refuses.paymentDate-day-first'],
      wrapping: () => ({
        layers: [
          amendBody('repay-loan', (body) => {
            if (/^\d{2}\/\d{2}\/\d{4}$/.test(String(body.paymentDate))) {
              body.paymentDate = String(body.paymentDate).split('/').reverse().join('-');
            }
          }),
        ],
      }),
    },
  ],
};
