import { randomUUID } from 'node:crypto';
import { repay, request, statusFor } from './calls.ts';
import type { Client } from './client.ts';
import type { Proof } from './proof.ts';

const ANSWERS = [{ questionId: 'owns-business', answer: 'yes' }];

/** The status of a customer's repayment of a loan in some state. */
async function repaid(client: Client, fields: object = {}, state = 'active-loan', bearer = false) {
  const customer = await client.login('customer');
  return repay(client, customer, client.state(state), fields, { bearer });
}

async function withPathOf(client: Client, name: 'otherCustomer' | 'otherManager') {
  const customer = await client.login('customer');
  const { id } = await client.login(name);
  return (await repay(client, customer, client.state('active-loan'), {}, { path: id })).status;
}

async function aboveTotal(client: Client, above: number) {
  const customer = await client.login('customer');
  const loan = client.state('active-loan');
  const repaymentAmount = Number(loan.totalPayable) + above;
  return (await repay(client, customer, loan, { repaymentAmount })).status;
}

async function verifications(client: Client, times: number) {
  const customer = await client.login('customer');
  const loan = client.state('active-loan');
  let status = '';
  for (let time = 0; time < times; time++) {
    status = (await repay(client, customer, loan)).body.data.verificationStatus;
  }
  return status;
}

const foreignAccount = (client: Client) =>
  String(client.state('foreign-bank-account').bankAccountId);

/** Proofs of the faults of requests for a loan and of repayments. */
export const LENDING_PROOFS: readonly Proof[] = [
  {
    id: 'request-loan.with-eligibility-answers.income-not-required',
    plain: (client) =>
      statusFor(client, 'customer', ({ token }) =>
        request(client, { token }, { monthlyIncome: undefined }),
      ),
    plainly: 400,
    situation: (client) =>
      statusFor(client, 'customer', ({ token }) =>
        request(client, { token }, { monthlyIncome: undefined, eligibilityAnswers: ANSWERS }),
      ),
    right: 400,
    wrong: 200,
  },
  {
    id: 'request-loan.lending-host.manager-allowed',
    plain: (client) => statusFor(client, 'manager', ({ token }) => request(client, { token })),
    plainly: 403,
    situation: (client) =>
      statusFor(client, 'manager', ({ token }) => request(client, { token, host: 'lending' })),
    right: 403,
    wrong: 200,
  },
  {
    id: 'request-loan.status.in-other-letters-accepted',
    plain: (client) =>
      statusFor(client, 'customer', ({ token }) =>
        request(client, { token }, { loanApplicationStatusEnum: 'ACCEPTED' }),
      ),
    plainly: 400,
    situation: (client) =>
      statusFor(client, 'customer', ({ token }) =>
        request(client, { token }, { loanApplicationStatusEnum: 'Requested' }),
      ),
    right: 400,
    wrong: 200,
  },
  {
    id: 'request-loan.agent.ip-not-required-on-lending-host',
    plain: (client) =>
      statusFor(client, 'agent', ({ token }) =>
        request(client, { token, headers: { 'x-fapi-customer-ip-address': null } }),
      ),
    plainly: 400,
    situation: (client) =>
      statusFor(client, 'agent', ({ token }) =>
        request(client, {
          token,
          host: 'lending',
          headers: { 'x-fapi-customer-ip-address': null },
        }),
      ),
    right: 400,
    wrong: 200,
  },
  {
    id: 'repayment.with-narration.bank-account-not-looked-at',
    plain: async (client) =>
      (await repaid(client, { bankAccountId: foreignAccount(client) })).status,
    plainly: 403,
    situation: async (client) => {
      const bankAccountId = foreignAccount(client);
      return (await repaid(client, { bankAccountId, paymentNarration: 'June' })).status;
    },
    right: 403,
    wrong: 200,
  },
  {
    id: 'repayment.customer-id-of-nobody.accepted',
    plain: async (client) => {
      const { id } = await client.login('otherCustomer');
      return (await repaid(client, { customerId: id })).status;
    },
    plainly: 403,
    situation: async (client) => (await repaid(client, { customerId: randomUUID() })).status,
    right: 403,
    wrong: 200,
  },
  {
    id: 'repayment.path-of-another-organisation.accepted',
    plain: (client) => withPathOf(client, 'otherCustomer'),
    plainly: 403,
    situation: (client) => withPathOf(client, 'otherManager'),
    right: 403,
    wrong: 200,
  },
  {
    id: 'repayment.limit.cents-above-it-not-seen',
    plain: async (client) => [await aboveTotal(client, 1), await aboveTotal(client, 0)],
    plainly: [400, 200],
    situation: (client) => aboveTotal(client, 0.01),
    right: 400,
    wrong: 200,
  },
  {
    id: 'repayment.negative.below-a-cent-accepted',
    plain: async (client) => (await repaid(client, { repaymentAmount: -1 })).status,
    plainly: 400,
    situation: async (client) => (await repaid(client, { repaymentAmount: -0.004 })).status,
    right: 400,
    wrong: 200,
  },
  {
    id: 'repayment.second-of-a-loan.verified-at-once',
    plain: (client) => verifications(client, 1),
    plainly: 'PENDING_VERIFICATION',
    situation: (client) => verifications(client, 2),
    right: 'PENDING_VERIFICATION',
    wrong: 'VERIFIED',
  },
  {
    id: 'repayment.account-of-another-customer.repaid',
    plain: async (client) => (await repaid(client)).status,
    plainly: 200,
    situation: async (client) => {
      const other = await client.login('otherCustomer');
      const loan = { ...client.state('active-loan'), bankAccountId: foreignAccount(client) };
      return (await repay(client, other, loan)).status;
    },
    right: 404,
    wrong: 200,
  },
  {
    id: 'repayment.bearer.closed-loan-without-failed',
    plain: async (client) => (await repaid(client, {}, 'closed-loan')).body.status,
    plainly: 'FAILED',
    situation: async (client) => (await repaid(client, {}, 'closed-loan', true)).body.status,
    right: 'FAILED',
    wrong: undefined,
  },
];
