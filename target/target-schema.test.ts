import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { CAPABILITIES } from '../contract/capabilities.ts';
import { fieldsOf } from './states/state-values.ts';
import schema from './target.schema.json' with { type: 'json' };
import { type StateName, type StateValues, USER_NAMES } from './target.ts';
import { STATE_NAMES } from './target-rules.ts';
import { sampleTargetFile } from './testing/sample-target-file.ts';

const LOAN_FIELDS = [
  'customerId',
  'accountId',
  'bankAccountId',
  'totalPayable',
  'repaymentReference',
  'customerName',
  'customerEmail',
  'productName',
] as const;

/** Section 2.3 without what a product has itself, and the applicant's credentials. */
const APPLICANT_FIELDS = [
  'dateOfBirth',
  'durationCounter',
  'employmentStatus',
  'loanAmount',
  'bvn',
  'firstName',
  'lastName',
  'accountNumber',
  'bankCode',
  'phoneNumber',
  'loanDuration',
  'loanRepaymentMethodEnum',
  'monthlyIncome',
  'eligibilityAnswers',
  'email',
  'password',
] as const;

/** The table "States" of the design by hand; the compiler refuses a name that a type lacks. */
const FIELDS: { [N in StateName]: readonly (keyof StateValues[N])[] } = {
  'awaiting-payments': ['currency', 'otherCurrency', 'fromDate', 'toDate', 'count', 'reference'],
  'loan-product': ['loanProductId', 'currencyCode', ...APPLICANT_FIELDS, 'agent'],
  'loan-requested': ['applicationId'],
  'offer-sent': ['applicationId', 'email', 'password'],
  'offer-sent-other': ['applicationId'],
  'active-loan': [...LOAN_FIELDS, 'repaymentAmount', 'email', 'password'],
  'closed-loan': [...LOAN_FIELDS, 'email', 'password'],
  'third-party-loan': [...LOAN_FIELDS, 'email', 'password'],
  'loan-without-application': [...LOAN_FIELDS, 'email', 'password'],
  'no-active-loan': [
    'email',
    'password',
    'customerId',
    'accountId',
    'bankAccountId',
    'repaymentReference',
    'totalPayable',
  ],
  'foreign-bank-account': ['bankAccountId'],
  portfolios: ['customerId', 'count', 'amountInvested', 'totalPayable', 'productName'],
  'expired-token': ['token', 'refreshToken'],
  'api-token': ['token'],
  'expired-api-token': ['token'],
  'revoked-api-token': ['token'],
};

/** The fields of a state that may be left out. */
const OPTIONAL: { [N in StateName]?: readonly string[] } = {
  'expired-token': ['refreshToken'],
  'loan-product': [...APPLICANT_FIELDS, 'agent'],
  'offer-sent': ['email', 'password'],
  'active-loan': ['repaymentAmount', 'email', 'password'],
  'closed-loan': ['email', 'password'],
  'third-party-loan': ['email', 'password'],
  'loan-without-application': ['email', 'password'],
  portfolios: ['amountInvested', 'totalPayable', 'productName'],
};

test('knows every state with its fields, and which of them are required', () => {
  expect(STATE_NAMES.toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  for (const name of STATE_NAMES) {
    expect(fieldsOf(name), name).toEqual(FIELDS[name]);
    expect(schema.$defs.states[name].required, name).toEqual(
      FIELDS[name]?.filter((field) => !OPTIONAL[name]?.includes(field)),
    );
  }
});

test('takes the same fields for an agent, and may name a product of its own', () => {
  const { agent, ...own } = schema.$defs.states['loan-product'].properties;
  expect(Object.keys(agent.properties).toSorted()).toEqual(Object.keys(own).toSorted());
});

test('lets every state be a pool, by its name or in pools', () => {
  const { properties } = schema.properties.states;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(STATE_NAMES));
  expect(Object.keys(properties.pools.properties)).toEqual(STATE_NAMES);
});

test('knows the users and the capabilities of the contract', () => {
  expect(Object.keys(schema.properties.users.properties)).toEqual([...USER_NAMES]);
  const { items, description } = schema.properties.capabilities;
  expect(items.enum).toEqual(Object.keys(CAPABILITIES));
  for (const [name, meaning] of Object.entries(CAPABILITIES)) {
    expect(description).toContain(`${name}: ${meaning}`);
  }
});

test('is satisfied, as an editor sees it, by a file that uses everything', () => {
  const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);
  const valid = validate({ $schema: './target.schema.json', ...sampleTargetFile() });
  expect(validate.errors).toBeNull();
  expect(valid).toBe(true);
});

test('refuses unknown keys in every object but headers and gates by endpoint', () => {
  const open: string[] = [];
  visit(schema, '#');
  expect(open).toEqual([
    '#/properties/headers',
    '#/properties/states/properties/headers',
    '#/properties/load/properties/thresholds',
  ]);

  function visit(part: unknown, path: string): void {
    if (typeof part !== 'object' || part === null) {
      return;
    }
    const object = part as Record<string, unknown>;
    if (object.type === 'object' && object.additionalProperties !== false) {
      open.push(path);
    }
    for (const [key, value] of Object.entries(object)) {
      visit(value, `${path}/${key}`);
    }
  }
});

test('describes everything an author may write', () => {
  const silent: string[] = [];
  visit(schema, '#');
  expect(silent).toEqual([]);

  function visit(part: unknown, path: string): void {
    if (typeof part !== 'object' || part === null) {
      return;
    }
    const { properties, ...rest } = part as { properties?: Record<string, object> };
    for (const [name, value] of Object.entries(properties ?? {})) {
      if (!('description' in value) && !('$ref' in value)) {
        silent.push(`${path}/${name}`);
      }
      visit(value, `${path}/${name}`);
    }
    for (const [key, value] of Object.entries(rest)) {
      visit(value, `${path}/${key}`);
    }
  }
});
