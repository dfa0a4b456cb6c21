import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { becomes, type Change, edit, gone } from '../../servers/answers.ts';
import type { Answer } from '../../strangers/proofs/client.ts';
import type { Rule } from '../rule.ts';

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

/** Fields of answers that are missing or wrong (sections 2 and 4). */
export const ANSWER_FIELD_RULES: readonly Rule[] = [
  ...fieldRules,
  ...missingValues,
  ...wrongValues,
];
