import { expect, test } from 'vitest';
import schema from '../../../target/target.schema.json' with { type: 'json' };
import { loanRequestBody, madeUpFields } from './loan-request-values.ts';

const PRODUCT = { loanProductId: 'p', currencyCode: 'NGN' };
const GIVEN = { bvn: '22190000017', loanAmount: 50_000, email: 'a@b.example', password: 'pw' };
const ANSWERS = [{ questionId: 'q', answer: 'a' }];

test('a request carries every value that the state gives, and none that is no field of it', () => {
  const body = loanRequestBody({ ...PRODUCT, ...GIVEN, eligibilityAnswers: ANSWERS });
  expect(body).toMatchObject({ ...PRODUCT, bvn: GIVEN.bvn, loanAmount: 50_000 });
  expect(body).toMatchObject({
    eligibilityAnswers: ANSWERS,
    loanApplicationStatusEnum: 'REQUESTED',
  });
  for (const field of ['email', 'password', 'agent']) {
    expect(body).not.toHaveProperty(field);
  }
  expect(loanRequestBody(PRODUCT)).not.toHaveProperty('eligibilityAnswers');
});

test('an agent sends its own values before those of the customer', () => {
  const product = {
    ...PRODUCT,
    ...GIVEN,
    agent: { bvn: '22190000025', loanProductId: 'for agents' },
  };
  expect(loanRequestBody(product, 'agent')).toMatchObject({
    loanProductId: 'for agents',
    currencyCode: 'NGN',
    bvn: '22190000025',
    loanAmount: 50_000,
  });
});

test('what is made up is what nobody gave to this applicant', () => {
  const product = { ...PRODUCT, bvn: '1', lastName: 'Obi', agent: { bvn: '2' } };
  expect(madeUpFields(product)).not.toContain('bvn');
  expect(madeUpFields(product)).toContain('firstName');
  expect(madeUpFields(product, 'agent')).not.toContain('agent.bvn');
  expect(madeUpFields(product, 'agent')).toContain('agent.lastName');
});

test('nothing is made up where the state gives every field that a request needs', () => {
  const [example = PRODUCT] = schema.$defs.states['loan-product'].examples;
  expect(madeUpFields(example)).toEqual([]);
  expect(loanRequestBody(example)).toMatchObject(example);
});
