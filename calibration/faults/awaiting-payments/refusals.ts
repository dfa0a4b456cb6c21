import { replace } from '../../servers/answers.ts';
import { failed, jsonAnswer } from '../../servers/exchange-layer.ts';
import {
  absent,
  amend,
  amendBody,
  objectOf,
  supplyField,
  supplyHeader,
} from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { supplyValid, takesAnyText, validListing } from '../../servers/valid-bodies.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'awaiting-payments' as const;

const REQUIRED = [
  { field: 'selectedCurrency', breaks: 'PAY-30' },
  { field: 'fromDate', breaks: 'PAY-31' },
  { field: 'toDate', breaks: 'PAY-32' },
] as const;

const fieldsNotRequired: Fault[] = REQUIRED.flatMap(({ field, breaks }): Fault[] => [
  {
    id: `awaiting-payments.${field}.not-required`,
    breaks,
    caughtBy: `awaiting-payments.refuses.${field}-missing`,
    how: `A listing without ${field} succeeds.`,
    layers: [supplyValid(endpoint, field, absent)],
  },
  {
    id: `awaiting-payments.${field}.of-any-type`,
    breaks,
    caughtBy: `awaiting-payments.refuses.${field}-not-a-string`,
    how: `A listing whose ${field} is an object succeeds.`,
    layers: [supplyValid(endpoint, field, (value) => typeof value === 'object')],
  },
]);

/** Reads dates of a further form as if it were dd/MM/yyyy. */
const DATE_FORMS: Record<string, (text: string) => string | undefined> = {
  iso: (text) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.split('-').reverse().join('/') : undefined,
  'month-first': (text) => {
    const [month, day, year] = text.split('/');
    return Number(day) > 12 ? `${day}/${month}/${year}` : undefined;
  },
  text: (text) => (/\d/.test(text) ? undefined : '01/05/2026'),
};

/** What says that a date is refused: a must for what is none, a should for another form. */
const RULES = {
  fromDate: { date: 'PAY-34', form: 'PAY-74' },
  toDate: { date: 'PAY-35', form: 'PAY-75' },
};

const datesOfAnyForm: Fault[] = (['fromDate', 'toDate'] as const).flatMap((field) =>
  Object.entries(DATE_FORMS).map(
    ([form, read]): Fault => ({
      id: `awaiting-payments.${field}.form-${form}-accepted`,
      breaks: RULES[field][form === 'text' ? 'date' : 'form'],
      caughtBy: `awaiting-payments.refuses.${field}-${form}`,
      how: `A ${field} of another form than dd/MM/yyyy is read: ${form.replaceAll('-', ' ')}.`,
      layers: [
        amendBody(endpoint, (body) => {
          const date = typeof body[field] === 'string' ? read(body[field]) : undefined;
          if (date) {
            body[field] = date;
          }
        }),
      ],
    }),
  ),
);

const lax: Fault[] = [
  {
    id: 'awaiting-payments.no-body-accepted',
    breaks: 'PAY-30',
    caughtBy: 'awaiting-payments.refuses.no-body',
    how: 'A GET without a body lists what the user looked at last.',
    layers: [
      amend(endpoint, (request, context) =>
        request.body === '' && callerOf(request, context)
          ? { ...request, body: JSON.stringify(validListing(context)) }
          : undefined,
      ),
    ],
  },
  {
    id: 'awaiting-payments.any-text-accepted',
    breaks: 'SVC-16',
    caughtBy: 'awaiting-payments.refuses.not-json',
    how: 'A body that is not JSON is taken for a good one.',
    layers: [takesAnyText(endpoint)],
  },
  {
    id: 'awaiting-payments.searchablePaymentReference.of-any-type',
    breaks: 'PAY-95',
    caughtBy: 'awaiting-payments.refuses.searchablePaymentReference-not-a-string',
    how: 'A searchablePaymentReference that is an object is searched for as text.',
    layers: [
      supplyField(
        endpoint,
        'searchablePaymentReference',
        '[object Object]',
        (value) => typeof value === 'object' && value !== null,
      ),
    ],
  },
  {
    id: 'awaiting-payments.searchablePaymentReference.required',
    breaks: 'PAY-33',
    caughtBy: 'awaiting-payments.succeeds',
    how: 'A listing without searchablePaymentReference is refused.',
    layers: [
      (request, next, context) => {
        const body = objectOf(request.body);
        return context.endpoint === endpoint && body && absent(body.searchablePaymentReference)
          ? Promise.resolve(failed(400, 'no reference'))
          : next(request);
      },
    ],
  },
  ...[
    ['uuid', 'PAY-21', '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c'],
    ['platform', 'PAY-22', 'WEB'],
  ].map(
    ([header = '', breaks = '', value = '']): Fault => ({
      id: `awaiting-payments.header.${header}-not-required`,
      breaks,
      caughtBy: `awaiting-payments.header.${header}-missing`,
      how: `A listing without the header ${header} succeeds.`,
      layers: [supplyHeader(endpoint, header, value)],
    }),
  ),
  {
    id: 'awaiting-payments.header.uuid-missing-answered-with-500',
    breaks: 'PAY-21',
    caughtBy: 'awaiting-payments.header.uuid-missing',
    how: 'A listing without the header uuid breaks the server: 500.',
    layers: [
      replace(
        endpoint,
        jsonAnswer(500, { status: 'ERROR' }),
        ({ status }, { headers }) => status === 400 && headers.uuid === undefined,
      ),
    ],
  },
];

/** Section 4.5: what is refused. */
export const awaitingPaymentsRefusalFaults: Fault[] = [
  ...fieldsNotRequired,
  ...datesOfAnyForm,
  ...lax,
];
