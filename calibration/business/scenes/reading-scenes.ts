import { loanRequest, repayment } from '../business-client.ts';
import type { Props, Scenes } from './scene.ts';

async function loanStatus({ client, token }: Props, changes: Record<string, unknown>) {
  const body = loanRequest(client.server.cast.customer, changes);
  return (await client.requestLoan(body, { token })).status;
}

async function repaid({ client, token }: Props, changes: Record<string, unknown> = {}) {
  const loan = await client.state('active-loan');
  return client.repay(loan.customerId, repayment(loan, changes), { token });
}

/** Scenes of how requests are read and answers worded. */
export const readingScenes: Scenes = {
  'coerces-scalars': {
    look: async (props) => [
      await loanStatus(props, { loanAmount: '100000', bvn: 22140000000 }),
      (await repaid(props, { repaymentAmount: '100.5' })).status,
    ],
    shows: [200, 200],
  },
  'empty-texts-taken': { look: (props) => loanStatus(props, { phoneNumber: '' }), shows: 200 },
  'pages-clamped': {
    look: async ({ client, token }) => {
      const { body } = await client.payments({ token }, {}, '?page=0&size=none');
      return body.data?.awaitingPayments.length;
    },
    shows: 20,
  },
  'bearer-in-x-auth-token': {
    look: async ({ client, token }) =>
      (await client.preference({ token: `Bearer ${token}` })).status,
    shows: 200,
  },
  'content-type-unread': {
    look: async ({ client, token }) =>
      (await client.payments({ token, headers: { 'content-type': undefined } })).status,
    shows: 200,
  },
  'login-headers-unread': {
    look: async ({ client }) => {
      const headers = { platform: undefined, uuid: undefined };
      const { email, password } = client.server.cast.customer;
      const body = { email, currentPassword: password };
      return (await client.login(client.server.cast.customer, { headers, body })).status;
    },
    shows: 200,
  },
  'days-roll-over': {
    look: async ({ client, token }) =>
      (await client.payments({ token }, { fromDate: '31/2/2026' })).status,
    shows: 200,
  },
  'birth-days-in-any-order': {
    look: (props) => loanStatus(props, { dateOfBirth: '31/12/1980' }),
    shows: 200,
  },
  'payment-days-in-any-order': {
    look: async (props) => (await repaid(props, { paymentDate: '01/02/2026' })).status,
    shows: 200,
  },
  'logout-revokes-token-only': {
    look: async ({ client }) => {
      const { body: first } = await client.login(client.server.cast.customer);
      const once = { refresh_token: first.refresh_token };
      const { body: fresh } = await client.security('refresh', first.access_token, once);
      await client.security('logout', fresh.access_token);
      const again = { refresh_token: fresh.refresh_token };
      return [
        (await client.preference({ token: fresh.access_token })).status,
        (await client.preference({ token: first.access_token })).status,
        (await client.security('refresh', first.access_token, again)).status,
      ];
    },
    shows: [401, 200, 200],
  },
  'repayment-error-elsewhere': {
    look: async (props) => {
      const { body } = await repaid(props, { repaymentAmount: 0 });
      return [body.status, body.message, typeof body.errorDescription];
    },
    shows: ['FAILED', undefined, 'string'],
  },
  'repayment-error-nested': {
    look: async (props) => {
      const { body } = await repaid(props, { repaymentAmount: 0 });
      return [body.status, body.error?.code];
    },
    shows: ['FAILED', 'RPY-17'],
  },
  'repayment-201': { look: async (props) => (await repaid(props)).status, shows: 201 },
  'repayment-status-recorded': {
    look: async (props) => (await repaid(props)).body.status,
    shows: 'RECORDED',
  },
  'response-code-zero': {
    look: async ({ client, token }) => (await client.payments({ token })).body.responseCode,
    shows: 0,
  },
  'preference-empty': {
    look: async ({ client, token }) => (await client.preference({ token })).status,
    shows: 204,
  },
};
