import { loanRequest, repayment } from '../business-client.ts';
import type { Props, Scenes } from './scene.ts';

async function portfolioBody({ client, token }: Props) {
  return (await client.portfolios(client.server.cast.customer.id, { token })).body;
}

async function requested({ client, token }: Props) {
  return (await client.requestLoan(loanRequest(client.server.cast.customer), { token })).body;
}

/** Scenes of the shapes of answers. */
export const shapeScenes: Scenes = {
  'portfolios-as-table': {
    look: async (props) => {
      const { columns, rows } = await portfolioBody(props);
      return [columns?.length, rows?.length, rows?.[0].length];
    },
    shows: [4, 10, 4],
  },
  'portfolios-in-pages-of-pages': {
    look: async (props) =>
      (await portfolioBody(props)).pages?.map(
        (page: { entries: unknown[] }) => page.entries.length,
      ),
    shows: [3, 3, 3, 1],
  },
  'portfolios-parted': {
    look: async (props) => {
      const { running, matured, pending } = await portfolioBody(props);
      return [running, matured, pending].map((list) => list?.length);
    },
    shows: [5, 5, 0],
  },
  'names-by-turns': {
    look: async ({ client, token }) => {
      const entries = (await client.payments({ token })).body.data.awaitingPayments;
      return new Set(entries.map((entry: object) => Object.keys(entry)[0])).size;
    },
    shows: 2,
  },
  'receipts-of-64-bits': {
    look: async ({ client, token }) => {
      const loan = await client.state('active-loan');
      const { text } = await client.repay(loan.customerId, repayment(loan), { token });
      return /"receipt":9007199254740992[,}]/.test(text);
    },
    shows: true,
  },
  'refusals-with-empty-token': {
    look: async ({ client }) =>
      (await client.login({ email: 'nobody@target.invalid', password: 'x' })).body.access_token,
    shows: '',
  },
  'applications-listed': {
    look: async (props) => {
      await requested(props);
      return (await requested(props)).data?.length;
    },
    shows: 2,
  },
};
