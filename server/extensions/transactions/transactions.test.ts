import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../test-client.ts';
import { extensionsOf } from '../testing/call-extension.ts';

let server: TestServer;
beforeAll(() => {
  server = testServer();
});
const call = extensionsOf(() => server);

const RANGE = 'fromDate=2026-04-02&toDate=2026-05-02';

const list = async (as: string, query: string) =>
  (await call('list-transactions', as, { query })).body.data.transactions;

describe('transactions', () => {
  it('are those of section 4.5, and in reach of the cashier, too', async () => {
    const { body } = await server.call('awaiting-payments', {
      token: await server.tokenOf('manager'),
      query: 'size=100',
      body: { selectedCurrency: 'NGN', fromDate: '02/04/2026', toDate: '02/05/2026' },
    });
    expect(body.data.awaitingPayments.length).toBeGreaterThan(40);
    const found = await list('cashier', `currency=NGN&${RANGE}&size=100`);
    expect(found).toEqual(body.data.awaitingPayments);
    const [one] = found;
    expect((await call('view-transaction', 'cashier', { id: one.id })).body.data).toEqual(one);
  });

  it('are all there where no days are named, in pages', async () => {
    const all = await list('customer', 'currency=GBP&size=500');
    const stored = server.db
      .prepare(
        `SELECT count(*) FROM payments JOIN users ON users.id = user_id
         WHERE email = 'customer@savannah.example' AND currency = 'GBP'`,
      )
      .pluck()
      .get();
    expect(all).toHaveLength(Number(stored));
    expect(await list('customer', 'currency=GBP&page=2&size=5')).toEqual(all.slice(5, 10));
  });

  it.each([
    ['', 'query currency is missing'],
    ['currency=NGN&fromDate=2026-02-30', 'query fromDate is not a day of the calendar'],
    [
      'currency=NGN&fromDate=2026-05-02&toDate=2026-05-01',
      'query fromDate must not be after toDate',
    ],
  ])('are refused for %s', async (query, message) => {
    const told = await call('list-transactions', 'customer', { query });
    expect(told).toMatchObject({ status: 400, body: { message } });
  });

  it('that are unknown are 404', async () => {
    expect((await call('view-transaction', 'manager', { id: randomUUID() })).status).toBe(404);
  });
});

describe('the report', () => {
  const report = async (as: string, query = RANGE) => call('report-transactions', as, { query });

  it('counts and adds up what the organisation has', async () => {
    const { rows } = (await report('manager')).body.data;
    const listed = await list('manager', `currency=NGN&${RANGE}&size=500`);
    const inUnits = listed.map((each: { requestedBankTransferAmount: number }) =>
      Math.round(each.requestedBankTransferAmount * 100),
    );
    const total = inUnits.reduce((sum: number, amount: number) => sum + amount, 0) / 100;
    expect(rows.filter(({ currency }: { currency: string }) => currency === 'NGN')).toEqual([
      {
        currency: 'NGN',
        bankTransferLifeCycle: 'AWAITING_BANK_TRANSFER_PAYMENT',
        transactions: listed.length,
        totalAmount: total,
      },
    ]);
  });

  it('is limited for agents: the same rows without amounts', async () => {
    const full = (await report('manager')).body.data.rows;
    expect(full.length).toBeGreaterThan(1);
    expect((await report('agent')).body.data.rows).toEqual(
      full.map(({ totalAmount: _, ...row }: { totalAmount: number }) => row),
    );
  });

  it('covers 31 days at most', async () => {
    expect((await report('manager', 'fromDate=2026-05-01&toDate=2026-05-31')).status).toBe(200);
    expect(await report('manager', 'fromDate=2026-05-01&toDate=2026-06-01')).toMatchObject({
      status: 400,
      body: { message: 'query toDate must be less than 31 days after fromDate' },
    });
  });
});
