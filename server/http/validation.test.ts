import { beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '../../contract/schemas.ts';
import { loanRequest, repaymentBody, type TestServer, testServer } from '../test-client.ts';
import { FORMATS } from './validation.ts';

type Fields = { properties: Record<string, { pattern?: string }> };

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = testServer();
  token = await server.tokenOf('customer');
});

describe('what is wrong with a body', () => {
  it('is told of the first twenty places, however many there are', async () => {
    const eligibilityAnswers = Array.from({ length: 80_000 }, () => 1);
    const body = loanRequest(server.state('loan-product'), { eligibilityAnswers });
    const answer = await server.call('request-loan', { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(20);
    expect(answer.body.message).toContain('and 79980 more');
    expect(JSON.stringify(answer.body).length).toBeLessThan(5000);
  });

  it('is told as the format that was expected, not as a regular expression', async () => {
    const loan = server.state('active-loan');
    const repayment = repaymentBody(loan, { accountId: 'seven', paymentDate: '20260701' });
    const repaid = await server.call('repay-loan', {
      token,
      path: { 'user-id': String(loan.customerId) },
      body: repayment,
    });
    expect(repaid.body.errors).toEqual([
      { path: 'body /accountId', message: 'must be a UUID' },
      {
        path: 'body /paymentDate',
        message:
          'must be an ISO 8601 date or date-time, such as 2026-07-01 or 2026-07-01T12:00:00Z',
      },
    ]);
    const request = loanRequest(server.state('loan-product'), { dateOfBirth: '1/1/90' });
    const requested = await server.call('request-loan', { token, body: request });
    expect(requested.body.errors).toEqual([
      { path: 'body /dateOfBirth', message: 'must be a date YYYY-MM-DD' },
    ]);
    const dates = { selectedCurrency: 'NGN', fromDate: '2026-07-01', toDate: '02/07/2026' };
    const listed = await server.call('awaiting-payments', { token, body: dates });
    expect(listed.body.errors).toEqual([
      { path: 'body /fromDate', message: 'must be a date dd/MM/yyyy' },
    ]);
  });

  it('has words for every pattern of a request', () => {
    const fields = Object.entries(schemas)
      .filter(([name]) => name.endsWith('-request'))
      .flatMap(([, schema]) => Object.entries((schema as Fields).properties))
      .filter(([, { pattern }]) => pattern !== undefined)
      .map(([field]) => field);
    expect([...new Set(fields)].sort()).toEqual(Object.keys(FORMATS).sort());
  });
});
