import type { StandardUserName } from '../../../../fixtures/standard-users.ts';
import { respond } from '../../proofs/calls.ts';
import type { Client } from '../../proofs/client.ts';
import type { Proof } from '../../proofs/proof.ts';

/** The statuses with which one application is answered in turn. */
async function answered(client: Client, ...answers: boolean[]) {
  const { token } = await client.login('customer');
  const { applicationId } = client.state('offer-sent');
  const statuses: number[] = [];
  for (const accepts of answers) {
    statuses.push((await respond(client, token, applicationId, accepts)).status);
  }
  return statuses;
}

async function statusShown(client: Client, accepts: boolean) {
  const { token } = await client.login('customer');
  const { applicationId } = client.state('offer-sent');
  return (await respond(client, token, applicationId, accepts)).body.data.loanStatus;
}

/** The status with which somebody answers the offer of the customer. */
async function answeredBy(client: Client, name: StandardUserName) {
  const { token } = await client.login(name);
  return (await respond(client, token, client.state('offer-sent').applicationId, true)).status;
}

async function withQuery(client: Client, query: string) {
  const { token } = await client.login('customer');
  const path = String(client.state('offer-sent').applicationId);
  return (await client.call('update-application', { token, path, query })).status;
}

/** The ids of a page of the customer's portfolios. */
async function page(client: Client, query: string): Promise<string[]> {
  const { token, id } = await client.login('customer');
  const { body } = await client.call('portfolios', { token, path: id, query });
  return body.data.portfolios.map(({ portfolioId }: { portfolioId: string }) => portfolioId);
}

/** How many portfolios two pages of this size show, and how many different ones. */
async function twoPages(client: Client, size: number) {
  const shown = [
    ...(await page(client, `page=1&size=${size}`)),
    ...(await page(client, `page=2&size=${size}`)),
  ];
  return [shown.length, new Set(shown).size];
}

/** The status with which the customer asks for portfolios of somebody. */
async function portfoliosOf(client: Client, path: (id: string) => string) {
  const { token } = await client.login('customer');
  const { id } = await client.login('otherCustomer');
  return (await client.call('portfolios', { token, path: path(id) })).status;
}

/** Proofs of the faults of answers to offers. */
export const OFFER_PROOFS: readonly Proof[] = [
  {
    id: 'second.offer.withdrawn.accepted-at-the-second-try',
    plain: (client) => answered(client, false, true),
    plainly: [200, 409],
    situation: (client) => answered(client, false, true, true),
    right: [200, 409, 409],
    wrong: [200, 409, 200],
  },
  {
    id: 'second.offer.withdrawn.shown-as-before',
    plain: (client) => statusShown(client, true),
    plainly: 'ACCEPTED',
    situation: (client) => statusShown(client, false),
    right: 'WITHDRAWN',
    wrong: 'OFFER_SENT',
  },
  {
    id: 'second.offer.manager.accepts-for-a-customer',
    plain: async (client) => [
      await answeredBy(client, 'agent'),
      await answeredBy(client, 'otherManager'),
    ],
    plainly: [403, 403],
    situation: (client) => answeredBy(client, 'manager'),
    right: 403,
    wrong: 200,
  },
  {
    id: 'second.offer.status-empty.withdrawn',
    plain: (client) => withQuery(client, ''),
    plainly: 400,
    situation: (client) => withQuery(client, 'status='),
    right: 400,
    wrong: 200,
  },
];

/** Proofs of the faults of portfolios. */
export const PORTFOLIO_PROOFS: readonly Proof[] = [
  {
    id: 'second.portfolios.last-page.filled-with-earlier-ones',
    plain: (client) => twoPages(client, 7),
    plainly: [14, 14],
    situation: (client) => twoPages(client, 10),
    right: [14, 14],
    wrong: [20, 14],
  },
  {
    id: 'second.portfolios.size-without-page.ignored',
    plain: async (client) => (await page(client, 'page=1&size=3')).length,
    plainly: 3,
    situation: async (client) => (await page(client, 'size=3')).length,
    right: 3,
    wrong: 10,
  },
  {
    id: 'second.portfolios.customer-id-in-capitals.of-another-customer',
    plain: (client) => portfoliosOf(client, (id) => id),
    plainly: 403,
    situation: (client) => portfoliosOf(client, (id) => id.toUpperCase()),
    right: 403,
    wrong: 200,
  },
];
