import { setTimeout as delay } from 'node:timers/promises';
import type { AwaitingPayment } from '../../contract/types.generated.ts';
import { CURRENCIES } from '../../contract/values/currencies.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import type { PaymentQuery } from '../../server/store/payments.ts';
import { editBody } from '../servers/answers.ts';
import type { PlainResponse } from '../servers/exchange-layer.ts';
import { amendBody, objectOf } from '../servers/requests.ts';
import {
  allOf,
  at,
  bearer,
  by,
  colleague,
  laterPage,
  only,
  remembered,
  searching,
  takenFor,
} from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

type List = (query: PaymentQuery) => AwaitingPayment[];

/** The server with another way to list payments. */
const listing =
  (wrong: (list: List) => List) =>
  (right: Dependencies): Dependencies => ({
    ...right,
    store: { ...right.store, payments: { list: wrong(right.store.payments.list) } },
  });

/** How long one answer is under way, in milliseconds: so long others may come in between. */
const UNDER_WAY = 25;

const WITHIN =
  'Returns the awaiting payments of the authenticated customer or organisation within the date range and currency.';

/** Pages of awaiting payments that go wrong after the first, or two at once (section 4.5). */
export const LISTING_PAGE_FAULTS: readonly SituationalFault[] = [
  {
    id: 'listing.later-page.other-currencies-too',
    how: 'From the second page on the filter by currency is lost.',
    sentence: 'currency code filter',
    section: '4.5',
    situation: 'a later page, with payments in other currencies',
    things: 2,
    dependencies: listing((list) => (query) => {
      if (query.offset === 0) {
        return list(query);
      }
      return Object.keys(CURRENCIES)
        .flatMap((currency) => list({ ...query, currency, offset: 0, limit: 100_000 }))
        .sort((one, other) => other.creationDate.localeCompare(one.creationDate))
        .slice(query.offset, query.offset + query.limit);
    }),
  },
  {
    id: 'listing.bearer.search-forgotten-on-later-page',
    how: 'With a Bearer token the next page of a search is the next page of everything.',
    sentence: 'reference used for fuzzy search',
    section: '4.5',
    situation: 'Bearer, a later page, a search',
    things: 3,
    layers: [
      only(
        allOf(at('awaiting-payments'), bearer, laterPage, searching),
        amendBody('awaiting-payments', (body) => {
          delete body.searchablePaymentReference;
        }),
      ),
    ],
  },
  {
    id: 'listing.last-page.last-entry-missing',
    how: 'The last page, where it is a later one and not full, lacks its last entry.',
    sentence: WITHIN,
    section: '4.5',
    situation: 'the last of several pages, with room left',
    things: 2,
    dependencies: listing((list) => (query) => {
      const page = list(query);
      return query.offset > 0 && page.length < query.limit ? page.slice(0, -1) : page;
    }),
  },
  {
    id: 'listing.customer.later-page-of-the-organisation',
    how: 'From the second page on a customer is shown the payments of the whole organisation.',
    sentence: WITHIN,
    section: '4.5',
    situation: 'a customer asks for a later page',
    things: 2,
    layers: [
      only(
        allOf(at('awaiting-payments'), laterPage, by('CUSTOMER')),
        takenFor((request, context) => colleague(request, context, 'MANAGER')),
      ),
    ],
  },
  {
    id: 'listing.later-page.failure-without-message',
    how: 'What is wrong with the request of a later page is told as error, and not as message.',
    sentence: 'on failure status is FAILED with a message field',
    section: '4.5',
    situation: 'a request that fails, for a later page',
    things: 2,
    layers: [
      editBody(
        'awaiting-payments',
        (body) => {
          const { message, ...rest } = body as Record<string, unknown>;
          return { ...rest, error: message };
        },
        ({ status }, request) => status === 400 && laterPageAsked(request.path),
      ),
    ],
  },
  {
    id: 'listing.concurrent.answer-of-another-customer',
    how: 'Two customers who ask the same at the same moment are given one answer, that of the first.',
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: 'two customers, the same request, at the same moment',
    things: 3,
    layers: [
      only(allOf(at('awaiting-payments'), by('CUSTOMER')), async (request, next, context) => {
        const own = await next(request);
        if (own.status !== 200) {
          return own;
        }
        const underWay = remembered<PlainResponse>(context, 'under way');
        const question = `${request.path} ${JSON.stringify(objectOf(request.body))}`;
        const shared = underWay.get(question);
        if (shared !== undefined) {
          return shared;
        }
        underWay.set(question, own);
        await delay(UNDER_WAY);
        underWay.delete(question);
        return own;
      }),
    ],
  },
];

function laterPageAsked(path: string): boolean {
  return Number(new URL(path, 'http://request.invalid').searchParams.get('page') ?? 1) > 1;
}
