import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectNoServerError, expectSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { listers } from '../../situations/callers.ts';
import { textUnlike } from '../../situations/listings/likeness.ts';
import { STAFF } from '../../situations/listings/sought-payments.ts';
import { unlessDropped } from '../dropped-connection.ts';
import { textOf } from '../entry-text.ts';
import { partingDay, type RangeEnd, slashDate, surelyOutside } from './days.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  creationDay,
  entriesFound,
  entriesOf,
  FULL_PAGE,
  fullListing,
  keyOf,
  readListing,
} from './listing.ts';
import {
  FINDS,
  leftOut,
  pageAndSearch,
  referenceOf,
  search,
  searchedFor,
  searchesRead,
  searching,
  searchPage,
} from './searches.ts';

const finding: Check = {
  ...CUSTOMER_LISTING,
  id: FINDS,
  title: 'finds a payment by its reference',
  requirements: ['PAY-43'],
  inOtherForms: true,
  async run(context) {
    const { reference } = await context.state('awaiting-payments');
    const entries = entriesFound(await search(context, reference), 'a search by a reference');
    if (!entries.some((entry) => referenceOf(entry) === reference)) {
      deviate(
        `the payment whose searchablePaymentReference is ${reference}`,
        `${entries.length} others`,
      );
    }
  },
};

const changing: Check = {
  ...searching,
  id: 'awaiting-payments.search.changes-list',
  title: 'leaves payments out, or puts the one searched first, in a search',
  requirements: ['PAY-73'],
  inOtherForms: true,
  cause: 'searchablePaymentReference changes nothing',
  async run(context: CheckContext) {
    // Whoever is listed last without a search has the furthest to come.
    const { entries } = await fullListing(context.plain ?? context);
    const before = entries.map(referenceOf);
    const reference = entries.map(searchedFor).findLast((each) => each !== undefined);
    if (reference === undefined) {
      context.inconclusive('No payment of the listing has a searchablePaymentReference.');
    }
    const after = entriesFound(await search(context, reference), `a search for ${reference}`);
    const place = after.findIndex((entry) => referenceOf(entry) === reference);
    if (!context.plain) {
      await expectChangedForStaff(context);
    }
    if (after.length < before.length || place < before.indexOf(reference)) {
      return;
    }
    // Who searches for each word of a reference finds all that have one of them.
    const unlike = textUnlike(before.map(textOf));
    if (unlike !== undefined && (await leftOut(context, unlike)).leftOut.length > 0) {
      return;
    }
    deviate(
      `a search for ${reference} to leave payments out, or to list its payment before others`,
      `all ${before.length} payments as without a search`,
    );
  },
};

const referencesOn = (page: Exchange) => entriesOf(page).map(referenceOf);

/** A search of staff leaves payments out of the page, or puts the one that stood last on it before others. */
async function expectChangedForStaff(context: CheckContext): Promise<void> {
  for (const user of (await listers(context)).filter((each) => STAFF.includes(each))) {
    const { page, reference, found } = await pageAndSearch(context, user);
    const before = referencesOn(page);
    if (new Set(before).size < 2 || !found || referencesOn(found).join() !== before.join()) {
      continue;
    }
    const unlike = textUnlike(before.map(textOf));
    const other = unlike && (await searchPage(context, user, unlike));
    if (!other || referencesOn(other).join() === before.join()) {
      deviate(
        `a search for ${reference} by ${user} to leave payments out, or to list its payment before others`,
        'the page as without a search',
      );
    }
  }
}

/** Signs that mean something in patterns, one of them open to the end. */
const SIGNS = '([*+%_\\';

const unbroken: Check = {
  ...searching,
  id: 'awaiting-payments.search.no-server-error',
  title: 'answers a search that finds nothing without a server error',
  requirements: ['PAY-73'],
  async run(context) {
    const references = (await fullListing(context)).entries.map((e) => textOf(referenceOf(e)));
    const text = textUnlike(references);
    if (text !== undefined) {
      expectNoServerError((await search(context, text)).first, `a search for ${text}`);
    }
    const { reference } = await context.state('awaiting-payments');
    const signs = `${reference.slice(0, 4)}${SIGNS}`;
    const body = { searchablePaymentReference: signs };
    const answer = await unlessDropped(askListing(context, { body }));
    expectNoServerError(answer, `a search for ${signs}`);
    if (text === undefined) {
      context.inconclusive('The references hold every pair of letters and digits.');
    }
  },
};

/** The reference of what is listed last without a search, far behind the first page. */
async function lastReference(context: CheckContext): Promise<string | undefined> {
  const { entries } = await fullListing(context);
  return entries
    .slice(FULL_PAGE)
    .map(searchedFor)
    .findLast((each) => each !== undefined);
}

/** A search looks at all pages, and what it finds begins on the first. */
const fromLaterPage: Check = {
  ...searching,
  id: 'awaiting-payments.search.first-page',
  title: 'finds a payment of a later page by its reference where no page is asked for',
  requirements: ['PAY-43'],
  async run(context) {
    const reference = await lastReference(context);
    if (reference === undefined) {
      context.inconclusive('No payment beyond the first page has a searchablePaymentReference.');
    }
    const what = `a search for ${reference} without page and size`;
    const body = { searchablePaymentReference: reference };
    const page = await askListing(context, { body });
    expectSuccess(page, what);
    const found = entriesOf(page);
    const isFull = found.length >= FULL_PAGE;
    if (!isFull && !found.some((entry) => referenceOf(entry) === reference)) {
      deviate(
        `the payment of that reference on the first page of ${what}`,
        `${found.length} others`,
      );
    }
  },
};

/** What a search finds is paged as what is listed without one: a page that is not full is the last. */
const paged: Check = {
  ...searching,
  id: 'awaiting-payments.search.last-page',
  title: 'finds nothing more after a page of a search that is not full',
  requirements: ['PAY-27'],
  inOtherForms: true,
  async run(context) {
    // The check that searches for most, whoever searches.
    await context.passed('awaiting-payments.search.same-for-everybody');
    for (const { by, text, listing } of await searchesRead(context)) {
      if (listing.afterShort !== undefined) {
        deviate(
          `nothing on page ${listing.afterShort} of a search for ${text} by ${by}, since the page before was not full`,
          'payments that no page before had',
        );
      }
    }
  },
};

const filtered: Check = {
  ...searching,
  id: 'awaiting-payments.search.keeps-filters',
  title: 'finds no payment of another currency or outside the range by its reference',
  requirements: ['PAY-36', 'PAY-37', 'PAY-38'],
  async run(context) {
    const { entries } = await fullListing(context);
    const parting = partingDay(entries.map(creationDay).filter((day) => day !== undefined));
    const { otherCurrency } = await context.state('awaiting-payments');
    const outside = (end: RangeEnd) =>
      parting === undefined
        ? undefined
        : entries.find((entry) => surelyOutside(end, parting, creationDay(entry) ?? parting));
    const date = parting === undefined ? '' : slashDate(parting);
    const tried = [
      {
        what: 'in another currency',
        entry: entries.at(-1),
        body: { selectedCurrency: otherCurrency },
      },
      { what: `from ${date} on`, entry: outside('fromDate'), body: { fromDate: date } },
      { what: `up to ${date}`, entry: outside('toDate'), body: { toDate: date } },
    ].flatMap(({ entry, ...rest }) => {
      const reference = searchedFor(entry);
      return reference === undefined ? [] : [{ ...rest, entry, reference }];
    });
    if (tried.length === 0) {
      context.inconclusive('No payment with a searchablePaymentReference is there to be left out.');
    }
    for (const { what, entry, reference, body } of tried) {
      // Right after the same search was answered without it, so that nothing of that is told again.
      await searchPage(context, 'customer', reference);
      const found = await readListing(context, {
        body: { ...body, searchablePaymentReference: reference },
      });
      if (found.entries.some((each) => keyOf(each) === keyOf(entry))) {
        deviate(`a search for ${reference} ${what} to leave its payment out`, 'that payment');
      }
    }
  },
};

/** Section 4.5: the search by searchablePaymentReference. */
export const awaitingPaymentsSearchChecks: Check[] = [
  finding,
  changing,
  fromLaterPage,
  paged,
  filtered,
  unbroken,
];
