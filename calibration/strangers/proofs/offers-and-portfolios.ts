import { randomUUID } from 'node:crypto';
import { respond, statusFor } from './calls.ts';
import type { Answer, Client } from './client.ts';
import type { Proof } from './proof.ts';

/** The statuses with which one application is answered in turn. */
async function answered(client: Client, state: string, ...answers: boolean[]) {
  const { token } = await client.login('customer');
  const { applicationId } = client.state(state);
  const statuses: number[] = [];
  for (const accepts of answers) {
    statuses.push((await respond(client, token, applicationId, accepts)).status);
  }
  return statuses;
}

const entriesOf = ({ body }: Answer): { customerId: string }[] => body.data.portfolios;

/** Portfolios of the customer. */
async function portfolios(client: Client, query: string, headers = {}) {
  const { token, id } = await client.login('customer');
  return client.call('portfolios', { token, path: id, query, headers });
}

async function foreignPage(client: Client, page: number) {
  const { token } = await client.login('customer');
  const { id } = await client.login('otherCustomer');
  return (await client.call('portfolios', { token, path: id, query: `page=${page}&size=1` }))
    .status;
}

/** Whose portfolios two customers see who list their own under these keys. */
async function ownersSeen(client: Client, keys: readonly [string, string]) {
  const right: boolean[] = [];
  for (const [place, name] of (['customer', 'otherCustomer'] as const).entries()) {
    const { token, id } = await client.login(name);
    const headers = { 'x-idempotency-key': keys[place] ?? '' };
    const entries = entriesOf(await client.call('portfolios', { token, path: id, headers }));
    right.push(entries.every(({ customerId }) => customerId === id));
  }
  return right;
}

/** Proofs of the faults of answers to offers. */
export const OFFER_PROOFS: readonly Proof[] = [
  {
    id: 'offer.accepted.withdrawn-afterwards',
    plain: (client) => answered(client, 'offer-sent', true, true),
    plainly: [200, 409],
    situation: (client) => answered(client, 'offer-sent', true, false),
    right: [200, 409],
    wrong: [200, 200],
  },
  {
    id: 'offer.requested.withdrawn-before-the-offer',
    plain: (client) => answered(client, 'loan-requested', true),
    plainly: [409],
    situation: (client) => answered(client, 'loan-requested', false),
    right: [409],
    wrong: [200],
  },
  {
    id: 'offer.of-another-customer.withdrawn',
    plain: (client) => answered(client, 'offer-sent-other', true),
    plainly: [403],
    situation: (client) => answered(client, 'offer-sent-other', false),
    right: [403],
    wrong: [200],
  },
  {
    id: 'offer.concurrent.accepted-and-withdrawn',
    plain: (client) => answered(client, 'offer-sent', true, false),
    plainly: [200, 409],
    situation: async (client) => {
      const { token } = await client.login('customer');
      const { applicationId } = client.state('offer-sent');
      const both = [true, false].map((accepts) => respond(client, token, applicationId, accepts));
      return (await Promise.all(both)).map(({ status }) => status).sort();
    },
    right: [200, 409],
    wrong: [200, 200],
  },
  {
    id: 'offer.second-answer.data-of-the-first',
    plain: (client) => answered(client, 'offer-sent', true),
    plainly: [200],
    situation: async (client) => {
      const { token } = await client.login('customer');
      const right: boolean[] = [];
      for (const { applicationId } of [client.state('offer-sent'), client.state('offer-sent')]) {
        const { body } = await respond(client, token, applicationId, true);
        right.push(body.data.applicationId === applicationId);
      }
      return right;
    },
    right: [true, true],
    wrong: [true, false],
  },
  {
    id: 'offer.agent.refused-with-role-of-the-owner',
    plain: (client) =>
      statusFor(client, 'agent', ({ token }) =>
        respond(client, token, client.state('offer-sent').applicationId, true),
      ),
    plainly: 403,
    situation: async (client) => {
      const { token } = await client.login('agent');
      const { applicationId } = client.state('offer-sent');
      return (await respond(client, token, applicationId, true)).body.role;
    },
    right: 'AGENT',
    wrong: 'CUSTOMER',
  },
];

/** Proofs of the faults of portfolios. */
export const PORTFOLIO_PROOFS: readonly Proof[] = [
  {
    id: 'portfolios.later-page.of-another-customer',
    plain: (client) => foreignPage(client, 1),
    plainly: 403,
    situation: (client) => foreignPage(client, 2),
    right: 403,
    wrong: 200,
  },
  {
    id: 'portfolios.default-size.that-of-the-call-before',
    plain: async (client) => entriesOf(await portfolios(client, '')).length,
    plainly: 10,
    situation: async (client) => {
      await portfolios(client, 'size=3');
      return entriesOf(await portfolios(client, '')).length;
    },
    right: 10,
    wrong: 3,
  },
  {
    id: 'portfolios.key-of-another-user.his-portfolios',
    plain: (client) => ownersSeen(client, [randomUUID(), randomUUID()]),
    plainly: [true, true],
    situation: (client) => ownersSeen(client, ['1', '1']),
    right: [true, true],
    wrong: [true, false],
  },
  {
    id: 'portfolios.later-page.key-not-required',
    plain: async (client) =>
      (await portfolios(client, 'page=1', { 'x-idempotency-key': null })).status,
    plainly: 400,
    situation: async (client) =>
      (await portfolios(client, 'page=2', { 'x-idempotency-key': null })).status,
    right: 400,
    wrong: 200,
  },
];
