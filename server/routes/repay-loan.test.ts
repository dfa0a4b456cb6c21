import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { schemas } from '../../contract/schemas.ts';
import type { StateValues } from '../states.ts';
import { repaymentBody, type TestServer, testServer } from '../test-client.ts';

let server: TestServer;
let token: string;
let loan: StateValues;

beforeEach(async () => {
  server = testServer();
  token = await server.tokenOf('customer');
  loan = server.state('active-loan');
});

const repay = (changes: Record<string, unknown> = {}, of = loan, headers = {}) =>
  server.call('repay-loan', {
    token,
    path: { 'user-id': String(of.customerId) },
    headers,
    body: repaymentBody(of, changes),
  });
const repaid = (of = loan) => server.dependencies.store.repayments.ofLoan(String(of.accountId));
const owed = (of = loan) =>
  server.dependencies.store.loans.ofUser(String(of.accountId), String(of.customerId))
    ?.totalPayableMinor;

describe('repay-loan', () => {
  it('records a repayment that awaits verification and tells what section 2.5 lists', async () => {
    const { status, body } = await repay({ repaymentAmount: 12.34, paymentNarration: 'June' });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'SUCCESS',
      data: {
        repaymentRecordId: repaid()[0]?.id,
        accountId: loan.accountId,
        repaymentAmount: 12.34,
        currencyCode: expect.any(String),
        customerName: loan.customerName,
        customerEmail: loan.customerEmail,
        loanProductName: loan.productName,
        repaymentReference: loan.repaymentReference,
        paymentDate: '2026-07-01T12:00:00.000Z',
        paymentNarration: 'June',
        verificationStatus: 'PENDING_VERIFICATION',
        message: expect.any(String),
      },
    });
  });

  it('keeps the payment date that is given', async () => {
    for (const paymentDate of ['2026-06-30', '2026-06-30T08:15:00Z', '2026-06-30T08:15:00+01:00']) {
      expect((await repay({ paymentDate })).body.data.paymentDate).toBe(paymentDate);
    }
  });

  it('takes the whole total payable, then refuses the closed loan', async () => {
    expect((await repay({ repaymentAmount: loan.totalPayable })).status).toBe(200);
    expect(owed()).toBe(0);
    expect(await repay({ repaymentAmount: 0.01 })).toMatchObject({
      status: 409,
      body: { status: 'FAILED', message: expect.stringContaining('Loan closed') },
    });
  });

  it('counts unverified repayments against the total payable', async () => {
    expect((await repay({ repaymentAmount: 0.01 })).status).toBe(200);
    expect((await repay({ repaymentAmount: loan.totalPayable })).status).toBe(400);
    expect(repaid().length).toBe(1);
  });

  it.each([0, -1, -0.01, 'above', 0.001])('refuses the amount %s with 400', async (amount) => {
    const repaymentAmount = amount === 'above' ? Number(loan.totalPayable) + 0.01 : amount;
    const answer = await repay({ repaymentAmount });
    expect(answer).toMatchObject({ status: 400, body: { status: 'FAILED' } });
    expect(answer.body.message).toContain('repaymentAmount');
    expect(repaid()).toEqual([]);
  });

  it.each([
    ['closed-loan', 409, 'Loan closed'],
    ['third-party-loan', 409, 'Manual repayment not allowed'],
    ['loan-without-application', 409, 'Missing loan application'],
  ])('refuses a %s', async (state, status, message) => {
    const defective = server.state(state);
    const answer = await repay({}, defective);
    expect(answer).toMatchObject({ status, body: { status: 'FAILED' } });
    expect(answer.body.message).toContain(message);
    expect(repaid(defective)).toEqual([]);
  });

  it('answers a user without a loan with 404', async () => {
    const { email, password, ...values } = server.state('no-active-loan');
    const login = await server.call('login', { body: { email, currentPassword: password } });
    const answer = await server.call('repay-loan', {
      token: login.body.access_token,
      path: { 'user-id': String(values.customerId) },
      body: repaymentBody(values),
    });
    expect(answer).toMatchObject({ status: 404, body: { status: 'FAILED' } });
  });

  it('refuses another user’s path, customerId and bank account with 403 and FAILED', async () => {
    const stranger = '11111111-2222-4333-8444-555555555555';
    const { bankAccountId } = server.state('foreign-bank-account');
    const answers = [
      await repay({}, { ...loan, customerId: stranger }),
      await repay({ customerId: stranger }),
      await repay({ bankAccountId }),
      await repay({ bankAccountId: stranger }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 403,
        body: { status: 'FAILED', error: 'forbidden', role: 'CUSTOMER' },
      });
    }
    expect(repaid()).toEqual([]);
  });

  it('takes identifiers in upper case', async () => {
    const upper = Object.fromEntries(
      ['customerId', 'accountId', 'bankAccountId'].map((id) => [
        id,
        String(loan[id]).toUpperCase(),
      ]),
    );
    expect((await repay(upper)).status).toBe(200);
  });

  const required = (schemas['repay-loan-request'] as { required: string[] }).required;
  it.each(required)('demands %s', async (field) => {
    for (const value of [undefined, null, {}]) {
      const answer = await repay({ [field]: value });
      expect(answer).toMatchObject({ status: 400, body: { status: 'FAILED' } });
      expect(answer.body.message).toContain(field);
    }
  });

  it('refuses a payment date that does not exist', async () => {
    expect((await repay({ paymentDate: '2026-02-30' })).status).toBe(400);
  });

  it('adds up: what was repaid and what is owed are always the first total', async () => {
    const cents = fc.integer({ min: -50, max: 400_000 });
    const requests = fc.array(fc.record({ cents, key: fc.integer({ min: 0, max: 5 }) }), {
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(requests, async (calls) => {
        const fresh = server.state('active-loan');
        const total = owed(fresh);
        const effects = new Map<number, { cents: number; id: string }>();
        for (const { cents, key } of calls) {
          const headers = { 'x-idempotency-key': `${fresh.accountId}-${key}` };
          const { status, body } = await repay({ repaymentAmount: cents / 100 }, fresh, headers);
          const earlier = effects.get(key);
          if (earlier === undefined) {
            if (status === 200) {
              effects.set(key, { cents, id: body.data.repaymentRecordId });
            }
          } else if (cents > 0) {
            expect(status).toBe(earlier.cents === cents ? 200 : 422);
            if (status === 200) {
              expect(body.data.repaymentRecordId).toBe(earlier.id);
            }
          }
        }
        const rows = repaid(fresh);
        expect(rows.map((row) => row.id).sort()).toEqual(
          [...effects.values()].map((e) => e.id).sort(),
        );
        const sum = rows.reduce((sum, row) => sum + row.amountMinor, 0);
        expect(sum + Number(owed(fresh))).toBe(total);
      }),
      { numRuns: 25, seed: 20261121 },
    );
  });
});
