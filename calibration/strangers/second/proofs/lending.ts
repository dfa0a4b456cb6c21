import { randomUUID } from 'node:crypto';
import type { StandardUserName } from '../../../../fixtures/standard-users.ts';
import { repay, request, statusFor } from '../../proofs/calls.ts';
import type { Call, Client } from '../../proofs/client.ts';
import type { Proof } from '../../proofs/proof.ts';

/** The status of a request for a loan. */
const asked = (client: Client, name: StandardUserName, fields: object, call: Call = {}) =>
  statusFor(client, name, ({ token }) => request(client, { ...call, token }, fields));

const ANSWERS = [{ questionId: 'owns-business', answer: 'yes' }];

/** How many applications requests make that are sent under these keys to these hosts. */
async function applications(client: Client, calls: readonly [string, Call['host']][]) {
  const { token } = await client.login('customer');
  const made = new Set<string>();
  for (const [key, host] of calls) {
    const headers = { 'x-idempotency-key': key };
    const { body } = await request(client, { token, headers, ...(host && { host }) });
    made.add(body.data.applicationId);
  }
  return made.size;
}

/** The answers to repayments of one customer, of loans in these states. */
async function repaid(client: Client, states: readonly string[], fields: object = {}) {
  const customer = await client.login('customer');
  const answers = [];
  for (const state of states) {
    const loan = client.state(state);
    answers.push({ loan, ...(await repay(client, customer, loan, fields)) });
  }
  return answers;
}

const statusesOf = async (client: Client, states: readonly string[], fields: object = {}) =>
  (await repaid(client, states, fields)).map(({ status }) => status);

/** The statuses of an earlier repayment, if any, and of one of all that is left then. */
async function rest(client: Client, earlier: number) {
  const customer = await client.login('customer');
  const loan = client.state('active-loan');
  const amounts = [earlier, Number(loan.totalPayable) - earlier].filter((amount) => amount > 0);
  const statuses: number[] = [];
  for (const repaymentAmount of amounts) {
    statuses.push((await repay(client, customer, loan, { repaymentAmount })).status);
  }
  return statuses;
}

const referencesTold = async (client: Client, states: readonly string[]) =>
  (await repaid(client, states)).map(
    ({ loan, body }) => body.data.repaymentReference === loan.repaymentReference,
  );

const amountTold = async (client: Client, repaymentAmount: number) =>
  (await repaid(client, ['active-loan'], { repaymentAmount }))[0]?.body.data.repaymentAmount;

/** What a customer without a loan is answered. */
async function withoutLoan(client: Client, fields: object) {
  const customer = await client.login('customerWithoutLoan');
  const { status, body } = await repay(client, customer, client.state('no-active-loan'), fields);
  return [status, body.status];
}

/** Proofs of the faults of requests for a loan. */
export const REQUEST_PROOFS: readonly Proof[] = [
  {
    id: 'second.request-loan.agent.eligibility-answers-demanded',
    plain: async (client) => [
      await asked(client, 'customer', {}),
      await asked(client, 'agent', { eligibilityAnswers: ANSWERS }),
    ],
    plainly: [200, 200],
    situation: (client) => asked(client, 'agent', {}),
    right: 200,
    wrong: 400,
  },
  {
    id: 'second.request-loan.self-employed.income-not-required',
    plain: (client) => asked(client, 'customer', { monthlyIncome: undefined }),
    plainly: 400,
    situation: (client) => {
      const fields = { employmentStatus: 'SELF_EMPLOYED', monthlyIncome: undefined };
      return asked(client, 'customer', fields);
    },
    right: 400,
    wrong: 200,
  },
  {
    id: 'second.request-loan.second-of-a-customer.bvn-not-required',
    plain: (client) => asked(client, 'customer', { bvn: undefined }),
    plainly: 400,
    situation: async (client) => {
      await asked(client, 'customer', {});
      return asked(client, 'customer', { bvn: undefined });
    },
    right: 400,
    wrong: 200,
  },
  {
    id: 'second.request-loan.agent.status-of-an-offer-accepted',
    plain: (client) => asked(client, 'customer', { loanApplicationStatusEnum: 'OFFER_SENT' }),
    plainly: 400,
    situation: (client) => asked(client, 'agent', { loanApplicationStatusEnum: 'OFFER_SENT' }),
    right: 400,
    wrong: 200,
  },
  {
    id: 'second.request-loan.repeated-on-the-lending-host.processed-twice',
    plain: (client) => {
      const key = randomUUID();
      return applications(client, [
        [key, 'lending'],
        [key, 'lending'],
      ]);
    },
    plainly: 1,
    situation: (client) => {
      const key = randomUUID();
      return applications(client, [
        [key, 'base'],
        [key, 'lending'],
      ]);
    },
    right: 1,
    wrong: 2,
  },
  {
    id: 'second.request-loan.key-in-other-letters.taken-for-the-same',
    plain: (client) =>
      applications(client, [
        [randomUUID(), 'base'],
        [randomUUID(), 'base'],
      ]),
    plainly: 2,
    situation: (client) =>
      applications(client, [
        ['loan-of-june-a', 'base'],
        ['loan-of-june-A', 'base'],
      ]),
    right: 2,
    wrong: 1,
  },
];

/** Proofs of the faults of repayments. */
export const REPAYMENT_PROOFS: readonly Proof[] = [
  {
    id: 'second.repayment.rest-after-an-earlier-one.refused',
    plain: (client) => rest(client, 0),
    plainly: [200],
    situation: (client) => rest(client, 10),
    right: [200, 200],
    wrong: [200, 400],
  },
  {
    id: 'second.repayment.payment-date-with-offset.refused',
    plain: (client) => statusesOf(client, ['active-loan'], { paymentDate: '2026-07-01T12:00:00Z' }),
    plainly: [200],
    situation: (client) =>
      statusesOf(client, ['active-loan'], { paymentDate: '2026-07-01T12:00:00+01:00' }),
    right: [200],
    wrong: [400],
  },
  {
    id: 'second.repayment.second-of-a-customer.reference-of-the-first',
    plain: (client) => referencesTold(client, ['active-loan']),
    plainly: [true],
    situation: (client) => referencesTold(client, ['active-loan', 'active-loan']),
    right: [true, true],
    wrong: [true, false],
  },
  {
    id: 'second.repayment.amount-with-cents.whole-number-answered',
    plain: (client) => amountTold(client, 10),
    plainly: 10,
    situation: (client) => amountTold(client, 10.25),
    right: 10.25,
    wrong: 10,
  },
  {
    id: 'second.repayment.third-party-loan-after-a-manual-one.accepted',
    plain: (client) => statusesOf(client, ['third-party-loan']),
    plainly: [409],
    situation: (client) => statusesOf(client, ['active-loan', 'third-party-loan']),
    right: [200, 409],
    wrong: [200, 200],
  },
  {
    id: 'second.repayment.no-loan-and-payment-date.server-error',
    plain: (client) => withoutLoan(client, {}),
    plainly: [404, 'FAILED'],
    situation: (client) => withoutLoan(client, { paymentDate: '2026-07-01' }),
    right: [404, 'FAILED'],
    wrong: [500, undefined],
  },
];
