import type { Check } from '../../check.ts';
import {
  answerOf,
  expectNoServerError,
  expectSomething,
  expectSuccess,
  statusOf,
} from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { unlessDropped } from '../dropped-connection.ts';
import { textOf } from '../entry-text.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  countToFind,
  entriesFound,
  entriesOf,
  fullListing,
  keyOf,
  keysOf,
  listedPage,
  otherCurrencyListing,
} from './listing.ts';
import { searching } from './searches.ts';

/** Demands that every entry is in the selected currency. */
export function expectCurrency(entries: readonly unknown[], currency: string): void {
  const odd = entries.find((entry) => valueAt(entry, 'currency') !== currency);
  if (odd !== undefined) {
    deviate(
      `only payments in the selectedCurrency ${currency}`,
      `one whose currency is ${textOf(valueAt(odd, 'currency'))}`,
    );
  }
}

const otherCurrencyOnly: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.currency.other',
  title: 'lists only payments in another selectedCurrency',
  requirements: ['PAY-36'],
  inOtherForms: true,
  cause: 'selectedCurrency does not filter',
  async run(context) {
    const { otherCurrency } = await context.state('awaiting-payments');
    const what = `the listing in ${otherCurrency}`;
    expectCurrency(entriesFound(await otherCurrencyListing(context), what), otherCurrency);
  },
};

const complete: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.complete',
  title: 'lists every payment of the range over the pages',
  requirements: ['PAY-39'],
  async run(context) {
    const state = await context.state('awaiting-payments');
    const { entries } = await fullListing(context);
    if (entries.length < countToFind(state)) {
      deviate(
        `at least ${countToFind(state)} different payments over all pages`,
        String(entries.length),
      );
    }
  },
};

const getBody: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.get-body',
  title: 'lists by the body of the GET request, not by its URL',
  requirements: ['PAY-42'],
  async run(context) {
    const { currency: first, otherCurrency } = await context.state('awaiting-payments');
    const ask = async (selectedCurrency: string) => {
      const what = `the listing in ${selectedCurrency}`;
      const entries = await listedPage(context, what, { body: { selectedCurrency } });
      expectSomething(entries, `payment in ${what}`);
      return keysOf(entries);
    };
    const before = await ask(first);
    const other = await ask(otherCurrency);
    const again = await ask(first);
    const shared = [...other].filter((key) => before.has(key) || again.has(key));
    if (shared.length > 0) {
      deviate(
        `other payments in ${otherCurrency} than in ${first} from the same URL`,
        `${shared.length} of ${other.size} that are the same`,
      );
    }
    if (![...again].some((key) => before.has(key))) {
      deviate('the first body to list the same payments again', 'none of them');
    }
  },
};

/** The length is demanded (RFC 9110 section 15.5.12), or chunks are nothing that is known (RFC 9112 section 7). */
const WANT_A_LENGTH = [411, 501];

/** Many clients send a body in chunks, and a body of GET is read by own code in many targets. */
const inChunks: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.chunked-body',
  title: 'lists by a body of the GET request that comes in chunks',
  requirements: ['PAY-94'],
  level: 'should',
  inOtherForms: true,
  async run(context) {
    const what = 'a listing whose body comes in chunks';
    const headers = { 'transfer-encoding': 'chunked' };
    const exchange = await unlessDropped(askListing(context, { headers }));
    if (WANT_A_LENGTH.includes(statusOf(exchange))) {
      context.inconclusive('The target wants the length of a body.');
    }
    expectSuccess(exchange, what);
    expectSomething(entriesOf(exchange), `payment in ${what}`);
  },
};

const searchWithin: Check = {
  ...searching,
  id: 'awaiting-payments.currency.with-search',
  title: 'lists nothing in another currency when a reference is searched',
  requirements: ['PAY-36'],
  inOtherForms: true,
  async run(context) {
    const { otherCurrency, reference } = await context.state('awaiting-payments');
    const body = { selectedCurrency: otherCurrency, searchablePaymentReference: reference };
    // What is answered when nothing matches is open, so a failure holds no payment either.
    const exchange = await askListing(context, { body });
    expectNoServerError(exchange, `a search in ${otherCurrency}`);
    const listing = entriesOf(exchange);
    expectCurrency(listing, otherCurrency);
    const wanted = (await fullListing(context.plain ?? context)).entries.find(
      (entry) => valueAt(entry, 'searchablePaymentReference') === reference,
    );
    if (wanted !== undefined && keysOf(listing).has(keyOf(wanted))) {
      deviate(`the payment ${reference} not to be listed in ${otherCurrency}`, 'it is listed');
    }
  },
};

/** Currencies of ISO 4217 that hardly two of are used by one customer. */
const RARE_CURRENCIES = ['ISK', 'PYG', 'MNT'];

const currencyOfNone: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.currency.none',
  title: 'lists only payments in a selectedCurrency that few payments are in, or none',
  requirements: ['PAY-36'],
  cause: 'selectedCurrency does not filter',
  async run(context) {
    const { currency: first, otherCurrency } = await context.state('awaiting-payments');
    const rare = RARE_CURRENCIES.find((code) => code !== first && code !== otherCurrency) ?? first;
    // A currency that the target does not know may be refused, as what is a part of a code.
    for (const currency of [rare, first.slice(0, -1)]) {
      const exchange = await askListing(context, { body: { selectedCurrency: currency } });
      expectNoServerError(exchange, `the listing in ${currency}`);
      expectCurrency(entriesOf(exchange), currency);
    }
  },
};

const NOTHING_LISTED = [
  { variant: 'nothing-matches', what: 'no payment matches', range: ['01/01/1990', '31/01/1990'] },
  {
    variant: 'range-reversed',
    what: 'fromDate is after toDate',
    range: ['31/01/1990', '01/01/1990'],
  },
];

const nothingListed: Check[] = NOTHING_LISTED.map(({ variant, what, range }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.observes.${variant}`,
  title: `shows what is answered when ${what}`,
  requirements: ['PAY-55'],
  level: 'open',
  async run(context) {
    const [fromDate, toDate] = range;
    const exchange = await askListing(context, { body: { fromDate, toDate } });
    const entries = entriesOf(exchange).length;
    context.observe(`answer when ${what}`, `${answerOf(exchange)}, ${entries} payments`);
  },
}));

/** Section 4.5: which payments the currency and the body select. */
export const awaitingPaymentsFilterChecks: Check[] = [
  otherCurrencyOnly,
  searchWithin,
  currencyOfNone,
  complete,
  getBody,
  inChunks,
  ...nothingListed,
];
