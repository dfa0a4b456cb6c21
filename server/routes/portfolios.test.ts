import { beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../test-client.ts';

let server: TestServer;
let token: string;
let customerId: string;

beforeAll(async () => {
  server = testServer();
  token = await server.tokenOf('customer');
  customerId = String(server.state('portfolios').customerId);
});

const list = (query = '', as = token) =>
  server.call('portfolios', { token: as, path: { 'customer-id': customerId }, query });

describe('portfolios', () => {
  it('gives pages of 10 that together are the whole list', async () => {
    const count = Number(server.state('portfolios').count);
    expect(count).toBeGreaterThan(10);
    const whole = (await list('size=50')).body.data.portfolios;
    expect(whole.length).toBe(count);
    const first = await list();
    expect(first.body.data).toMatchObject({ page: 1, size: 10, total: count });
    expect(first.body.data.portfolios).toEqual(whole.slice(0, 10));
    expect((await list('page=1')).body).toEqual(first.body);
    expect((await list('page=2')).body.data.portfolios).toEqual(whole.slice(10));
    expect((await list('page=3&size=4')).body.data.portfolios).toEqual(whole.slice(8, 12));
  });

  it('tells amount invested, total payable and product of each', async () => {
    for (const portfolio of (await list('size=50')).body.data.portfolios) {
      expect(portfolio).toMatchObject({
        customerId,
        productName: expect.any(String),
        amountInvested: expect.any(Number),
        totalPayable: expect.any(Number),
      });
      expect(portfolio.totalPayable).toBeGreaterThanOrEqual(portfolio.amountInvested);
    }
  });

  it('refuses everybody but the customer himself with 403', async () => {
    for (const user of ['otherCustomer', 'manager', 'agent', 'cashier', 'otherManager'] as const) {
      const answer = await list('', await server.tokenOf(user));
      expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden' } });
      expect(answer.body).not.toHaveProperty('data');
    }
  });

  it.each(['page=0', 'page=-1', 'size=0', 'size=x', 'page='])(
    'refuses "%s" with 400',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 400, body: { status: 'FAILED' } });
    },
  );
});
