import { beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '../../contract/schemas.ts';
import type { StateValues } from '../states.ts';
import { loanRequest, type TestServer, testServer } from '../test-client.ts';

let server: TestServer;
let token: string;
let product: StateValues;

beforeAll(async () => {
  server = testServer();
  token = await server.tokenOf('customer');
  product = server.state('loan-product');
});

const request = (changes: Record<string, unknown> = {}) =>
  server.call('request-loan', { token, body: loanRequest(product, changes) });

describe('request-loan', () => {
  it('creates an application in status REQUESTED with what was asked for', async () => {
    const eligibilityAnswers = [{ questionId: 'q', answer: 'a' }];
    const { status, body } = await request({ eligibilityAnswers });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'SUCCESS',
      data: {
        loanStatus: 'REQUESTED',
        requestedLoanAmount: 1234.5,
        monthlyIncome: 500,
        dateOfBirth: '1990-02-28',
        loanApplicationcreatedDate: '2026-07-01T12:00:00',
        loanProductId: product.loanProductId,
        currencyCode: product.currencyCode,
      },
    });
    const stored = server.dependencies.store.loanApplications.byId(body.data.applicationId);
    expect(stored).toMatchObject({ eligibilityAnswers, firstName: 'Ada', bankCode: '901' });
  });

  it('lets an agent apply', async () => {
    const agent = await server.tokenOf('agent');
    const body = loanRequest(product);
    expect((await server.call('request-loan', { token: agent, body })).status).toBe(200);
  });

  const required = (schemas['request-loan-request'] as { required: string[] }).required;
  it.each(required)('demands %s', async (field) => {
    for (const value of [undefined, null, {}]) {
      const answer = await request({ [field]: value });
      expect(answer).toMatchObject({ status: 400, body: { status: 'FAILED' } });
      expect(answer.body.message).toContain(field);
    }
  });

  it.each([
    ['another status', { loanApplicationStatusEnum: 'ACCEPTED' }],
    ['a day that does not exist', { dateOfBirth: '1990-02-30' }],
    ['a date in another form', { dateOfBirth: '28/02/1990' }],
    ['an amount of 0', { loanAmount: 0 }],
    ['a negative income', { monthlyIncome: -1 }],
    ['a duration of 0', { loanDuration: 0 }],
    ['a duration too short to be one', { durationCounter: 1e-320 }],
    ['a duration too long to be exact', { loanDuration: 2 ** 53 }],
    ['a date of birth in the future', { dateOfBirth: '2026-07-02' }],
    ['an amount finer than the minor unit', { loanAmount: 1.001 }],
    ['an amount too large to be exact', { loanAmount: 1e300 }],
    ['another currency than the product’s', { currencyCode: 'JPY' }],
    ['an answer without its question', { eligibilityAnswers: [{ answer: 'a' }] }],
  ])('refuses %s with 400', async (_, changes) => {
    expect(await request(changes)).toMatchObject({ status: 400, body: { status: 'FAILED' } });
  });

  it('accepts half a month, and whoever is born today', async () => {
    const changes = { durationCounter: 0.5, loanDuration: 1000, dateOfBirth: '2026-07-01' };
    expect((await request(changes)).status).toBe(200);
  });

  it('answers an unknown product, and another tenant’s, with 404', async () => {
    expect((await request({ loanProductId: 'none' })).status).toBe(404);
    const foreign = server.db
      .prepare(
        'SELECT id FROM loan_products WHERE tenant_id <> (SELECT tenant_id FROM loan_products WHERE id = ?)',
      )
      .pluck()
      .get(product.loanProductId);
    expect((await request({ loanProductId: foreign })).status).toBe(404);
  });
});
