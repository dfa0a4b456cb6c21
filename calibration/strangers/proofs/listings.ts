import type { StandardUserName } from '../../../fixtures/standard-users.ts';
import { list, paymentsOf } from './calls.ts';
import type { Call, Client } from './client.ts';
import type { Proof } from './proof.ts';

async function listedBy(client: Client, name: StandardUserName, call: Call = {}, fields = {}) {
  const { token } = await client.login(name);
  return list(client, { token, ...call }, fields);
}

async function currencies(client: Client, query: string) {
  const payments = paymentsOf(await listedBy(client, 'customer', { query }));
  return new Set(payments.map(({ currency }) => currency)).size;
}

/** How many payments of a later page do not match what is searched for. */
async function unmatched(client: Client, call: Call) {
  const { token } = await client.login('customer');
  const narrow = await narrowSearch(client, token);
  const answer = await list(client, { token, ...call }, narrow);
  return paymentsOf(answer).filter(
    ({ searchablePaymentReference: reference }) =>
      !reference.includes(narrow.searchablePaymentReference),
  ).length;
}

/** A search that several payments match, and not all. */
async function narrowSearch(client: Client, token: string) {
  const all = paymentsOf(await list(client, { token, query: 'size=500' }));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const found = letters.find((letter) => {
    const count = all.filter((each) => each.searchablePaymentReference.includes(letter)).length;
    return count >= 6 && count <= all.length - 10;
  });
  if (found === undefined) {
    throw new Error('no letter narrows the payments down');
  }
  return { searchablePaymentReference: found };
}

async function paged(client: Client, size: number) {
  const { token } = await client.login('customer');
  const count = Number(client.state('awaiting-payments').count);
  let seen = 0;
  for (let page = 1; (page - 1) * size < count; page++) {
    seen += paymentsOf(await list(client, { token, query: `page=${page}&size=${size}` })).length;
  }
  return count - seen;
}

/** How many of a page are not the customer's. */
async function foreign(client: Client, query: string) {
  const { token } = await client.login('customer');
  const all = paymentsOf(await list(client, { token, query: 'size=500' }));
  const own = new Set(all.map(({ id }) => id));
  const page = paymentsOf(await list(client, { token, query }));
  return page.some(({ id }) => !own.has(id));
}

const failure = async (client: Client, query: string) => {
  const { body } = await listedBy(client, 'customer', { query }, { fromDate: 'yesterday' });
  return [body.status, typeof body.message];
};

async function ofTwoCustomers(client: Client, atOnce: boolean) {
  const tokens = [await client.login('customer'), await client.login('otherCustomer')];
  const ask = ({ token }: { token: string }) => list(client, { token });
  const [one, other] = tokens;
  if (one === undefined || other === undefined) {
    throw new Error('two customers are needed');
  }
  const answers = atOnce
    ? await Promise.all([ask(one), ask(other)])
    : [await ask(one), await ask(other)];
  const [first, second] = answers.map((answer) => paymentsOf(answer)[0]?.id);
  return first === second;
}

/** Whether somebody sees payments of the other organisation's customers. */
async function beyond(client: Client, fields: object) {
  const theirs = await listedBy(client, 'otherManager', { query: 'size=500' });
  const others = new Set(paymentsOf(theirs).map(({ id }) => id));
  const mine = await listedBy(client, 'manager', { query: 'size=500' }, fields);
  return paymentsOf(mine).some(({ id }) => others.has(id));
}

async function found(client: Client, name: StandardUserName) {
  const reference = String(client.state('awaiting-payments').reference).toLowerCase();
  const fields = { searchablePaymentReference: reference };
  return paymentsOf(await listedBy(client, name, {}, fields)).length;
}

const emptied = async (client: Client, fields: object) =>
  (await listedBy(client, 'customer', {}, fields)).body.data.awaitingPayments;

async function amountTypes(client: Client, currency: 'currency' | 'otherCurrency') {
  const selectedCurrency = client.state('awaiting-payments')[currency];
  const payments = paymentsOf(
    await listedBy(client, 'customer', { query: 'size=500' }, { selectedCurrency }),
  );
  return [...new Set(payments.map((each) => typeof each.requestedBankTransferAmount))].sort();
}

const SEARCH = { searchablePaymentReference: 'TRF' };

/** Proofs of the faults of the listing of awaiting payments. */
export const LISTING_PROOFS: readonly Proof[] = [
  {
    id: 'listing.later-page.other-currencies-too',
    plain: (client) => currencies(client, 'page=1'),
    plainly: 1,
    situation: async (client) => (await currencies(client, 'page=2')) === 1,
    right: true,
    wrong: false,
  },
  {
    id: 'listing.bearer.search-forgotten-on-later-page',
    plain: (client) => unmatched(client, { query: 'page=2&size=5' }),
    plainly: 0,
    situation: async (client) =>
      (await unmatched(client, { query: 'page=2&size=5', bearer: true })) > 0,
    right: false,
    wrong: true,
  },
  {
    id: 'listing.last-page.last-entry-missing',
    plain: (client) => paged(client, 500),
    plainly: 0,
    situation: (client) => paged(client, 20),
    right: 0,
    wrong: 1,
  },
  {
    id: 'listing.customer.later-page-of-the-organisation',
    plain: (client) => foreign(client, 'page=1'),
    plainly: false,
    situation: (client) => foreign(client, 'page=2'),
    right: false,
    wrong: true,
  },
  {
    id: 'listing.later-page.failure-without-message',
    plain: (client) => failure(client, 'page=1'),
    plainly: ['FAILED', 'string'],
    situation: (client) => failure(client, 'page=2'),
    right: ['FAILED', 'string'],
    wrong: ['FAILED', 'undefined'],
  },
  {
    id: 'listing.concurrent.answer-of-another-customer',
    plain: (client) => ofTwoCustomers(client, false),
    plainly: false,
    situation: (client) => ofTwoCustomers(client, true),
    right: false,
    wrong: true,
  },
  {
    id: 'listing.single-day.empty',
    plain: async (client) => paymentsOf(await listedBy(client, 'customer')).length,
    plainly: 20,
    situation: async (client) => {
      const { token } = await client.login('customer');
      const [newest] = paymentsOf(await list(client, { token }));
      const day = newest?.creationDate.slice(0, 10).split('-').reverse().join('/');
      const fields = { fromDate: day, toDate: day };
      return paymentsOf(await list(client, { token }, fields)).some(({ id }) => id === newest?.id);
    },
    right: true,
    wrong: false,
  },
  {
    id: 'listing.manager.search-across-organisations',
    plain: (client) => beyond(client, {}),
    plainly: false,
    situation: (client) => beyond(client, SEARCH),
    right: false,
    wrong: true,
  },
  {
    id: 'listing.agent.search-in-lower-case-finds-nothing',
    plain: (client) => found(client, 'customer'),
    plainly: 1,
    situation: (client) => found(client, 'agent'),
    right: 1,
    wrong: 0,
  },
  {
    id: 'listing.search.nothing-found-is-null',
    plain: (client) => emptied(client, { selectedCurrency: 'EUR' }),
    plainly: [],
    situation: (client) => emptied(client, { searchablePaymentReference: 'no such reference' }),
    right: [],
    wrong: null,
  },
  {
    id: 'listing.other-currency.cents-as-text',
    plain: (client) => amountTypes(client, 'currency'),
    plainly: ['number'],
    situation: (client) => amountTypes(client, 'otherCurrency'),
    right: ['number'],
    wrong: ['number', 'string'],
  },
  {
    id: 'listing.cashier.may-search',
    plain: async (client) => (await listedBy(client, 'cashier')).status,
    plainly: 403,
    situation: async (client) => (await listedBy(client, 'cashier', {}, SEARCH)).status,
    right: 403,
    wrong: 200,
  },
  {
    id: 'listing.cashier.refused-as-bearer-without-role',
    plain: async (client) => (await listedBy(client, 'cashier')).body.role,
    plainly: 'CASHIER',
    situation: async (client) => (await listedBy(client, 'cashier', { bearer: true })).body.role,
    right: 'CASHIER',
    wrong: undefined,
  },
];
