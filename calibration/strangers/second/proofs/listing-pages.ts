import type { AwaitingPayment } from '../../../../contract/types.generated.ts';
import type { StandardUserName } from '../../../../fixtures/standard-users.ts';
import { list, paymentsOf } from '../../proofs/calls.ts';
import type { Call, Client } from '../../proofs/client.ts';
import type { Proof } from '../../proofs/proof.ts';

/** A listing by somebody; `fields` change the body. */
export async function listedBy(
  client: Client,
  name: StandardUserName,
  call: Call = {},
  fields = {},
) {
  const { token } = await client.login(name);
  return list(client, { token, ...call }, fields);
}

/** All that somebody lists, or finds. */
export const allBy = async (client: Client, name: StandardUserName, fields = {}) =>
  paymentsOf(await listedBy(client, name, { query: 'size=500' }, fields));

const dayOf = ({ creationDate }: AwaitingPayment) => creationDate.slice(0, 'yyyy-MM-dd'.length);

/** Whether a listing shows payments of days after or before its range. */
export async function outside(client: Client, from: string, to: string) {
  const fields = { fromDate: slashed(from), toDate: slashed(to) };
  const listed = await allBy(client, 'customer', fields);
  return listed.length > 0 && listed.some((each) => dayOf(each) < from || dayOf(each) > to);
}

const slashed = (day: string) => day.split('-').reverse().join('/');

/** How many different payments the pages of this size show. */
async function shown(client: Client, size: number) {
  const { token } = await client.login('customer');
  const count = Number(client.state('awaiting-payments').count);
  const ids: string[] = [];
  for (let page = 1; (page - 1) * size < count; page++) {
    const answer = await list(client, { token, query: `page=${page}&size=${size}` });
    ids.push(...paymentsOf(answer).map(({ id }) => id));
  }
  return [ids.length === count, new Set(ids).size === ids.length];
}

/** How often a search finds the newest or the oldest payment of the range. */
async function foundAgain(client: Client, place: 0 | -1) {
  const pages = ['page=1', 'page=2', 'page=3', 'page=4'];
  const all: AwaitingPayment[] = [];
  for (const query of pages) {
    all.push(...paymentsOf(await listedBy(client, 'customer', { query })));
  }
  const wanted = all.at(place);
  const found = await allBy(client, 'customer', {
    searchablePaymentReference: wanted?.searchablePaymentReference,
  });
  return found.filter(({ id }) => id === wanted?.id).length;
}

const SEARCH = { searchablePaymentReference: 'TRF' };

async function currenciesFound(client: Client, name: StandardUserName) {
  const found = await allBy(client, name, SEARCH);
  return [...new Set(found.map(({ currency }) => currency))].length === 1;
}

/** Whether a search shows the amounts of the listing without search. */
async function sameAmounts(client: Client, fields: object) {
  const amounts = new Map(
    (await allBy(client, 'customer')).map((each) => [each.id, each.requestedBankTransferAmount]),
  );
  const found = await allBy(client, 'customer', fields);
  return found.every((each) => amounts.get(each.id) === each.requestedBankTransferAmount);
}

/** Proofs of the faults of pages, ranges and searches of the listing. */
export const LISTING_PAGE_PROOFS: readonly Proof[] = [
  {
    id: 'second.listing.range-over-a-change-of-the-clock.an-hour-too-long',
    plain: (client) => outside(client, '2026-04-02', '2026-05-06'),
    plainly: false,
    situation: (client) => outside(client, '2026-03-01', '2026-05-06'),
    right: false,
    wrong: true,
  },
  {
    id: 'second.listing.later-page-of-more-than-20.overlaps',
    plain: (client) => shown(client, 20),
    plainly: [true, true],
    situation: (client) => shown(client, 30),
    right: [true, true],
    wrong: [false, false],
  },
  {
    id: 'second.listing.size-above-50.payments-lost-between-pages',
    plain: (client) => shown(client, 50),
    plainly: [true, true],
    situation: (client) => shown(client, 60),
    right: [true, true],
    wrong: [false, true],
  },
  {
    id: 'second.listing.search-for-an-old-payment.not-found',
    plain: (client) => foundAgain(client, 0),
    plainly: 1,
    situation: (client) => foundAgain(client, -1),
    right: 1,
    wrong: 0,
  },
  {
    id: 'second.listing.staff-searching.other-currencies-too',
    plain: (client) => currenciesFound(client, 'customer'),
    plainly: true,
    situation: (client) => currenciesFound(client, 'agent'),
    right: true,
    wrong: false,
  },
  {
    id: 'second.listing.search-with-several-hits.amounts-exchanged',
    plain: (client) => {
      const searchablePaymentReference = client.state('awaiting-payments').reference;
      return sameAmounts(client, { searchablePaymentReference });
    },
    plainly: true,
    situation: (client) => sameAmounts(client, SEARCH),
    right: true,
    wrong: false,
  },
];
