import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../dependencies.ts';
import type { StateValues } from '../states.ts';
import { loanRequest, repaymentBody, type TestServer, testServer } from '../test-client.ts';

let server: TestServer;
let token: string;
let loan: StateValues;

beforeEach(async () => {
  server = testServer();
  token = await server.tokenOf('customer');
  loan = server.state('active-loan');
});

const repay = (key: string, changes: Record<string, unknown> = {}) =>
  server.call('repay-loan', {
    token,
    path: { 'user-id': String(loan.customerId) },
    headers: { 'x-idempotency-key': key },
    body: repaymentBody(loan, changes),
  });
const effects = () => server.dependencies.store.repayments.ofLoan(String(loan.accountId)).length;

describe('a repeated x-idempotency-key', () => {
  it('has one effect and gives the stored answer', async () => {
    const first = await repay('key');
    server.clock.advance(60_000);
    const second = await repay('key');
    expect(first.status).toBe(200);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(effects()).toBe(1);
  });

  it('has one effect when eight come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => repay('key')));
    expect(new Set(answers.map((answer) => answer.body.data.repaymentRecordId)).size).toBe(1);
    expect(effects()).toBe(1);
  });

  it('is answered with 422 when the body is another', async () => {
    await repay('key');
    expect(await repay('key', { repaymentAmount: 11 })).toMatchObject({
      status: 422,
      body: { status: 'FAILED' },
    });
    expect(effects()).toBe(1);
  });

  it('is free again after a refusal', async () => {
    expect((await repay('key', { repaymentAmount: 0 })).status).toBe(400);
    expect((await repay('key', { repaymentAmount: Number(loan.totalPayable) + 1 })).status).toBe(
      400,
    );
    expect((await repay('key')).status).toBe(200);
    expect(effects()).toBe(1);
  });

  it('is a new key after 24 hours', async () => {
    await repay('key');
    server.clock.advance(24 * 3600_000);
    token = await server.tokenOf('customer');
    expect((await repay('key')).status).toBe(200);
    expect(effects()).toBe(2);
  });

  it('is not forgotten because the clock of the machine jumps ahead and back', async () => {
    let wall = server.clock.now();
    const jumps: number[] = [];
    const { now, ahead } = systemClock(
      (jump) => jumps.push(jump),
      () => wall,
      () => 0,
    );
    Object.assign(server.dependencies.clock, { now, ahead });
    const first = await repay('key');
    const day = 24 * 3600_000;
    wall += 2 * day;
    const fresh = await server.tokenOf('customer');
    const path = { 'user-id': String(loan.customerId) };
    const headers = { 'x-idempotency-key': 'key' };
    const again = { token: fresh, path, headers, body: repaymentBody(loan) };
    expect((await server.call('repay-loan', again)).body).toEqual(first.body);
    wall -= 2 * day;
    expect((await repay('key')).body).toEqual(first.body);
    expect(effects()).toBe(1);
    expect(jumps).toEqual([2 * day, -2 * day]);
  });

  it('gives the answer to an offer again instead of a refusal', async () => {
    const { applicationId } = server.state('offer-sent');
    const call = (query: string) =>
      server.call('update-application', {
        token,
        path: { 'loan-application-id': String(applicationId) },
        headers: { 'x-idempotency-key': 'key' },
        query,
      });
    const first = await call('status=true');
    expect((await call('status=true')).body).toEqual(first.body);
    expect((await call('status=false')).status).toBe(422);
  });

  it('belongs to one user and one endpoint', async () => {
    const product = server.state('loan-product');
    const headers = { 'x-idempotency-key': 'key' };
    const request = (as: string) =>
      server.call('request-loan', { token: as, headers, body: loanRequest(product) });
    const mine = await request(token);
    const others = await request(await server.tokenOf('otherCustomer'));
    expect(others.body.data.applicationId).not.toBe(mine.body.data.applicationId);
    expect((await repay('key')).status).toBe(200);
  });

  it('is the same request whatever the order of its fields', async () => {
    const first = await repay('key', { extra: { a: 1, b: [{ c: 2, d: 3 }] } });
    const body = repaymentBody(loan, { extra: { a: 1, b: [{ c: 2, d: 3 }] } });
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .map(([name, inner]) => [name, turned(inner)])
                .reverse(),
            )
          : value;
    const send = (text: string) =>
      server.call('repay-loan', {
        token,
        path: { 'user-id': String(loan.customerId) },
        headers: { 'x-idempotency-key': 'key' },
        body: text,
      });
    const again = await send(JSON.stringify(turned(body)));
    expect([again.status, again.body]).toEqual([200, first.body]);
    const other = { ...body, extra: { a: 1, b: [{ c: 3, d: 2 }] } };
    expect((await send(JSON.stringify(other))).status).toBe(422);
    expect(effects()).toBe(1);
  });

  it('may not be longer than 255 characters', async () => {
    expect((await repay('k'.repeat(256))).status).toBe(400);
    expect((await repay('k'.repeat(255))).status).toBe(200);
  });
});

it('undoes the effect when its answer cannot be stored', async () => {
  server.db.exec(
    `CREATE TRIGGER full BEFORE INSERT ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  expect((await repay('key')).status).toBe(500);
  expect(effects()).toBe(0);
  server.db.exec('DROP TRIGGER full');
  expect((await repay('key')).status).toBe(200);
});
