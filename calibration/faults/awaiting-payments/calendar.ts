import { editBody } from '../../servers/answers.ts';
import { failed } from '../../servers/exchange-layer.ts';
import { amendBody, objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'awaiting-payments' as const;

const twoDigits = (text = '') => text.padStart(2, '0');

/** Forms near dd/MM/yyyy, each read as if it were that; `undefined` leaves a date as it is. */
const READ: { form: string; how: string; read(date: string): string | undefined }[] = [
  {
    form: 'dashes',
    how: 'A date of the form dd-MM-yyyy is read.',
    read: (date) => (/^\d\d-\d\d-\d{4}$/.test(date) ? date.replaceAll('-', '/') : undefined),
  },
  {
    form: 'without-zeros',
    how: 'A date without its zeros, such as 1/3/2026, is read.',
    read(date) {
      const [, day, month, year] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(date) ?? [];
      return year && `${twoDigits(day)}/${twoDigits(month)}/${year}`;
    },
  },
  {
    form: 'short-year',
    how: 'A year of two digits is read as one of this century.',
    read: (date) => (/^\d\d\/\d\d\/\d\d$/.test(date) ? date.replace(/\d\d$/, '20$&') : undefined),
  },
  {
    form: 'time-behind',
    how: 'Whatever stands behind the first ten characters of a date is cut off.',
    read: (date) => (/^\d\d\/\d\d\/\d{4}./.test(date) ? date.slice(0, 10) : undefined),
  },
  {
    form: 'carried',
    how: 'A day that its month does not have is carried into the next.',
    read(date) {
      const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? [];
      const read = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
      const isReal = read.getUTCDate() === Number(day);
      return day === undefined || isReal || Number(month) > 12
        ? undefined
        : read.toISOString().slice(0, 10).split('-').reverse().join('/');
    },
  },
];

const formsRead: Fault[] = READ.map(({ form, how, read }) => ({
  id: `awaiting-payments.date-${form}-accepted`,
  breaks: 'PAY-74',
  caughtBy: 'awaiting-payments.refuses.date-forms',
  how,
  layers: [
    amendBody(endpoint, (body) => {
      for (const end of ['fromDate', 'toDate']) {
        const date = body[end];
        body[end] = (typeof date === 'string' && read(date)) || date;
      }
    }),
  ],
}));

const years = (body: Record<string, unknown>) =>
  [body.fromDate, body.toDate].map((date) => String(date).slice(-4));

/** Section 4.5: what a careless calendar does to a range. */
export const awaitingPaymentsCalendarFaults: Fault[] = [
  ...formsRead,
  {
    id: 'awaiting-payments.leap-day-refused',
    breaks: 'PAY-93',
    caughtBy: 'awaiting-payments.range.leap-day',
    how: 'February has 28 days in every year.',
    layers: [
      (request, next, context) =>
        context.endpoint === endpoint &&
        callerOf(request, context) &&
        String(objectOf(request.body)?.fromDate).startsWith('29/02/')
          ? Promise.resolve(failed(400, 'no such day'))
          : next(request),
    ],
  },
  {
    id: 'awaiting-payments.search-not-over-new-year',
    breaks: 'PAY-43',
    caughtBy: 'awaiting-payments.range.search-over-new-year',
    how: 'A search in a range that begins in one year and ends in the next finds nothing.',
    layers: [
      editBody(endpoint, (answer, request) => {
        const body = objectOf(request.body) ?? {};
        const [from = '', to = ''] = years(body);
        return from < to && body.searchablePaymentReference
          ? { ...(answer as object), data: { awaitingPayments: [] } }
          : undefined;
      }),
    ],
  },
];
