import type { Mix } from './plan/mix.ts';
import { oneOf, randomOf, weighted } from './plan/random.ts';

/** Values of the state `awaiting-payments`. */
export interface ListingState {
  currency: string;
  otherCurrency: string;
  /** dd/MM/yyyy */
  fromDate: string;
  toDate: string;
  /** payments of the first customer in `currency` within the dates */
  count: number;
  reference: string;
}

/** One request of the listing, ready to be sent. */
export interface PaymentQuery {
  /** `?page=2&size=50`, or empty for the defaults */
  search: string;
  body: string;
  currency: string;
  size: number;
  /** the state promises a payment on this page, if the first customer asks */
  promised: boolean;
}

/** Size of a page where the query names none (section 4.5). */
const DEFAULT_SIZE = 20;
const DAY = 86_400_000;

/**
 * The request of that number, over currencies, ranges, pages, sizes and searches; the same for the
 * same seed. Number 0 asks for all of the main currency, so that a run always lists something.
 */
export function paymentQuery(
  state: ListingState,
  { currencies, seed, mix }: { currencies: readonly string[]; seed: number; mix: Mix },
  number: number,
): PaymentQuery {
  const { pages, sizes, ranges, searches, mainCurrency } = mix['payment-listing'];
  const { fromDate, toDate, reference, count } = state;
  const [main = state.currency, ...others] =
    currencies.length > 0 ? currencies : [state.currency, state.otherCurrency];
  const inCurrency = (currency: string) => (currency === state.currency ? count : 0);
  if (number === 0) {
    return queryOf({ selectedCurrency: main, fromDate, toDate }, null, null, inCurrency(main));
  }

  const random = randomOf(seed, number);
  const selectedCurrency =
    random() < mainCurrency || others.length === 0 ? main : oneOf(others, random());
  const { days } = weighted(ranges, random());
  const { piece } = weighted(searches, random());
  const body = {
    selectedCurrency,
    fromDate: days === null ? fromDate : daysBefore(toDate, days, fromDate),
    toDate,
    ...(piece !== null && { searchablePaymentReference: pieceOf(reference, piece) }),
  };
  const promised = days === null && piece === null ? inCurrency(selectedCurrency) : 0;
  const { page } = weighted(pages, random());
  const { size } = weighted(sizes, random());
  return queryOf(body, page, size, promised);
}

function queryOf(
  body: { selectedCurrency: string } & Record<string, string>,
  page: number | null,
  size: number | null,
  promised: number,
): PaymentQuery {
  const parameters = [page !== null && `page=${page}`, size !== null && `size=${size}`].filter(
    (parameter) => parameter !== false,
  );
  return {
    search: parameters.length > 0 ? `?${parameters.join('&')}` : '',
    body: JSON.stringify(body),
    currency: body.selectedCurrency,
    size: size ?? DEFAULT_SIZE,
    promised: ((page ?? 1) - 1) * (size ?? DEFAULT_SIZE) < promised,
  };
}

/** The date so many days before `to`, but not before `earliest`; all dd/MM/yyyy. */
function daysBefore(to: string, days: number, earliest: string): string {
  return dateText(Math.max(millisOf(earliest), millisOf(to) - days * DAY));
}

function millisOf(date: string): number {
  const [day = '', month = '', year = ''] = date.split('/');
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

function dateText(millis: number): string {
  const [year, month, day] = new Date(millis).toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

function pieceOf(text: string, [from, to]: [number, number]): string {
  const start = Math.floor(text.length * from);
  return text.slice(start, Math.max(start + 3, Math.ceil(text.length * to)));
}
