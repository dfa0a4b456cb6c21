import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusinessClient, loanRequest, repayment } from './business-client.ts';
import { permissionsOf } from './records/people.ts';

let client: BusinessClient;
let token: string;

beforeAll(async () => {
  client = await BusinessClient.start();
  token = await client.tokenOf(client.server.cast.customer);
});
afterAll(() => client.server.stop());

describe('login, refresh and logout', () => {
  it.each([
    ['manager', 'MANAGER'],
    ['agent', 'AGENT'],
    ['cashier', 'CASHIER'],
    ['customer', 'CUSTOMER'],
  ] as const)('gives the %s the session of section 2.1', async (name, role) => {
    const user = client.server.cast[name];
    const { status, body } = await client.login(user);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[^.]+\.[^.]+\.[^.]+$/),
      expires_in: 3600,
      refresh_token: expect.any(String),
      user: {
        id: user.id,
        email: user.email,
        role,
        tenant_id: 'zenfin',
        permissions: permissionsOf(role),
      },
    });
  });

  it('refuses a wrong password and gives no token', async () => {
    const { email } = client.server.cast.customer;
    const { status, body } = await client.login({ email, password: 'wrong' });
    expect([status, body.access_token]).toEqual([401, undefined]);
  });

  it('refreshes with an expired token, and spends the refresh token', async () => {
    const expired = await client.state('expired-token');
    expect((await client.preference({ token: expired.token })).status).toBe(401);
    const body = { refresh_token: expired.refreshToken };
    const fresh = await client.security('refresh', expired.token, body);
    expect(fresh.body).toMatchObject({ access_token: expect.any(String), expires_in: 3600 });
    expect((await client.preference({ token: fresh.body.access_token })).status).toBe(200);
    expect((await client.security('refresh', expired.token, body)).status).toBe(401);
  });

  it('revokes the token at logout', async () => {
    const own = await client.tokenOf(client.server.cast.otherCustomer);
    expect((await client.security('logout', own)).status).toBe(200);
    expect((await client.preference({ token: own })).status).toBe(401);
  });
});

describe('access tokens', () => {
  it('answers 401 to a missing, malformed, altered or revoked one', async () => {
    const { token: revoked } = await client.state('revoked-api-token');
    const { token: old } = await client.state('expired-api-token');
    const [head, claims, end = ''] = token.split('.');
    const altered = `${head}.${claims}.${end.startsWith('A') ? 'B' : 'A'}${end.slice(1)}`;
    for (const wrong of [undefined, 'abc', 'a.b.c', altered, revoked, old]) {
      expect((await client.preference(wrong ? { token: wrong } : {})).status).toBe(401);
    }
  });

  it('takes API tokens, and Authorization: Bearer', async () => {
    const { token: api } = await client.state('api-token');
    expect((await client.preference({ token: api })).status).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    expect((await client.preference({ headers })).status).toBe(200);
  });
});

describe('awaiting payments', () => {
  it('lists 20 of the payments by default, and all of them over the pages', async () => {
    const { count } = await client.state('awaiting-payments');
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => client.payments({ token }, {}, `?page=${page}`)),
    );
    const lists = pages.map(({ body }) => body.data.awaitingPayments);
    expect(lists.map((list) => list.length)).toEqual([20, 20, count - 40, 0]);
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(count);
    expect(lists[0][0]).toMatchObject({
      payableType: 'TRANSACTION',
      currency: 'NGN',
      creationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      requestedBankTransferAmount: expect.any(Number),
    });
  });

  it('finds a payment by a part of its reference', async () => {
    const { reference } = await client.state('awaiting-payments');
    const found = await client.payments(
      { token },
      { searchablePaymentReference: reference.slice(3).toLowerCase() },
    );
    expect(found.body.data.awaitingPayments).toMatchObject([
      { searchablePaymentReference: reference },
    ]);
  });

  it.each(['selectedCurrency', 'fromDate', 'toDate'])('fails without %s', async (field) => {
    const { status, body } = await client.payments({ token }, { [field]: undefined });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'FAILED', message: expect.any(String) });
  });

  it.each(['platform', 'uuid'])('fails without the header %s', async (name) => {
    const { status, body } = await client.payments({ token, headers: { [name]: undefined } });
    expect([status, body.status]).toEqual([400, 'FAILED']);
  });

  it('refuses the cashier with the 403 of section 7', async () => {
    const cashier = await client.tokenOf(client.server.cast.cashier);
    const { status, body } = await client.payments({ token: cashier });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'forbidden', role: 'CASHIER' });
    expect(body.message).toContain('CASHIER');
  });
});

describe('request-loan', () => {
  it('creates an application, on either host, once for a key', async () => {
    const { customer } = client.server.cast;
    const headers = { 'x-idempotency-key': randomUUID() };
    const first = await client.requestLoan(loanRequest(customer), { token, headers });
    const again = await client.requestLoan(loanRequest(customer), { token, headers });
    expect([first.status, again.body]).toEqual([200, first.body]);
    const other = await client.requestLoan(loanRequest(customer), { token, host: 'lending' });
    expect(other.body.ticket).not.toBe(first.body.ticket);
  });

  it.each(
    Object.keys(
      loanRequest({} as never, {
        dateOfBirth: '',
        employmentStatus: '',
        eligibilityAnswers: undefined,
      }),
    ).filter((field) => field !== 'eligibilityAnswers'),
  )('refuses a request without %s', async (field) => {
    const body = loanRequest(client.server.cast.customer, { [field]: undefined });
    expect((await client.requestLoan(body, { token })).status).toBe(400);
  });

  it('refuses any status but REQUESTED, and a date of another form', async () => {
    for (const wrong of [
      { loanApplicationStatusEnum: 'ACCEPTED' },
      { dateOfBirth: '31/12/1990' },
      { dateOfBirth: '1990-02-30' },
    ]) {
      const body = loanRequest(client.server.cast.customer, wrong);
      expect((await client.requestLoan(body, { token })).status).toBe(400);
    }
  });

  it.each([
    'x-idempotency-key',
    'x-fapi-auth-date',
    'x-fapi-customer-ip-address',
    'x-fapi-interaction-id',
  ])('refuses a request without the header %s', async (name) => {
    const body = loanRequest(client.server.cast.customer);
    const { status } = await client.requestLoan(body, { token, headers: { [name]: undefined } });
    expect(status).toBe(400);
  });

  it('refuses managers and cashiers by 403', async () => {
    for (const name of ['manager', 'cashier'] as const) {
      const own = await client.tokenOf(client.server.cast[name]);
      const body = loanRequest(client.server.cast.customer);
      expect((await client.requestLoan(body, { token: own })).status).toBe(403);
    }
  });
});

describe('repay-loan', () => {
  it('records a repayment with all that section 2.5 lists', async () => {
    const loan = await client.state('active-loan');
    const { status, body } = await client.repay(loan.customerId, repayment(loan), { token });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      verificationStatus: 'PENDING_VERIFICATION',
      paid: loan.totalPayable,
      payer: { name: loan.customerName, email: loan.customerEmail },
      product: loan.productName,
      reference: loan.repaymentReference,
    });
  });

  it.each(['closed-loan', 'third-party-loan', 'loan-without-application'])(
    'fails for a %s',
    async (state) => {
      const loan = await client.state(state);
      const { status, body } = await client.repay(loan.customerId, repayment(loan), { token });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toMatchObject({ status: 'FAILED', message: expect.any(String) });
    },
  );

  it('fails for a user without loan', async () => {
    const loan = await client.state('no-active-loan');
    const own = (await client.login(loan)).body.access_token;
    const { body } = await client.repay(loan.customerId, repayment(loan), { token: own });
    expect(body.status).toBe('FAILED');
  });

  it("fails for a wrong amount, another's bank account and another customer", async () => {
    const loan = await client.state('active-loan');
    const { bankAccountId } = await client.state('foreign-bank-account');
    const customerId = client.server.cast.otherCustomer.id;
    for (const wrong of [
      { repaymentAmount: 0 },
      { repaymentAmount: -1 },
      { repaymentAmount: loan.totalPayable + 0.01 },
      { bankAccountId },
      { customerId },
      { accountId: randomUUID() },
      { paymentDate: 'tomorrow' },
    ]) {
      const { body } = await client.repay(loan.customerId, repayment(loan, wrong), { token });
      expect(body.status).toBe('FAILED');
    }
    const foreign = await client.repay(customerId, repayment(loan, { customerId }), { token });
    expect([foreign.status, foreign.body.role]).toEqual([403, 'CUSTOMER']);
  });
});

describe('update-application', () => {
  it.each([
    ['true', 'ACCEPTED'],
    ['false', 'WITHDRAWN'],
  ])('answers status=%s by %s, once', async (status, loanStatus) => {
    const { applicationId } = await client.state('offer-sent');
    const { body } = await client.answerOffer(applicationId, status, { token });
    expect(body).toMatchObject({ status: 'SUCCESS', data: { applicationId, loanStatus } });
    expect(Object.keys(body.data)).toHaveLength(14);
    expect((await client.answerOffer(applicationId, status, { token })).status).toBe(409);
  });

  it("refuses a status that is none, a requested loan and another's offer", async () => {
    const { applicationId } = await client.state('loan-requested');
    expect((await client.answerOffer(applicationId, 'perhaps', { token })).status).toBe(400);
    expect((await client.answerOffer(applicationId, 'true', { token })).status).toBe(409);
    const other = await client.state('offer-sent-other');
    expect((await client.answerOffer(other.applicationId, 'true', { token })).status).toBe(403);
  });
});

describe('portfolios', () => {
  it('lists 10 by default, and all of them over the pages', async () => {
    const { customerId, count } = await client.state('portfolios');
    const lengths = [];
    for (const page of [1, 2, 3, 4]) {
      lengths.push((await client.portfolios(customerId, { token }, `?page=${page}`)).body.length);
    }
    expect(lengths).toEqual([10, 10, count - 20, 0]);
  });

  it("refuses another customer's, and a missing header", async () => {
    const { cast } = client.server;
    expect((await client.portfolios(cast.otherCustomer.id, { token })).status).toBe(403);
    for (const name of ['platform', 'uuid', 'x-idempotency-key']) {
      const headers = { [name]: undefined };
      expect((await client.portfolios(cast.customer.id, { token, headers })).status).toBe(400);
    }
  });
});
