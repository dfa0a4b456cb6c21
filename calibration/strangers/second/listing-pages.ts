import type { AwaitingPayment } from '../../../contract/types.generated.ts';
import { CURRENCIES } from '../../../contract/values/currencies.ts';
import type { Dependencies } from '../../../server/dependencies.ts';
import type { PaymentQuery, Payments } from '../../../server/store/payments.ts';
import { asks } from '../../servers/payment-store.ts';
import type { SituationalFault } from '../situational-fault.ts';

const LISTS = {
  sentence:
    'Returns the awaiting payments of the authenticated customer or organisation within the date range and currency.',
  section: '4.5',
};

const DEFAULT_SIZE = 20;
const LARGEST = 50;
/** How far back the search looks. */
const SEARCHED = 50;
const ALL = { limit: 100_000, offset: 0 };

/** The store with another way to list, which may use the right one. */
const listing =
  (list: (query: PaymentQuery, right: Payments['list']) => AwaitingPayment[]) =>
  (right: Dependencies): Dependencies => ({
    ...right,
    store: {
      ...right.store,
      payments: { list: (query) => list(query, right.store.payments.list) },
    },
  });

const pageOf = (payments: AwaitingPayment[], { offset, limit }: PaymentQuery) =>
  payments.slice(offset, offset + limit);

/** By how many hours London is ahead of UTC at a moment without zone. */
function ahead(moment: string): number {
  const zone = { timeZone: 'Europe/London', timeZoneName: 'shortOffset' } as const;
  const parts = new Intl.DateTimeFormat('en-GB', zone).formatToParts(new Date(`${moment}Z`));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return Number(name.replace('GMT', ''));
}

function later(moment: string, hours: number): string {
  return new Date(Date.parse(`${moment}Z`) + hours * 3_600_000).toISOString().slice(0, 19);
}

/** Pages, ranges and searches that list other payments than they should (section 4.5). */
export const LISTING_PAGE_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.listing.range-over-a-change-of-the-clock.an-hour-too-long',
    how: "Both ends of a range are moved by London's offset at its first day.",
    ...LISTS,
    situation: 'the range begins in winter and ends in summer, with a payment just after midnight',
    things: 3,
    dependencies: asks((query) => ({
      ...query,
      to: later(query.to, ahead(query.to) - ahead(query.from)),
    })),
  },
  {
    id: 'second.listing.later-page-of-more-than-20.overlaps',
    how: 'The offset of a page is counted with the default size.',
    sentence: 'Query parameters (both optional numbers): page (default 1); size (default 20).',
    section: '4.5',
    situation: 'a page after the first, and a size above 20',
    things: 3,
    dependencies: asks((query) =>
      query.limit > DEFAULT_SIZE
        ? { ...query, offset: (query.offset / query.limit) * DEFAULT_SIZE }
        : query,
    ),
  },
  {
    id: 'second.listing.size-above-50.payments-lost-between-pages',
    how: 'A page is cut at 50 payments, and the next one begins where the asked size would end.',
    ...LISTS,
    situation: 'a size above 50, and more payments than 50',
    things: 2,
    dependencies: asks((query) => ({ ...query, limit: Math.min(query.limit, LARGEST) })),
  },
  {
    id: 'second.listing.search-for-an-old-payment.not-found',
    how: 'The search looks at the newest 50 payments of the range.',
    sentence: 'searchablePaymentReference | string | no | reference used for fuzzy search',
    section: '4.5',
    situation: 'the reference of a payment that 50 newer ones are in front of',
    things: 2,
    dependencies: listing((query, right) => {
      if (query.search === undefined) {
        return right(query);
      }
      const { search: _, ...rest } = query;
      const newest = right({ ...rest, limit: SEARCHED, offset: 0 }).map(({ id }) => id);
      const found = right({ ...query, ...ALL }).filter(({ id }) => newest.includes(id));
      return pageOf(found, query);
    }),
  },
  {
    id: 'second.listing.staff-searching.other-currencies-too',
    how: 'In the query of an organisation, the search stands beside the currency with an OR.',
    sentence: 'selectedCurrency | string | yes | currency code filter',
    section: '4.5',
    situation: 'staff search for a text that payments of another currency have, too',
    things: 3,
    dependencies: listing((query, right) => {
      if (query.search === undefined || 'userId' in query.owner) {
        return right(query);
      }
      const found = Object.keys(CURRENCIES)
        .flatMap((currency) => right({ ...query, currency, ...ALL }))
        .sort((one, other) => other.creationDate.localeCompare(one.creationDate));
      return pageOf(found, query);
    }),
  },
  {
    id: 'second.listing.search-with-several-hits.amounts-exchanged',
    how: 'The search joins the amounts in another order than the payments.',
    sentence: 'requestedBankTransferAmount | number | amount',
    section: '2.2',
    situation: 'a search that finds several payments, compared with the listing without search',
    things: 3,
    dependencies: listing((query, right) => {
      const found = right(query);
      return query.search === undefined
        ? found
        : found.map((payment, place) => ({
            ...payment,
            requestedBankTransferAmount:
              found[(place + 1) % found.length]?.requestedBankTransferAmount ?? 0,
          }));
    }),
  },
];
