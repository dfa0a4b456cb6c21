import { type Asked, type HouseRule, hasUnknown, houseRules } from './house-rule.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A day of a range, dd/MM/yyyy, in milliseconds. */
function dayOf(text: unknown): number {
  const [day, month, year] = String(text).split('/').map(Number);
  return Date.UTC(year ?? NaN, (month ?? NaN) - 1, day);
}

const daysOf = ({ body }: Asked) => (dayOf(body.toDate) - dayOf(body.fromDate)) / DAY_MS;

const searched = ({ body }: Asked) => String(body.searchablePaymentReference ?? '');

const listing = (id: string, takes: string, refuses: HouseRule['refuses']): HouseRule => ({
  id,
  takes,
  endpoints: ['awaiting-payments'],
  refuses,
});

/** Which ranges, searches and currencies a listing takes is not said (section 4.5). */
export const rulesOfListings = houseRules(
  'listings',
  'section 4.5: gives no limit of a range and no rule of a search',
  [
    listing('range', 'ranges of 60 days at most', (asked) => daysOf(asked) > 60),
    listing('backwards', 'ranges that end after they start', (asked) => daysOf(asked) < 0),
    listing('future', 'ranges that end today', ({ body }) => dayOf(body.toDate) > Date.now()),
    listing('short-search', 'searches of four characters or more', (asked) =>
      [1, 2, 3].includes(searched(asked).length),
    ),
    listing(
      'empty-search',
      'no empty search',
      ({ body }) => body.searchablePaymentReference === '',
    ),
    listing('letters', 'searches of letters, digits and hyphens', (asked) =>
      /[^\w-]/.test(searched(asked)),
    ),
    listing(
      'currency',
      'currencies in which there is something to pay',
      ({ body }) =>
        typeof body.selectedCurrency === 'string' &&
        !['NGN', 'GBP', 'USD', 'EUR'].includes(body.selectedCurrency),
    ),
    listing('depth', 'pages up to the hundredth', ({ query }) => Number(query.get('page')) > 100),
    listing('unknown-fields', 'the fields of a listing only', ({ body }) =>
      hasUnknown('awaiting-payments-request', body),
    ),
    {
      id: 'unknown-parameters',
      takes: 'the parameters page and size only',
      endpoints: ['awaiting-payments', 'portfolios'],
      refuses: ({ query }) => [...query.keys()].some((name) => !['page', 'size'].includes(name)),
    },
    {
      id: 'large-pages',
      takes: 'pages of 100 entries at most',
      endpoints: ['awaiting-payments', 'portfolios'],
      refuses: ({ query }) => Number(query.get('size')) > 100,
    },
    {
      id: 'page-numbers',
      takes: 'page and size in plain digits',
      endpoints: ['awaiting-payments', 'portfolios'],
      refuses: ({ query }) =>
        ['page', 'size'].some((name) => !/^[1-9]\d{0,5}$/.test(query.get(name) ?? '1')),
    },
  ],
);
