import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { ENDPOINT_NAMES } from '../../../contract/endpoint-names.ts';
import { becomes, type Change, edit, gone, replace, withBody } from '../../servers/answers.ts';
import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Answer } from '../../strangers/proofs/client.ts';
import { type Rule, refused, SUCCESS, succeeded, WITH_BODY } from '../rule.ts';

/** The value at a path of an answer; of a list the last entry, which is the one that is wrong. */
function valueAt({ body }: Answer, path: string): unknown {
  return path.split('/').reduce((value: unknown, key) => {
    const inside = Object(value) as Record<string, unknown>;
    return Array.isArray(value) ? value.at(-1) : inside[key];
  }, body as unknown);
}

/** Fields whose types the specification shows: path, requirement. */
const FIELDS: Readonly<Partial<Record<EndpointName, readonly (readonly [string, string])[]>>> = {
  login: [
    ['access_token', 'SES-1'],
    ['expires_in', 'SES-2'],
    ['refresh_token', 'SES-3'],
    ['user/id', 'SES-4'],
    ['user/email', 'SES-5'],
    ['user/role', 'SES-7'],
    ['user/tenant_id', 'SES-8'],
    ['user/permissions', 'SES-9'],
  ],
  refresh: [
    ['access_token', 'RFR-7'],
    ['expires_in', 'RFR-8'],
  ],
  'awaiting-payments': [
    ['status', 'PAY-47'],
    ['responseCode', 'PAY-48'],
    ['data/awaitingPayments', 'PAY-49'],
    ['data/awaitingPayments/last/id', 'PAY-1'],
    ['data/awaitingPayments/last/payableType', 'PAY-2'],
    ['data/awaitingPayments/last/bankTransferFollowupActionType', 'PAY-3'],
    ['data/awaitingPayments/last/bankTransferLifeCycle', 'PAY-4'],
    ['data/awaitingPayments/last/mtoPaymentConfirmtionType', 'PAY-5'],
    ['data/awaitingPayments/last/customerConfirmedPaymentDate', 'PAY-6'],
    ['data/awaitingPayments/last/creationDate', 'PAY-7'],
    ['data/awaitingPayments/last/currency', 'PAY-8'],
    ['data/awaitingPayments/last/requestedBankTransferAmount', 'PAY-9'],
    ['data/awaitingPayments/last/searchablePaymentReference', 'PAY-10'],
    ['data/awaitingPayments/last/payerBankTransferReference', 'PAY-11'],
  ],
  'update-application': [
    ['status', 'APP-33'],
    ['data', 'APP-34'],
    ['data/applicationId', 'APP-1'],
    ['data/loanProductId', 'APP-2'],
    ['data/userName', 'APP-3'],
    ['data/productName', 'APP-4'],
    ['data/currencyCode', 'APP-5'],
    ['data/employmentStatus', 'APP-6'],
    ['data/loanApplicationcreatedDate', 'APP-7'],
    ['data/userId', 'APP-8'],
    ['data/durationCounterUnitEnum', 'APP-9'],
    ['data/requestedLoanAmount', 'APP-10'],
    ['data/loanStatus', 'APP-11'],
    ['data/monthlyIncome', 'APP-12'],
    ['data/dateOfBirth', 'APP-13'],
    ['data/loanDuration', 'APP-14'],
  ],
};

/** Values that the answer to a repayment must hold, by the reference server's names for them. */
const VALUES: readonly (readonly [string, string])[] = [
  ['data', 'REP-18'],
  ['data/verificationStatus', 'REP-1'],
  ['data/repaymentRecordId', 'REP-3'],
  ['data/repaymentAmount', 'REP-4'],
  ['data/customerName', 'REP-5'],
  ['data/customerEmail', 'REP-6'],
  ['data/loanProductName', 'REP-7'],
  ['data/repaymentReference', 'REP-8'],
  ['data/message', 'REP-9'],
];

const EMPTY = ['range=one-day'];

function inAnswer(
  endpoint: EndpointName,
  [path, requirement]: readonly [string, string],
  way: 'answer-field-missing' | 'answer-field-of-another-type' | 'answer-value-wrong',
  [change, how]: readonly [Change, string],
  kept: Rule['kept'],
): Rule {
  return {
    id: `${endpoint}.${path.replaceAll('/', '.').replace('data.', '').replace('last.', '')}.${way}`,
    way,
    endpoint,
    breaks: [requirement],
    how: `${path} ${how}`,
    layer: edit(endpoint, path, change),
    kept,
    ...(endpoint === 'awaiting-payments' && { without: EMPTY }),
  };
}

/** Another type than every one that a field may have: none is a truth value. */
const typed = becomes(true);

const fieldRules = Object.entries(FIELDS).flatMap(([name, fields]) =>
  fields.flatMap((field): Rule[] => {
    const endpoint = name as EndpointName;
    const at = (answer: Answer) => valueAt(answer, field[0]);
    const present: Rule['kept'] = (answer) => at(answer) !== undefined;
    const right: Rule['kept'] = (answer) => at(answer) !== true;
    return [
      inAnswer(endpoint, field, 'answer-field-missing', [gone, 'is missing'], present),
      inAnswer(endpoint, field, 'answer-field-of-another-type', [typed, 'is true'], right),
    ];
  }),
);

const missingValues = VALUES.map((field) =>
  inAnswer('repay-loan', field, 'answer-field-missing', [gone, 'is missing'], (answer) => {
    return valueAt(answer, field[0]) !== undefined;
  }),
);

/** Values that are of the right type and wrong: endpoint, path, requirement, the wrong value. */
const WRONG: readonly (readonly [EndpointName, string, string, unknown, ...string[]])[] = [
  ['login', 'expires_in', 'SES-2', 86_400],
  ['login', 'user/role', 'SES-7', 'OPERATOR'],
  ['login', 'user/email', 'SES-15', 'somebody.else@savannah.example'],
  ['login', 'user/email', 'SES-6', 'customer'],
  ['login', 'user/permissions', 'SES-10', ['transactions.read']],
  ['login', 'user/id', 'SES-20', '7c1e5a90-3f64-4d0b-8a37-15c2be9d4f06'],
  ['refresh', 'expires_in', 'AUT-10', 7200],
  ['refresh', 'access_token', 'RFR-7', 'token'],
  ['awaiting-payments', 'status', 'PAY-47', 'OK'],
  ['awaiting-payments', 'data/awaitingPayments/last/creationDate', 'PAY-7', '2026-05-01T10:00:00Z'],
  ['awaiting-payments', 'data/awaitingPayments/last/creationDate', 'PAY-7', '2026-05-01 10:00:00'],
  ['awaiting-payments', 'data/awaitingPayments/last/currency', 'PAY-36', 'XOF'],
  ['repay-loan', 'data/verificationStatus', 'REP-2', 'VERIFIED'],
  ['repay-loan', 'data/verificationStatus', 'REP-1', 'PENDING'],
  ['repay-loan', 'data/repaymentAmount', 'REP-4', 7.25],
  ['repay-loan', 'data/customerName', 'REP-5', 'Somebody Else'],
  ['repay-loan', 'data/customerEmail', 'REP-6', 'somebody.else@savannah.example'],
  ['repay-loan', 'data/loanProductName', 'REP-7', 'Another Loan'],
  ['repay-loan', 'data/repaymentReference', 'REP-8', 'LN-OTHER'],
  ['update-application', 'status', 'APP-43', 'DONE'],
  ['update-application', 'data/applicationId', 'APP-17', '7c1e5a90-3f64-4d0b-8a37-15c2be9d4f06'],
  ['update-application', 'data/loanStatus', 'APP-16', 'ACCEPTED'],
  ['update-application', 'data/loanStatus', 'APP-15', 'OFFER_SENT', 'answer'],
];

const wrongValues = WRONG.map(([endpoint, path, requirement, value, ...without], place): Rule => {
  const how = `is ${JSON.stringify(value)}`;
  const rule = inAnswer(
    endpoint,
    [path, requirement],
    'answer-value-wrong',
    [becomes(value), how],
    (answer) => JSON.stringify(valueAt(answer, path)) !== JSON.stringify(value),
  );
  const withdraws = requirement === 'APP-16';
  return {
    ...rule,
    id: `${rule.id}-${place + 1}`,
    ...(withdraws && {
      request(plan) {
        plan.query.status = 'false';
      },
    }),
    without: [...(rule.without ?? []), ...without, ...(withdraws ? ['answer'] : [])],
  };
});

const FAILED = { status: 'FAILED', message: 'not possible' };

/** Layers that answer otherwise what would succeed, and do not do it. */
const insteadOfSuccess =
  (status: number, body: unknown): Layer =>
  async (request, next) => {
    const response = await next(request);
    return response.status >= 200 && response.status < 300 ? jsonAnswer(status, body) : response;
  };

const WITH_ROLES: readonly EndpointName[] = [
  'awaiting-payments',
  'request-loan',
  'repay-loan',
  'update-application',
  'portfolios',
];

/** Whether an agent may list is open, so that he is no caller to whom a 403 is wrong. */
const forbidding = (endpoint: EndpointName): Rule => ({
  id: `${endpoint}.valid-call-forbidden`,
  way: 'valid-call-forbidden',
  kind: 'refusing',
  endpoint,
  breaks: SUCCESS[endpoint],
  how: 'who may do it is refused with 403',
  layer: async (request, next, context) => {
    const response = await next(request);
    const role = callerOf(request, context)?.role;
    return response.status === 200
      ? jsonAnswer(403, { ...FAILED, error: 'forbidden', role })
      : response;
  },
  kept: ({ status }) => status !== 403,
  ...(endpoint === 'awaiting-payments' && { without: ['caller=agent'] }),
});

const PREFERENCE: EndpointName = 'fetch-organisation-preference';

const refusals = ENDPOINT_NAMES.flatMap((endpoint): Rule[] => [
  {
    id: `${endpoint}.server-error`,
    way: 'server-error',
    endpoint,
    breaks: ['SVC-17', ...SUCCESS[endpoint]],
    how: 'what would succeed is answered with 500',
    layer: insteadOfSuccess(500, FAILED),
    kept: ({ status }) => status < 500,
  },
  // Whether this or that role may fetch the preference is open.
  ...(endpoint === PREFERENCE
    ? []
    : [
        {
          id: `${endpoint}.valid-call-refused`,
          way: 'valid-call-refused',
          kind: 'refusing' as const,
          endpoint,
          breaks: SUCCESS[endpoint],
          how: 'what should succeed is refused with 400',
          layer: insteadOfSuccess(400, FAILED),
          kept: (answer: Answer) => !refused(answer),
        },
        {
          id: `${endpoint}.not-found`,
          way: 'valid-call-not-found',
          kind: 'refusing' as const,
          endpoint,
          breaks: ['SVC-4', ...SUCCESS[endpoint]],
          how: 'what should succeed is answered with 404',
          layer: insteadOfSuccess(404, FAILED),
          kept: ({ status }: Answer) => status !== 404,
        },
        ...(WITH_ROLES.includes(endpoint) ? [forbidding(endpoint)] : []),
      ]),
]);

const text = (endpoint: EndpointName, contentType: string, body?: string): Layer =>
  replace(endpoint, (response) => {
    const changed = body === undefined ? response : withBody(response, body);
    return { ...changed, headers: { ...changed.headers, 'content-type': contentType } };
  });

const bodies = WITH_BODY.flatMap((endpoint): Rule[] => [
  {
    id: `${endpoint}.no-json`,
    way: 'answer-no-json',
    endpoint,
    breaks: ['SVC-12'],
    how: 'a success is answered with HTML',
    layer: text(endpoint, 'text/html', '<p>Done.</p>'),
    kept: ({ body }) => typeof body === 'object',
  },
  {
    id: `${endpoint}.content-type`,
    way: 'content-type',
    endpoint,
    breaks: ['SVC-30'],
    how: 'the JSON of a success is called text/html',
    layer: text(endpoint, 'text/html; charset=utf-8'),
    kept: ({ headers }) => /json/.test(headers['content-type'] ?? ''),
  },
]);

const FAILED_SUCCESS: readonly (readonly [EndpointName, readonly string[]])[] = [
  ['awaiting-payments', ['PAY-47']],
  ['request-loan', ['LOAN-27']],
  ['repay-loan', ['REP-15']],
  ['update-application', ['APP-33', 'APP-24']],
];

const failed = FAILED_SUCCESS.map(
  ([endpoint, breaks]): Rule => ({
    id: `${endpoint}.success-called-failed`,
    way: 'success-called-failed',
    kind: 'refusing',
    endpoint,
    breaks,
    how: 'status of a success is FAILED',
    layer: edit(endpoint, 'status', becomes('FAILED')),
    kept: succeeded,
  }),
);

/** Answers that are not what the specification shows (sections 2, 4 and 7). */
export const ANSWER_RULES: readonly Rule[] = [
  ...fieldRules,
  ...missingValues,
  ...wrongValues,
  ...refusals,
  ...bodies,
  ...failed,
];
