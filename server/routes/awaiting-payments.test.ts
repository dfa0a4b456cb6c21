import { beforeAll, describe, expect, it } from 'vitest';
import type { AwaitingPayment } from '../../contract/types.generated.ts';
import { standardData } from '../../fixtures/standard.ts';
import { type TestServer, testServer } from '../test-client.ts';

let server: TestServer;
let customer: string;
let range: { selectedCurrency: string; fromDate: string; toDate: string };
const data = standardData();
const facts = data.awaiting;

beforeAll(async () => {
  server = testServer();
  customer = await server.tokenOf('customer');
  range = { selectedCurrency: facts.currency, fromDate: facts.fromDate, toDate: facts.toDate };
});

async function list(body: unknown, query = '', token = customer): Promise<AwaitingPayment[]> {
  const answer = await server.call('awaiting-payments', { token, body, query });
  expect(answer).toMatchObject({ status: 200, body: { status: 'SUCCESS', responseCode: 200 } });
  return answer.body.data.awaitingPayments;
}
const everything = 'size=500';
const refsOf = (payments: AwaitingPayment[]) =>
  payments.map((payment) => payment.searchablePaymentReference).sort();
/** What fixtures made, filtered here a second time, by other means than SQL. */
const made = (
  currency: string,
  from: string,
  to: string,
  of: (p: (typeof data.payments)[0]) => boolean,
) =>
  data.payments
    .filter((p) => p.currency === currency && of(p))
    .filter((p) => p.creationDate.slice(0, 10) >= from && p.creationDate.slice(0, 10) <= to)
    .map((p) => p.searchablePaymentReference)
    .sort();
const own = (p: { userId: string }) => p.userId === data.named.customer.id;

describe('awaiting-payments', () => {
  it('shows each field of section 2.2 with its value', async () => {
    const [first] = await list({ ...range, searchablePaymentReference: facts.reference });
    const payment = data.payments.find((p) => p.searchablePaymentReference === facts.reference);
    const { userId, tenantId, amountMinor, ...shown } = payment ?? data.payments[0] ?? {};
    expect(first).toEqual({ ...shown, requestedBankTransferAmount: Number(amountMinor) / 100 });
  });

  it('filters by currency and by both days, included', async () => {
    expect(refsOf(await list(range, everything))).toEqual(
      made('NGN', '2026-04-02', '2026-05-06', own),
    );
    expect(refsOf(await list({ ...range, selectedCurrency: 'GBP' }, everything))).toEqual(
      made('GBP', '2026-04-02', '2026-05-06', own),
    );
    const oneDay = { ...range, fromDate: '06/05/2026', toDate: '06/05/2026' };
    const found = refsOf(await list(oneDay, everything));
    expect(found).toEqual(made('NGN', '2026-05-06', '2026-05-06', own));
    expect(found.length).toBeGreaterThan(0);
  });

  it('writes amounts in the currency’s own decimals', async () => {
    for (const [selectedCurrency, digits] of [
      ['JPY', 0],
      ['KWD', 3],
    ] as const) {
      const payments = await list({ ...range, selectedCurrency });
      expect(payments.length).toBe(3);
      for (const payment of payments) {
        const source = data.payments.find((p) => p.id === payment.id);
        expect(payment.requestedBankTransferAmount).toBe((source?.amountMinor ?? 0) / 10 ** digits);
      }
    }
  });

  it('gives pages of 20, the newest first, that together are the whole list', async () => {
    const whole = await list(range, everything);
    expect(whole.length).toBe(facts.count);
    expect(whole.map((p) => p.creationDate)).toEqual(
      whole
        .map((p) => p.creationDate)
        .sort()
        .reverse(),
    );
    const first = await list(range);
    expect(first.length).toBe(20);
    expect(await list(range, 'page=1')).toEqual(first);
    const paged = [];
    for (let page = 1; page <= Math.ceil(facts.count / 7); page++) {
      paged.push(...(await list(range, `page=${page}&size=7`)));
    }
    expect(paged).toEqual(whole);
    expect(await list(range, 'page=1000')).toEqual([]);
  });

  it('searches a part of the reference in either case and takes wildcards literally', async () => {
    const search = (searchablePaymentReference: string) =>
      list({ ...range, searchablePaymentReference }, everything);
    const part = facts.reference.slice(2, -2);
    const expected = made(
      'NGN',
      '2026-04-02',
      '2026-05-06',
      (p) => own(p) && p.searchablePaymentReference.includes(part),
    );
    expect(refsOf(await search(part))).toEqual(expected);
    expect(refsOf(await search(part.toLowerCase()))).toEqual(expected);
    expect(expected).toContain(facts.reference);
    expect(expected.length).toBeLessThan(facts.count);
    for (const nothing of ['%', '_', '\\', 'no such reference', 'x'.repeat(100_000)]) {
      expect(await search(nothing)).toEqual([]);
    }
    expect((await search('  ')).length).toBe(facts.count);
  });

  it('finds a reference with a letter wrong where nothing holds the text', async () => {
    const { reference } = facts;
    const slip = `${reference.slice(0, -2)}${reference.at(-2) === '7' ? '8' : '7'}${reference.slice(-1)}`;
    const found = await list({ ...range, searchablePaymentReference: slip }, everything);
    expect(refsOf(found)).toContain(reference);
    expect(found.length).toBeLessThan(facts.count);
  });

  it('shows customers their own and staff their organisation’s payments', async () => {
    const ofTenant = (tenant: string) => (p: { tenantId: string }) => p.tenantId === tenant;
    const { customer: person, otherManager } = data.named;
    const expected = made('NGN', '2026-04-02', '2026-05-06', ofTenant(person.tenantId));
    for (const staff of ['manager', 'agent'] as const) {
      const token = await server.tokenOf(staff);
      expect(refsOf(await list(range, everything, token))).toEqual(expected);
    }
    const other = refsOf(await list(range, everything, await server.tokenOf('otherManager')));
    expect(other).toEqual(made('NGN', '2026-04-02', '2026-05-06', ofTenant(otherManager.tenantId)));
    expect(other.length).toBeGreaterThan(0);
    expect(expected).not.toEqual(refsOf(await list(range, everything)));
  });

  it.each([
    ['no body', undefined, ''],
    ['a body that is no JSON', '{"selectedCurrency":', ''],
    ['no currency', { fromDate: '02/04/2026', toDate: '06/05/2026' }, ''],
    ['a date in another form', { ...defaults(), fromDate: '2026-04-02' }, ''],
    ['a day that does not exist', { ...defaults(), fromDate: '31/02/2026' }, ''],
    ['a month that does not exist', { ...defaults(), toDate: '01/13/2026' }, ''],
    ['a range the wrong way round', { ...defaults(), toDate: '01/04/2026' }, ''],
    ['a search that is a number', { ...defaults(), searchablePaymentReference: 7 }, ''],
    ['page 0', defaults(), 'page=0'],
    ['a page that is no number', defaults(), 'page=two'],
    ['half a page', defaults(), 'page=1.5'],
    ['a negative size', defaults(), 'size=-1'],
    ['an immense size', defaults(), 'size=1000000'],
  ])('answers %s with status FAILED and a message', async (_, body, query) => {
    const answer = await server.call('awaiting-payments', { token: customer, body, query });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        status: 'FAILED',
        message: expect.any(String),
        errors: [{ path: expect.any(String) }],
      },
    });
  });

  it('uses an index for every kind of listing', () => {
    for (const owner of ['user_id', 'tenant_id']) {
      const plan = server.db
        .prepare(
          `EXPLAIN QUERY PLAN SELECT id FROM payments WHERE ${owner} = ? AND currency = ?
           AND creation_date BETWEEN ? AND ? ORDER BY creation_date DESC, seq DESC LIMIT 20`,
        )
        .all('a', 'b', 'c', 'd') as { detail: string }[];
      expect(plan.map((step) => step.detail).join()).toMatch(/^SEARCH payments USING INDEX/);
    }
  });
});

function defaults() {
  return { selectedCurrency: 'NGN', fromDate: '02/04/2026', toDate: '06/05/2026' };
}
