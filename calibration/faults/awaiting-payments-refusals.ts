import { jsonAnswer } from '../exchange-layer.ts';
import { becomes, type Change, changed, edit, gone, replace, withBody } from './answers.ts';
import type { Fault } from './fault.ts';
import { forbiddenBodyFaults } from './forbidden-bodies.ts';
import { absent, amend, amendBody, objectOf, supplyField, supplyHeader } from './requests.ts';
import { callerOf, issueFor, standardUser, withToken } from './tokens.ts';
import { takesAnyText, validListing } from './valid-bodies.ts';

const endpoint = 'awaiting-payments' as const;

const answers: Fault[] = [
  ...Object.entries<Change>({
    missing: gone,
    null: becomes(null),
    OK: becomes('OK'),
    'lower-case': becomes('success'),
    'a-number': becomes(200),
  }).map(([way, change]) => ({
    id: `awaiting-payments.status.${way}`,
    breaks: 'PAY-47',
    caughtBy: 'awaiting-payments.status',
    how: `status of a listing is ${way.replaceAll('-', ' ')}.`,
    layers: [edit(endpoint, 'status', change)],
  })),
  ...Object.entries<Change>({
    missing: gone,
    null: becomes(null),
    'a-string': becomes('200'),
  }).map(([way, change]) => ({
    id: `awaiting-payments.responseCode.${way}`,
    breaks: 'PAY-48',
    caughtBy: 'awaiting-payments.response-code',
    how: `responseCode of a listing is ${way.replaceAll('-', ' ')}.`,
    layers: [edit(endpoint, 'responseCode', change)],
  })),
  ...Object.entries<Change>({
    missing: gone,
    null: becomes(null),
    'an-object': changed((list) => ({ ...(list as object[]) })),
    'always-empty': becomes([]),
  }).map(([way, change]) => ({
    id: `awaiting-payments.awaitingPayments.${way}`,
    breaks: 'PAY-49',
    caughtBy: 'awaiting-payments.succeeds',
    how: `data.awaitingPayments is ${way.replaceAll('-', ' ')}.`,
    layers: [edit(endpoint, 'data/awaitingPayments', change)],
  })),
  {
    id: 'awaiting-payments.bare-list',
    breaks: 'PAY-49',
    caughtBy: 'awaiting-payments.succeeds',
    how: 'data itself is the list.',
    layers: [
      edit(
        endpoint,
        'data',
        changed((data) => (data as { awaitingPayments: [] }).awaitingPayments),
      ),
    ],
  },
  {
    id: 'awaiting-payments.body-not-json',
    breaks: 'SVC-12',
    caughtBy: 'awaiting-payments.body-is-json',
    how: 'A listing is preceded by a guard against script inclusion, so it is no JSON.',
    layers: [replace(endpoint, (response) => withBody(response, `)]}',\n${response.body}`))],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.succeeds'],
        because: 'what is not JSON holds no data.awaitingPayments either',
      },
    ],
  },
  {
    id: 'awaiting-payments.created-201',
    breaks: 'PAY-19',
    caughtBy: 'awaiting-payments.succeeds',
    how: 'A listing is answered with 201 instead of 200.',
    layers: [replace(endpoint, (response) => ({ ...response, status: 201 }))],
  },
];

const REQUIRED = [
  { field: 'selectedCurrency', breaks: 'PAY-30' },
  { field: 'fromDate', breaks: 'PAY-31' },
  { field: 'toDate', breaks: 'PAY-32' },
] as const;

/** Accepting what lacks a field leaves no failure to be told about. */
const alsoFailure = (variant: string) => [
  {
    checks: [`awaiting-payments.failure.*.${variant}`],
    because: 'a request that succeeds tells no failure',
  },
];

const fieldsNotRequired: Fault[] = REQUIRED.flatMap(({ field, breaks }): Fault[] => [
  {
    id: `awaiting-payments.${field}.not-required`,
    breaks,
    caughtBy: `awaiting-payments.refuses.${field}-missing`,
    how: `A listing without ${field} succeeds.`,
    layers: [
      amendBody(endpoint, (body, context) => {
        if (body[field] === undefined) body[field] = validListing(context)[field];
      }),
    ],
    alsoCaughtBy: alsoFailure(`${field}-missing`),
  },
  {
    id: `awaiting-payments.${field}.of-any-type`,
    breaks,
    caughtBy: `awaiting-payments.refuses.${field}-not-a-string`,
    how: `A listing whose ${field} is an object succeeds.`,
    layers: [
      amendBody(endpoint, (body, context) => {
        if (typeof body[field] === 'object') body[field] = validListing(context)[field];
      }),
    ],
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

const datesOfAnyForm: Fault[] = (['fromDate', 'toDate'] as const).flatMap((field) =>
  Object.entries(DATE_FORMS).map(
    ([form, read]): Fault => ({
      id: `awaiting-payments.${field}.form-${form}-accepted`,
      breaks: field === 'fromDate' ? 'PAY-34' : 'PAY-35',
      caughtBy: `awaiting-payments.refuses.${field}-${form}`,
      how: `A ${field} of another form than dd/MM/yyyy is read: ${form.replaceAll('-', ' ')}.`,
      layers: [
        amendBody(endpoint, (body) => {
          const date = typeof body[field] === 'string' ? read(body[field]) : undefined;
          if (date) body[field] = date;
        }),
      ],
      alsoCaughtBy: alsoFailure(`${field}-${form}`),
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
    breaks: 'PAY-33',
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
    breaks: 'PAY-19',
    caughtBy: 'awaiting-payments.succeeds',
    how: 'A listing without searchablePaymentReference is refused.',
    layers: [
      (request, next, context) => {
        const body = objectOf(request.body);
        return context.endpoint === endpoint && body && absent(body.searchablePaymentReference)
          ? Promise.resolve(jsonAnswer(400, { status: 'FAILED', message: 'no reference' }))
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
        () => jsonAnswer(500, { status: 'ERROR' }),
        ({ status }, { headers }) => status === 400 && !headers.uuid,
      ),
    ],
  },
];

/** The failures whose form is looked at, and how a request shows which one it is. */
const FAILURES = [
  { variant: 'selectedCurrency-missing', field: 'selectedCurrency' },
  { variant: 'fromDate-text', field: 'fromDate' },
] as const;

const failures: Fault[] = FAILURES.flatMap(({ variant, field }) => {
  const which = ({ status, body }: { status: number; body: string }) =>
    status === 400 && body.includes(field);
  const wrong = (what: string, path: string, way: string, change: Change): Fault => ({
    id: `awaiting-payments.failure.${variant}.${what}-${way}`,
    breaks: 'PAY-50',
    caughtBy: `awaiting-payments.failure.${what}.${variant}`,
    how: `${what} is ${way.replaceAll('-', ' ')} when a listing fails for its ${field}.`,
    layers: [edit(endpoint, path, change, which)],
  });
  return [
    wrong('status', 'status', 'missing', gone),
    wrong('status', 'status', 'ERROR', becomes('ERROR')),
    wrong('message', 'message', 'missing', gone),
    wrong('message', 'message', 'called-error', (body, key) => {
      body.error = body[key];
      delete body[key];
    }),
  ];
});

const byCashier = (status: number) =>
  replace(
    endpoint,
    () => jsonAnswer(status, { status: 'FAILED', message: 'not for cashiers', role: 'CASHIER' }),
    (response) => response.status === 403,
  );

const cashier: Fault[] = [
  {
    id: 'awaiting-payments.cashier-allowed',
    breaks: 'PAY-51',
    caughtBy: 'awaiting-payments.forbids.cashier',
    how: 'A cashier may list awaiting payments.',
    layers: [
      amend(endpoint, (request, context) =>
        callerOf(request, context)?.role === 'CASHIER'
          ? withToken(request, issueFor(context, standardUser(context, 'manager').id))
          : undefined,
      ),
    ],
  },
  {
    id: 'awaiting-payments.cashier-sees-empty-list',
    breaks: 'PAY-51',
    caughtBy: 'awaiting-payments.forbids.cashier',
    how: 'A cashier gets an empty list instead of 403.',
    layers: [
      replace(
        endpoint,
        () =>
          jsonAnswer(200, { status: 'SUCCESS', responseCode: 200, data: { awaitingPayments: [] } }),
        (response) => response.status === 403,
      ),
    ],
  },
  ...[401, 404, 400, 200].map((status) => ({
    id: `awaiting-payments.cashier-answered-with-${status}`,
    breaks: 'PAY-51',
    caughtBy: 'awaiting-payments.forbids.cashier',
    how: `A cashier is refused with ${status} and status FAILED.`,
    layers: [byCashier(status)],
  })),
  ...forbiddenBodyFaults(
    endpoint,
    'awaiting-payments.forbids.cashier',
    'a listing by a cashier',
    ({ status }) => status === 403,
  ),
];

/** Section 4.5: the answer around the payments, and what is refused. */
export const awaitingPaymentsRefusalFaults: Fault[] = [
  ...answers,
  ...fieldsNotRequired,
  ...datesOfAnyForm,
  ...lax,
  ...failures,
  ...cashier,
];
