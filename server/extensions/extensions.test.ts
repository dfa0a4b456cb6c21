import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StandardUserName } from '../../fixtures/standard-users.ts';
import { loanRequest, repaymentBody, type TestServer, testServer } from '../test-client.ts';
import { extensionsOf } from './testing/call-extension.ts';

let server: TestServer;
beforeEach(() => {
  server = testServer();
});

const call = extensionsOf(() => server);

/** The answer about another's data (section 7). */
const FOREIGN = {
  status: 403,
  body: { error: 'forbidden', message: expect.any(String), role: 'MANAGER' },
};

describe('an offer', () => {
  const offer = (id: unknown, as: StandardUserName) => call('send-offer', as, { id: String(id) });

  it('moves an application from REQUESTED to OFFER_SENT, once, by the lender’s staff', async () => {
    const { applicationId } = server.state('loan-requested');
    for (const user of ['customer', 'cashier'] as const) {
      expect((await offer(applicationId, user)).status).toBe(403);
    }
    expect(await offer(applicationId, 'otherManager')).toMatchObject(FOREIGN);
    expect((await offer(randomUUID(), 'manager')).status).toBe(404);
    expect((await offer(applicationId, 'agent')).body).toMatchObject({
      status: 'SUCCESS',
      data: { applicationId, loanStatus: 'OFFER_SENT' },
    });
    expect((await offer(applicationId, 'agent')).status).toBe(409);
    const accepted = await server.call('update-application', {
      token: await server.tokenOf('customer'),
      path: { 'loan-application-id': String(applicationId) },
      query: 'status=true',
    });
    expect(accepted.body.data.loanStatus).toBe('ACCEPTED');
  });
});

describe('paying out', () => {
  const disburse = (id: unknown, as: StandardUserName) =>
    call('disburse-loan', as, { id: String(id) });

  /** An offer that the customer accepts. */
  async function accepted() {
    const { applicationId } = server.state('offer-sent');
    const answer = await server.call('update-application', {
      token: await server.tokenOf('customer'),
      path: { 'loan-application-id': String(applicationId) },
      query: 'status=true',
    });
    expect(answer.body.data.loanStatus).toBe('ACCEPTED');
    return String(applicationId);
  }

  it('makes the loan of an accepted application, once, with the interest of its product', async () => {
    const applicationId = await accepted();
    const { status, body } = await disburse(applicationId, 'agent');
    expect(status).toBe(200);
    const { store } = server.dependencies;
    const application = store.loanApplications.byId(applicationId);
    const product = store.loanProducts.ofTenant(
      String(application?.loanProductId),
      String(application?.tenantId),
    );
    const principal = Number(application?.requestedAmountMinor);
    const interest = Math.round((principal * Number(product?.interestBasisPoints)) / 10_000);
    expect(store.loans.ofUser(body.data.accountId, String(application?.userId))).toMatchObject({
      loanApplicationId: applicationId,
      principalMinor: principal,
      totalPayableMinor: principal + interest,
      status: 'active',
    });
    expect(interest).toBeGreaterThan(0);
    expect((await disburse(applicationId, 'manager')).status).toBe(409);
  });

  it('is refused before the offer is accepted, after it is withdrawn, and of what is unknown', async () => {
    expect((await disburse(server.state('loan-requested').applicationId, 'agent')).status).toBe(
      409,
    );
    expect((await disburse(server.state('offer-sent').applicationId, 'agent')).status).toBe(409);
    expect((await disburse(randomUUID(), 'agent')).status).toBe(404);
    expect(await disburse(await accepted(), 'otherManager')).toMatchObject(FOREIGN);
  });

  it('is refused, and undone, where the total cannot be told exactly', async () => {
    const { loanProductId, currencyCode } = server.state('loan-product');
    const token = await server.tokenOf('customer');
    const body = loanRequest(
      { loanProductId: String(loanProductId), currencyCode: String(currencyCode) },
      { loanAmount: 90_000_000_000_000 },
    );
    const { applicationId } = (await server.call('request-loan', { token, body })).body.data;
    server.dependencies.store.loanApplications.move(applicationId, 'REQUESTED', 'ACCEPTED');
    expect((await disburse(applicationId, 'agent')).status).toBe(409);
    const { id } = server.dependencies.store.users.byEmail('customer@savannah.example') ?? {};
    expect(
      server.dependencies.store.loans.ofApplication(applicationId, String(id)),
    ).toBeUndefined();
  });

  it('makes the account it goes to one that repayments may come from, once', async () => {
    const paidOut = async () => {
      const token = await server.tokenOf('agent');
      const body = loanRequest(server.state('loan-product'), { accountNumber: '0000000042' });
      const { applicationId } = (await server.call('request-loan', { token, body })).body.data;
      server.dependencies.store.loanApplications.move(applicationId, 'REQUESTED', 'ACCEPTED');
      return (await disburse(applicationId, 'manager')).body.data;
    };
    const [one, two] = [await paidOut(), await paidOut()];
    expect(one.bankAccountId).toBe(two.bankAccountId);
    const { id } = server.dependencies.store.users.byEmail('agent@savannah.example') ?? {};
    const { belongsTo } = server.dependencies.store.bankAccounts;
    expect(belongsTo(one.bankAccountId, String(id))).toBe(true);
  });
});

describe('loan products', () => {
  it('are listed with what a request for a loan must say of them', async () => {
    const { body } = await call('list-loan-products', 'customer');
    const { loanProductId, currencyCode } = server.state('loan-product');
    expect(body.data.loanProducts).toContainEqual(
      expect.objectContaining({ loanProductId, currencyCode, manualRepaymentAllowed: true }),
    );
  });
});

describe('a repayment', () => {
  async function repaid(repaymentAmount: unknown) {
    const loan = server.state('active-loan');
    const { body } = await server.call('repay-loan', {
      token: await server.tokenOf('customer'),
      path: { 'user-id': String(loan.customerId) },
      body: repaymentBody(loan, { repaymentAmount: repaymentAmount ?? loan.totalPayable }),
    });
    const stored = () =>
      server.dependencies.store.loans.ofUser(String(loan.accountId), String(loan.customerId));
    const verify = (as: StandardUserName, verificationStatus: string) =>
      call('verify-repayment', as, {
        id: body.data.repaymentRecordId,
        body: { verificationStatus },
      });
    return { loan, stored, verify };
  }

  it('that is rejected is owed again and opens the loan, once', async () => {
    const { loan, stored, verify } = await repaid(undefined);
    expect(stored()).toMatchObject({ status: 'closed', totalPayableMinor: 0 });
    expect((await verify('manager', 'REJECTED')).status).toBe(200);
    const total = Number(loan.totalPayable) * 100;
    expect(stored()).toMatchObject({ status: 'active', totalPayableMinor: total });
    expect((await verify('manager', 'REJECTED')).status).toBe(409);
    expect(stored()).toMatchObject({ totalPayableMinor: total });
  });

  it('that is verified stays repaid; strangers and other values are refused', async () => {
    const { loan, stored, verify } = await repaid(10);
    expect((await verify('customer', 'VERIFIED')).status).toBe(403);
    expect(await verify('otherManager', 'VERIFIED')).toMatchObject(FOREIGN);
    const unknown = { id: randomUUID(), body: { verificationStatus: 'VERIFIED' } };
    expect((await call('verify-repayment', 'manager', unknown)).status).toBe(404);
    expect((await verify('agent', 'MAYBE')).status).toBe(400);
    expect((await verify('agent', 'VERIFIED')).status).toBe(200);
    expect(stored()?.totalPayableMinor).toBe(Number(loan.totalPayable) * 100 - 1000);
  });

  it('is prepared by instructions that name the reference', async () => {
    const loan = server.state('active-loan');
    const { loanApplicationId } =
      server.dependencies.store.loans.ofUser(String(loan.accountId), String(loan.customerId)) ?? {};
    const instructions = (as: StandardUserName, id: unknown) =>
      call('repayment-instructions', as, { id: String(id) });
    expect((await instructions('customer', loanApplicationId)).body.data).toMatchObject({
      accountId: loan.accountId,
      repaymentReference: loan.repaymentReference,
      totalPayable: loan.totalPayable,
      manualRepaymentAllowed: true,
    });
    expect(await instructions('otherCustomer', loanApplicationId)).toMatchObject({
      ...FOREIGN,
      body: { ...FOREIGN.body, role: 'CUSTOMER' },
    });
    expect((await instructions('customer', randomUUID())).status).toBe(404);
  });
});
