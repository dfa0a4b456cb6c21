import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { REGISTER } from './register/index.ts';
import { SCHEMA_NAMES, type SchemaName, schemaId, schemas } from './schemas.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
for (const schema of Object.values(schemas)) {
  ajv.addSchema(schema);
}

/** The places of a body at which a schema finds fault; empty when it is valid. */
function faults(name: SchemaName, body: unknown): string[] {
  const validate = ajv.getSchema(schemaId(name));
  if (validate === undefined) {
    throw new Error(`no schema ${name}`);
  }
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, params }) =>
    'missingProperty' in params ? `${instancePath}/${params.missingProperty}` : instancePath,
  );
}

const id = '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c';
const payment = {
  id: '17',
  payableType: 'TRANSACTION',
  bankTransferFollowupActionType: 'AUTO_CONFIRM_TRANSACTION',
  bankTransferLifeCycle: 'AWAITING_BANK_TRANSFER_PAYMENT',
  mtoPaymentConfirmtionType: 'NOT_CONFIRMED',
  customerConfirmedPaymentDate: null,
  creationDate: '2026-03-05T09:07:00',
  currency: 'GBP',
  requestedBankTransferAmount: 120.5,
  searchablePaymentReference: 'PR-000017',
  payerBankTransferReference: 'PAYER-17',
};
const application = {
  applicationId: id,
  loanProductId: 'P1',
  userName: 'Ada Obi',
  productName: 'Salary loan',
  currencyCode: 'NGN',
  employmentStatus: 'EMPLOYED',
  loanApplicationcreatedDate: '2026-03-05',
  userId: id,
  durationCounterUnitEnum: 'MONTH',
  requestedLoanAmount: 5000,
  loanStatus: 'ACCEPTED',
  monthlyIncome: 2000,
  dateOfBirth: '1990-04-30',
  loanDuration: 12,
};
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

/** One valid body for every schema, written by hand. */
const VALID: Record<SchemaName, Record<string, unknown>> = {
  'login-request': { email: 'ada@example.org', currentPassword: 'secret' },
  session: {
    access_token: token,
    expires_in: 3600,
    refresh_token: 'r',
    user: {
      id: '1',
      email: 'ada@example.org',
      role: 'MANAGER',
      tenant_id: 't',
      permissions: ['users:read'],
    },
  },
  'refresh-request': { refresh_token: 'r' },
  'refresh-response': { access_token: token, expires_in: 3600 },
  'logout-request': {},
  'awaiting-payments-request': {
    selectedCurrency: 'GBP',
    fromDate: '01/03/2026',
    toDate: '31/03/2026',
  },
  'awaiting-payments-response': {
    status: 'SUCCESS',
    responseCode: 200,
    data: { awaitingPayments: [payment] },
  },
  'awaiting-payment': payment,
  'request-loan-request': {
    currencyCode: 'NGN',
    dateOfBirth: '1990-04-30',
    durationCounter: 12,
    loanApplicationStatusEnum: 'REQUESTED',
    employmentStatus: 'EMPLOYED',
    loanAmount: 5000,
    bvn: '22212345678',
    firstName: 'Ada',
    lastName: 'Obi',
    accountNumber: '0123456789',
    bankCode: '058',
    phoneNumber: '+2348000000000',
    loanDuration: 12,
    loanProductId: 'P1',
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: 2000,
  },
  'repay-loan-request': {
    repaymentAmount: 0.01,
    customerId: id,
    accountId: id,
    bankAccountId: id,
    repaymentReference: 'REF-1',
  },
  'repay-loan-response': {
    status: 'SUCCESS',
    data: { verificationStatus: 'PENDING_VERIFICATION' },
  },
  'repayment-failed-response': { status: 'FAILED' },
  'loan-application': application,
  'update-application-response': { status: 'SUCCESS', data: application },
  'forbidden-error': { error: 'forbidden', message: 'not for you', role: 'CASHIER' },
  'failed-response': { status: 'FAILED', message: 'fromDate is missing' },
};

/** A change of the valid body, and where the schema must find the fault. */
const INVALID: [SchemaName, string, Record<string, unknown>, string][] = [
  ['session', 'another lifetime', { expires_in: 1800 }, '/expires_in'],
  ['session', 'a lifetime as text', { expires_in: '3600' }, '/expires_in'],
  ['session', 'a token that is no JWT', { access_token: 'abc' }, '/access_token'],
  ['refresh-response', 'a JWT of two parts', { access_token: 'e30.e30' }, '/access_token'],
  ['logout-request', 'a body that is not empty', { token }, ''],
  ['awaiting-payments-request', 'an ISO date', { fromDate: '2026-03-01' }, '/fromDate'],
  ['awaiting-payments-request', 'month before day', { toDate: '03/31/2026' }, '/toDate'],
  ['awaiting-payments-request', 'days of one digit', { toDate: '1/3/2026' }, '/toDate'],
  ['awaiting-payments-response', 'status OK', { status: 'OK' }, '/status'],
  ['awaiting-payments-response', 'a bare list', { data: [payment] }, '/data'],
  ['awaiting-payment', 'a zone', { creationDate: '2026-03-05T09:07:00Z' }, '/creationDate'],
  ['awaiting-payment', 'a fraction', { creationDate: '2026-03-05T09:07:00.0' }, '/creationDate'],
  ['awaiting-payment', 'an hour 24', { creationDate: '2026-03-05T24:07:00' }, '/creationDate'],
  [
    'awaiting-payment',
    'an amount as text',
    { requestedBankTransferAmount: '120.50' },
    '/requestedBankTransferAmount',
  ],
  [
    'request-loan-request',
    'another status',
    { loanApplicationStatusEnum: 'OFFER_SENT' },
    '/loanApplicationStatusEnum',
  ],
  ['request-loan-request', 'a day-first birth date', { dateOfBirth: '30/04/1990' }, '/dateOfBirth'],
  [
    'request-loan-request',
    'an eligibility answer without a question',
    { eligibilityAnswers: [{ answer: 'yes' }] },
    '/eligibilityAnswers/0/questionId',
  ],
  ['repay-loan-request', 'an amount of zero', { repaymentAmount: 0 }, '/repaymentAmount'],
  ['repay-loan-request', 'a customer that is no UUID', { customerId: '17' }, '/customerId'],
  ['repay-loan-request', 'a day-first date', { paymentDate: '05/03/2026' }, '/paymentDate'],
  [
    'repay-loan-response',
    'another verification status',
    { data: { verificationStatus: 'PENDING' } },
    '/data/verificationStatus',
  ],
  ['update-application-response', 'status FAILED', { status: 'FAILED' }, '/status'],
  ['forbidden-error', 'a role that is none of the four', { role: 'ADMIN' }, '/role'],
];

/** Changes that the specification leaves room for. */
const OPEN: [SchemaName, string, Record<string, unknown>][] = [
  ['awaiting-payment', 'an unseen life cycle', { bankTransferLifeCycle: 'COMPLETED' }],
  ['awaiting-payment', 'a confirmation date', { customerConfirmedPaymentDate: '2026-03-06' }],
  ['awaiting-payments-response', 'another response code', { responseCode: 0 }],
  ['failed-response', 'a message that is no text', { message: ['fromDate', 'toDate'] }],
  ['repay-loan-response', 'a status of another type', { status: true }],
  ['repay-loan-request', 'a payment date without time', { paymentDate: '2026-03-05' }],
  [
    'repay-loan-request',
    'a payment date with zone',
    { paymentDate: '2026-03-05T09:07:00.5+01:00' },
  ],
  ['request-loan-request', 'an unseen employment status', { employmentStatus: 'RETIRED' }],
  ['loan-application', 'an unseen loan status', { loanStatus: 'DISBURSED' }],
  ['refresh-response', 'a new refresh token', { refresh_token: 'r2' }],
];

describe('the schema', () => {
  it.each(SCHEMA_NAMES)('%s has its $id, is 2020-12 and accepts a valid body', (name) => {
    expect(schemas[name]).toMatchObject({
      $id: schemaId(name),
      $schema: 'https://json-schema.org/draft/2020-12/schema',
    });
    expect(faults(name, VALID[name])).toEqual([]);
  });

  it.each(SCHEMA_NAMES.filter((name) => name !== 'logout-request'))(
    '%s allows further fields',
    (name) => {
      expect(faults(name, { ...VALID[name], somethingElse: 1 })).toEqual([]);
    },
  );

  it.each(SCHEMA_NAMES)('%s misses each of its required fields', (name) => {
    const { required = [] } = schemas[name] as { required?: string[] };
    for (const field of required) {
      const { [field]: _, ...rest } = VALID[name];
      expect(faults(name, rest)).toEqual([`/${field}`]);
    }
  });

  it.each(INVALID)('%s refuses %s', (name, _title, change, place) => {
    expect(faults(name, { ...VALID[name], ...change })).toEqual([place]);
  });

  it.each(OPEN)('%s accepts %s', (name, _title, change) => {
    expect(faults(name, { ...VALID[name], ...change })).toEqual([]);
  });
});

/** The dotted names of all fields of a schema; elements of an array are marked `[]`. */
function fieldsOf(schema: object, prefix = ''): string[] {
  const { properties = {}, items } = schema as { properties?: object; items?: object };
  const nested = items === undefined ? [] : fieldsOf(items, `${prefix.slice(0, -1)}[].`);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      `${prefix}${name}`,
      ...fieldsOf(field, `${prefix}${name}.`),
    ]),
    ...nested,
  ];
}

describe('the register', () => {
  const tables: [SchemaName, string, string[]][] = [
    ['session', '2.1', []],
    ['awaiting-payment', '2.2', []],
    ['request-loan-request', '2.3', ['eligibilityAnswers']],
    ['loan-application', '2.4', []],
    ['login-request', '4.1', []],
    ['awaiting-payments-request', '4.5', ['searchablePaymentReference']],
    ['repay-loan-request', '4.7', ['paymentDate', 'paymentNarration']],
  ];

  it.each(tables)('has a requirement for every field of %s in section %s', (name, section) => {
    const items = REGISTER.filter((row) => row.section === section).map(({ item }) => item);
    const fields = fieldsOf(schemas[name]).filter((field) => field !== 'user');
    expect(fields.filter((field) => !items.includes(field))).toEqual([]);
  });

  it.each(tables)(
    'agrees that in %s of section %s only %j may be left out',
    (name, _, optional) => {
      const { properties, required } = schemas[name] as { properties: object; required: string[] };
      const rest = Object.keys(properties).filter((field) => !required.includes(field));
      expect(rest).toEqual(optional);
    },
  );
});
