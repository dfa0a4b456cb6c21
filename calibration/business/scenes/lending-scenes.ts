import { loanRequest, repayment } from '../business-client.ts';
import type { Props, Scenes } from './scene.ts';

/** Statuses of a request as registered and of one that is changed. */
async function twoLoans({ client, token }: Props, changes: Record<string, unknown>) {
  const { customer } = client.server.cast;
  const first = await client.requestLoan(loanRequest(customer), { token });
  const changed = await client.requestLoan(loanRequest(customer, changes), { token });
  return [first.status, changed.status];
}

/** A rule that refuses one changed field of a request. */
function refusing(changes: Record<string, unknown>, status = 422) {
  return { look: (props: Props) => twoLoans(props, changes), shows: [200, status] };
}

/** Statuses of an accepted repayment and of one that is changed, of two loans or of one. */
async function twoRepayments(props: Props, changes: Record<string, unknown>, sameLoan = false) {
  const { client, token } = props;
  const loan = await client.state('active-loan');
  const other = sameLoan ? loan : await client.state('active-loan');
  const first = await client.repay(loan.customerId, repayment(loan), { token });
  const again = await client.repay(loan.customerId, repayment(other, changes), { token });
  return [first.status, again.status];
}

function refusingRepayment(changes: Record<string, unknown>) {
  return { look: (props: Props) => twoRepayments(props, changes), shows: [200, 422] };
}

/** The data of a repayment of 1234.5. */
async function repaid({ client, token }: Props) {
  const loan = await client.state('active-loan');
  const body = repayment(loan, { repaymentAmount: 1234.5 });
  return { loan, data: (await client.repay(loan.customerId, body, { token })).body.data };
}

async function answerToRequested({ client, token }: Props) {
  const { applicationId } = await client.state('loan-requested');
  return client.answerOffer(applicationId, 'true', { token });
}

/** Scenes of loans, offers and repayments. */
export const lendingScenes: Scenes = {
  'registered-bvn': refusing({ lastName: 'Nobody' }),
  'product-amounts': refusing({ loanAmount: 201_000 }),
  'product-durations': refusing({ loanDuration: 13, durationCounter: 13 }),
  'durations-agree': refusing({ durationCounter: 5 }),
  'one-open-application': refusing({ loanAmount: 90_000 }),
  'one-loan-a-day': refusing({ loanAmount: 90_000 }, 429),
  'born-as-registered': refusing({ dateOfBirth: '1990-01-01' }),
  'registered-account': refusing({ accountNumber: '0123456789' }),
  'registered-phone': refusing({ phoneNumber: '+2348000000000' }),
  'income-threshold': refusing({ monthlyIncome: 149_999 }),
  'adults-only': refusing({ dateOfBirth: '1930-01-01' }),
  'employed-only': refusing({ employmentStatus: 'STUDENT' }),
  'whole-amounts': refusing({ loanAmount: 100_500 }),
  'questions-answered': refusing({ eligibilityAnswers: undefined }),
  'questions-of-their-own': {
    look: async ({ client, token }) => {
      const { customer } = client.server.cast;
      const statuses: number[] = [];
      for (const questionId of [`Q-${customer.id.slice(0, 8)}`, 'Q-LIVES-HERE']) {
        const changes = { eligibilityAnswers: [{ questionId, answer: 'YES' }] };
        const { status } = await client.requestLoan(loanRequest(customer, changes), { token });
        statuses.push(status);
      }
      return statuses;
    },
    shows: [200, 422],
  },
  'strict-bodies': refusing({ nickname: 'Zed' }, 400),
  'agents-own-customers': {
    look: async ({ client }) => {
      const { agent, customer, otherCustomer } = client.server.cast;
      const token = await client.tokenOf(agent);
      const own = await client.requestLoan(loanRequest(customer), { token });
      const other = await client.requestLoan(loanRequest(otherCustomer), { token });
      return [own.status, other.status];
    },
    shows: [200, 422],
  },
  'no-loans-on-lending-host': {
    look: async ({ client, token }) => {
      const body = loanRequest(client.server.cast.customer);
      return (await client.requestLoan(body, { token, host: 'lending' })).status;
    },
    shows: 404,
  },
  'loan-answer-empty': {
    look: async ({ client, token }) => {
      const body = loanRequest(client.server.cast.customer);
      const { status, text } = await client.requestLoan(body, { token });
      return [status, text];
    },
    shows: [200, ''],
  },
  'offers-lapse': {
    look: async ({ client, token }) => {
      const [one, other] = [await client.state('offer-sent'), await client.state('offer-sent')];
      const inTime = await client.answerOffer(one.applicationId, 'true', { token });
      client.goBy(2000);
      const late = await client.answerOffer(other.applicationId, 'true', { token });
      return [inTime.status, late.status];
    },
    shows: [200, 409],
  },
  'offer-error-in-200': {
    look: async (props) => {
      const { status, body } = await answerToRequested(props);
      return [status, body];
    },
    shows: [200, { status: 'ERROR' }],
  },
  'offer-error-carries-application': {
    look: async (props) => {
      const { status, body } = await answerToRequested(props);
      return [status, body.data];
    },
    shows: [409, { loanStatus: 'REQUESTED' }],
  },
  'one-pending-repayment': {
    look: (props) =>
      twoRepayments(props, { repaymentAmount: 500, repaymentReference: 'ZFR-NEW' }, true),
    shows: [200, 422],
  },
  'whole-repayments': refusingRepayment({ repaymentAmount: 40_000.5 }),
  'least-repayment': refusingRepayment({ repaymentAmount: 500 }),
  'reference-once': {
    look: (props) => twoRepayments(props, {}, true),
    shows: [200, 422],
  },
  'reference-of-instructions': refusingRepayment({ repaymentReference: 'MINE-1' }),
  'recent-payments': refusingRepayment({ paymentDate: '2020-01-01T10:00:00Z' }),
  'short-narration': refusingRepayment({ paymentNarration: 'n'.repeat(31) }),
  'repayment-counts-at-once': {
    look: (props) => twoRepayments(props, { repaymentAmount: 1 }, true),
    shows: [200, 422],
  },
  'charges-with-repayments': {
    look: async ({ client, token }) => {
      const loan = await client.state('active-loan');
      const answers = [];
      for (const repaymentAmount of [1, loan.totalPayable + 1]) {
        const body = repayment(loan, { repaymentAmount });
        answers.push((await client.repay(loan.customerId, body, { token })).status);
      }
      return answers;
    },
    shows: [200, 200],
  },
  'amount-in-text': {
    look: async (props) => (await repaid(props)).data.paid,
    shows: 'NGN 1,234.50',
  },
  'amount-in-units-and-nanos': {
    look: async (props) => (await repaid(props)).data.paid,
    shows: { currencyCode: 'NGN', units: '1234', nanos: 500_000_000 },
  },
  'called-by-e-mail': {
    look: async (props) => {
      const { loan, data } = await repaid(props);
      return [data.payer.name === loan.customerName, data.payer.name.includes('@')];
    },
    shows: [true, true],
  },
  'surname-first': {
    look: async (props) => {
      const { loan, data } = await repaid(props);
      return [data.payer.name === loan.customerName, /^[^a-z]+, /.test(data.payer.name)];
    },
    shows: [true, true],
  },
};
