import { loanRequest, repayment } from '../business-client.ts';
import type { Props, Scenes } from './scene.ts';

async function requested({ client, token }: Props) {
  return (await client.requestLoan(loanRequest(client.server.cast.customer), { token })).body;
}

/** Scenes of the shapes of answers. */
export const shapeScenes: Scenes = {
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
