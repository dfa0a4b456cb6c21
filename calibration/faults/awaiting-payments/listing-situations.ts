import { editBody } from '../../servers/answers.ts';
import { failed, type Layer, type PlainRequest } from '../../servers/exchange-layer.ts';
import { amendBody, objectOf, queryOf, setQuery, withQuery } from '../../servers/requests.ts';
import { callerOf, sendsBearer } from '../../servers/tokens.ts';
import type { Explanation, Fault } from '../fault.ts';

/** What a listing is answered with. */
export interface ListAnswer {
  data: { awaitingPayments: Record<string, unknown>[] };
}

const endpoint = 'awaiting-payments';
const searchOf = ({ body }: PlainRequest) => objectOf(body)?.searchablePaymentReference;

/** Whether a listing is searched, by whatever. */
export const isSearch = (request: PlainRequest) => searchOf(request) !== undefined;

/** A listing that goes wrong in a situation breaks each relation that the situation takes part in. */
export const RELATED: Explanation[] = [
  {
    checks: [
      'awaiting-payments.relation.*',
      'awaiting-payments.range.*',
      'awaiting-payments.search.*',
    ],
    because: 'what a listing wrongly holds or lacks shows in every relation between listings',
  },
];

/** Applies a layer to the requests that are in a situation. */
export const where =
  (is: (request: PlainRequest) => boolean, layer: Layer): Layer =>
  (request, next, context) =>
    context.endpoint === endpoint && is(request) ? layer(request, next, context) : next(request);

/** A search that is applied to the page that would be listed without it. */
export const searchAfterPaging: Layer = async (request, next) => {
  const { searchablePaymentReference: text, ...rest } = objectOf(request.body) ?? {};
  const response = await next({ ...request, body: JSON.stringify(rest) });
  const body = objectOf(response.body) as unknown as ListAnswer | undefined;
  if (response.status !== 200 || !body) {
    return response;
  }
  body.data.awaitingPayments = body.data.awaitingPayments.filter((entry) =>
    String(entry.searchablePaymentReference).includes(String(text)),
  );
  return { ...response, body: JSON.stringify(body) };
};

/** Section 4.5, in situations that a list of plain cases does not hold. */
export const listingSituationFaults: Fault[] = [
  {
    id: 'awaiting-payments.currency-by-its-beginning',
    breaks: 'PAY-36',
    caughtBy: 'awaiting-payments.currency.none',
    how: 'A selectedCurrency of two letters lists what begins with them.',
    layers: [
      where(
        (request) => String(objectOf(request.body)?.selectedCurrency).length === 2,
        (request, next) => {
          const body = objectOf(request.body);
          const whole = ['NGN', 'USD', 'GHS', 'EUR', 'GBP', 'KES'].find((code) =>
            code.startsWith(String(body?.selectedCurrency)),
          );
          return next({
            ...request,
            body: JSON.stringify({ ...body, selectedCurrency: whole ?? 'NGN' }),
          });
        },
      ),
    ],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.currency.selected'],
        because: 'every listing is held against the currency that it was asked for',
      },
    ],
  },
  {
    id: 'awaiting-payments.confirmed-in-a-search',
    breaks: 'PAY-91',
    caughtBy: 'awaiting-payments.entry.same-everywhere',
    how: 'A payment that is searched is told as confirmed on the day that it was made.',
    layers: [
      where(
        (request) => typeof searchOf(request) === 'string',
        editBody(endpoint, (body) => {
          for (const entry of (body as unknown as ListAnswer).data.awaitingPayments) {
            entry.customerConfirmedPaymentDate ??= entry.creationDate;
          }
          return body;
        }),
      ),
    ],
  },
  {
    id: 'awaiting-payments.reference-before-range',
    breaks: 'PAY-37',
    caughtBy: 'awaiting-payments.search.keeps-filters',
    how: 'Where a whole reference is searched the range is not looked at.',
    layers: [
      where(
        (request) => /^TRF-[A-Z]+-[0-9A-Z]{6}$/.test(String(searchOf(request))),
        (request, next) =>
          next({
            ...request,
            body: JSON.stringify({
              ...objectOf(request.body),
              fromDate: '01/01/2000',
              toDate: '01/01/2100',
            }),
          }),
      ),
    ],
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.search-with-size-refused',
    breaks: 'PAY-19',
    caughtBy: 'awaiting-payments.relation.succeeds',
    how: 'A search together with a size of less than ten is refused.',
    layers: [
      where(
        (request) =>
          typeof searchOf(request) === 'string' && Number(queryOf(request).get('size') ?? 20) < 10,
        () => Promise.resolve(failed(400, 'not so small')),
      ),
    ],
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.search-over-all-days',
    breaks: 'PAY-37',
    caughtBy: 'awaiting-payments.relation.nothing-else',
    how: 'A search by a part of a reference looks at all days, whatever the range.',
    layers: [
      amendBody(endpoint, (body) => {
        const text = body.searchablePaymentReference;
        if (typeof text === 'string' && /^\S+$/.test(text) && namesADay(body)) {
          body.fromDate = '01/01/2000';
        }
      }),
    ],
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.bearer-drops-the-first',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.relation.full-pages',
    how: 'Asked with Bearer for pages of a size, page 1 lacks its first payment.',
    layers: [
      editBody(endpoint, (body, request) => {
        const { awaitingPayments: list } = (body as ListAnswer).data;
        const query = queryOf(request);
        if (sendsBearer(request) && query.has('size') && (query.get('page') ?? '1') === '1') {
          list.shift();
        }
      }),
    ],
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.default-size-of-10-on-mobile',
    breaks: 'PAY-26',
    caughtBy: 'awaiting-payments.relation.full-pages',
    how: 'On ANDROID a page without size holds ten payments.',
    layers: [
      setQuery(
        endpoint,
        { size: '10' },
        (query, { headers }) => headers.platform === 'ANDROID' && !query.has('size'),
      ),
    ],
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.offset-of-a-range-short-by-one',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.relation.disjoint',
    how: 'On the pages of size 7 the last payment of a page is the first of the next.',
    layers: [
      async (request, next, context) => {
        const query = queryOf(request);
        const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size'))];
        const response = await next(request);
        if (context.endpoint !== endpoint || size !== 7 || page < 2 || response.status !== 200) {
          return response;
        }
        const before = await next(withQuery(request, { page: String(page - 1) }));
        const [body, other] = [response, before].map(
          ({ body: text }) => objectOf(text) as unknown as ListAnswer,
        );
        const last = other?.data.awaitingPayments.at(-1);
        const list = body?.data.awaitingPayments ?? [];
        if (last && list.length > 0) {
          list.splice(0, list.length, last, ...list.slice(0, -1));
        }
        return { ...response, body: JSON.stringify(body) };
      },
    ],
    alsoCaughtBy: [
      ...RELATED,
      {
        checks: [
          'awaiting-payments.page.*',
          'awaiting-payments.size.*',
          'awaiting-payments.complete',
        ],
        because: 'pages of that size overlap wherever they are read',
      },
    ],
  },
  {
    id: 'awaiting-payments.search-after-paging',
    breaks: 'PAY-43',
    caughtBy: 'awaiting-payments.relation.search-finds',
    how: 'A search together with a range and a size looks at the page only that would be listed without it.',
    layers: [
      where(
        (request) => typeof searchOf(request) === 'string' && queryOf(request).get('size') === '3',
        searchAfterPaging,
      ),
    ],
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.second-page-where-none-is-named',
    breaks: 'PAY-25',
    caughtBy: 'awaiting-payments.relation.first-page',
    how: 'Where a size and no page is named, the second page is listed.',
    layers: [setQuery(endpoint, { page: '2' }, (query) => query.has('size') && !query.has('page'))],
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.search-of-a-size-ignored',
    breaks: 'PAY-44',
    caughtBy: 'awaiting-payments.relation.search-leaves-out',
    how: 'A search together with a size of 3 or 7 is not looked at.',
    layers: [
      where(
        (request) => ['3', '7'].includes(queryOf(request).get('size') ?? ''),
        amendBody(endpoint, (body) => {
          delete body.searchablePaymentReference;
        }),
      ),
    ],
    alsoCaughtBy: [
      ...RELATED,
      { checks: ['awaiting-payments.refuses.*'], because: 'it is not looked at whatever it is' },
    ],
  },
  {
    id: 'awaiting-payments.one-day-empty',
    breaks: 'PAY-39',
    caughtBy: 'awaiting-payments.relation.narrow-range',
    how: 'A range that begins and ends on the same day lists nothing.',
    layers: [
      where(
        ({ body }) => objectOf(body)?.fromDate === objectOf(body)?.toDate,
        editBody(endpoint, (body) => {
          (body as ListAnswer).data.awaitingPayments = [];
        }),
      ),
    ],
    alsoCaughtBy: RELATED,
  },
  {
    id: 'awaiting-payments.managers-search-whole-references',
    breaks: 'PAY-76',
    caughtBy: 'awaiting-payments.search.same-for-everybody',
    how: 'The search of a manager finds whole references only, that of customers parts of them too.',
    layers: [
      editBody(endpoint, (body, request, context) => {
        const text = searchOf(request);
        if (typeof text !== 'string' || callerOf(request, context)?.role !== 'MANAGER') {
          return;
        }
        const { data } = body as ListAnswer;
        data.awaitingPayments = data.awaitingPayments.filter(
          (entry) => entry.searchablePaymentReference === text,
        );
      }),
    ],
    alsoCaughtBy: RELATED,
  },
];

/** Whether fromDate is a day of the form that is read. */
function namesADay(body: Record<string, unknown>): boolean {
  return typeof body.fromDate === 'string' && /^\d\d\/\d\d\/\d{4}$/.test(body.fromDate);
}
