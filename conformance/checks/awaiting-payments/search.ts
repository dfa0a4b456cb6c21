import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectNoServerError } from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { listers } from '../../situations/callers.ts';
import {
  nearForms,
  textUnlike,
  trigramSimilarity,
  UNLIKE_BELOW,
} from '../../situations/listings/likeness.ts';
import { unlessDropped } from '../dropped-connection.ts';
import { textOf } from '../entry-text.ts';
import { partingDay, type RangeEnd, slashDate, surelyOutside } from './days.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  creationDay,
  entriesFound,
  FULL_PAGE,
  fullListing,
  keyOf,
  keysOf,
  type Listing,
  readListing,
} from './listing.ts';

const referenceOf = (entry: unknown) => valueAt(entry, 'searchablePaymentReference');

/** All that a search finds among the payments of the state. */
function search(context: CheckContext, text: string): Promise<Listing> {
  return context.shared(`search for ${text}`, (own) =>
    readListing(own, { body: { searchablePaymentReference: text } }),
  );
}

/** Whether a search finds the payment with the reference. */
async function finds(context: CheckContext, text: string, reference: string): Promise<boolean> {
  const { entries } = await search(context, text);
  return entries.some((entry) => referenceOf(entry) === reference);
}

/** The near forms of the state's reference, with whether each finds its payment. */
async function nearFormsTried(context: CheckContext) {
  const { reference } = await context.state('awaiting-payments');
  const tried = [];
  for (const near of nearForms(reference)) {
    tried.push({ ...near, found: await finds(context, near.text, reference) });
  }
  return tried;
}

const FINDS = 'awaiting-payments.search.finds-reference';
const searching = { ...CUSTOMER_LISTING, after: [...CUSTOMER_LISTING.after, FINDS] };

/** Payments of the full listing that a search leaves out. */
async function leftOut(context: CheckContext, text: string) {
  const known = (await fullListing(context)).entries;
  const found = keysOf((await search(context, text)).entries);
  return { known, leftOut: known.filter((entry) => !found.has(keyOf(entry))) };
}

const finding: Check = {
  ...CUSTOMER_LISTING,
  id: FINDS,
  title: 'finds a payment by its reference',
  requirements: ['PAY-43'],
  level: 'must',
  async run(context: CheckContext) {
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
  level: 'must',
  cause: 'searchablePaymentReference changes nothing',
  async run(context: CheckContext) {
    // Whoever is listed last without a search has the furthest to come.
    const before = (await fullListing(context)).entries.map(referenceOf);
    const reference = before.findLast((each) => typeof each === 'string' && each !== '');
    if (typeof reference !== 'string') {
      context.inconclusive('No payment of the listing has a searchablePaymentReference.');
    }
    const after = entriesFound(await search(context, reference), `a search for ${reference}`);
    const place = after.findIndex((entry) => referenceOf(entry) === reference);
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

const fuzziness: Check[] = [
  {
    ...searching,
    id: 'awaiting-payments.search.leaves-out',
    title: 'leaves payments out when a reference is searched',
    requirements: ['PAY-44'],
    level: 'should',
    cause: 'searchablePaymentReference leaves nothing out',
    async run(context: CheckContext) {
      const { reference } = await context.state('awaiting-payments');
      const { known, leftOut: left } = await leftOut(context, reference);
      if (left.length > 0) {
        return;
      }
      const likeness = known
        .map(referenceOf)
        .filter((other) => typeof other === 'string')
        .map((other) => trigramSimilarity(reference, other));
      if (!likeness.some((share) => share < UNLIKE_BELOW)) {
        context.inconclusive('All references are so alike that a fuzzy search may find them all.');
      }
      deviate(
        `a search for ${reference} to leave out payments whose reference is unlike it`,
        `all ${known.length} payments`,
      );
    },
  },
  {
    ...searching,
    id: 'awaiting-payments.search.leaves-out-unlike',
    title: 'leaves payments out when a text unlike any reference is searched',
    requirements: ['PAY-44'],
    level: 'should',
    cause: 'searchablePaymentReference leaves nothing out',
    async run(context: CheckContext) {
      const references = (await fullListing(context)).entries.map((e) => textOf(referenceOf(e)));
      const text = textUnlike(references);
      if (text === undefined) {
        context.inconclusive('The references hold every pair of letters and digits.');
      }
      const { known, leftOut: left } = await leftOut(context, text);
      if (left.length === 0) {
        deviate(`a search for ${text} to leave payments out`, `all ${known.length} payments`);
      }
    },
  },
  {
    ...searching,
    id: 'awaiting-payments.search.fuzzy',
    title: 'finds a payment by at least one near form of its reference',
    requirements: ['PAY-45'],
    level: 'should',
    async run(context: CheckContext) {
      const tried = await nearFormsTried(context);
      if (!tried.some(({ found }) => found)) {
        deviate(
          'a near form of the reference to find its payment',
          `nothing for ${tried.map(({ form, text }) => `${text} (${form})`).join(', ')}`,
        );
      }
    },
  },
];

/** The search of somebody else, over what the customer searches. */
function searchBy(context: CheckContext, as: UserName, text: string): Promise<Listing> {
  return context.shared(`search by ${as} for ${text}`, (own) =>
    readListing(own, { as, body: { searchablePaymentReference: text } }),
  );
}

const alike: Check = {
  ...searching,
  id: 'awaiting-payments.search.same-for-everybody',
  title: 'finds a payment by the same forms of its reference, whoever searches',
  requirements: ['PAY-76'],
  level: 'should',
  async run(context: CheckContext) {
    const { reference } = await context.state('awaiting-payments');
    const found = (await nearFormsTried(context)).filter((near) => near.found);
    const others = (await listers(context)).filter((user) => user !== 'customer');
    const finders: UserName[] = [];
    for (const user of others) {
      const { entries } = await searchBy(context, user, reference);
      if (entries.some((entry) => referenceOf(entry) === reference)) {
        finders.push(user);
      }
    }
    if (found.length === 0 || finders.length === 0) {
      context.inconclusive('Nobody else finds the payment of the state by its whole reference.');
    }
    for (const [index, user] of finders.entries()) {
      // Each form is tried by one of them, and each of them tries one at least.
      const own = found.filter((_, at) => at % finders.length === index);
      for (const { form, text } of own.length > 0 ? own : found.slice(0, 1)) {
        const { entries } = await searchBy(context, user, text);
        if (!entries.some((entry) => referenceOf(entry) === reference)) {
          deviate(
            `${user} to find the payment ${reference} by ${text} (${form}), as the customer does`,
            `${entries.length} others`,
          );
        }
      }
    }
  },
};

/** Signs that mean something in patterns, one of them open to the end. */
const SIGNS = '([*+%_\\';

const unbroken: Check = {
  ...searching,
  id: 'awaiting-payments.search.no-server-error',
  title: 'answers a search that finds nothing without a server error',
  requirements: ['PAY-73'],
  level: 'must',
  async run(context: CheckContext) {
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

const filtered: Check = {
  ...searching,
  id: 'awaiting-payments.search.keeps-filters',
  title: 'finds no payment of another currency or outside the range by its reference',
  requirements: ['PAY-36', 'PAY-37', 'PAY-38'],
  level: 'must',
  async run(context: CheckContext) {
    const { entries } = await fullListing(context);
    const days = entries.map(creationDay).filter((day) => day !== undefined);
    const parting = partingDay(days);
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
      const reference = referenceOf(entry);
      return typeof reference === 'string' && reference !== ''
        ? [{ ...rest, entry, reference }]
        : [];
    });
    if (tried.length === 0) {
      context.inconclusive('No payment with a searchablePaymentReference is there to be left out.');
    }
    for (const { what, entry, reference, body } of tried) {
      // Right after the same search was answered without it, so that nothing of that is told again.
      const query = { page: 1, size: FULL_PAGE };
      await askListing(context, { body: { searchablePaymentReference: reference }, query });
      const found = await readListing(context, {
        body: { ...body, searchablePaymentReference: reference },
      });
      if (found.entries.some((each) => keyOf(each) === keyOf(entry))) {
        deviate(`a search for ${reference} ${what} to leave its payment out`, 'that payment');
      }
    }
  },
};

const forms: Check = {
  ...searching,
  id: 'awaiting-payments.observes.search-forms',
  title: 'shows which near forms of a reference find its payment',
  requirements: ['PAY-46'],
  level: 'open',
  async run(context: CheckContext) {
    for (const { form, found } of await nearFormsTried(context)) {
      context.observe(`search by ${form} finds the payment`, found);
    }
  },
};

/** Section 4.5: the fuzzy search by searchablePaymentReference. */
export const awaitingPaymentsSearchChecks: Check[] = [
  finding,
  changing,
  filtered,
  unbroken,
  ...fuzziness,
  alike,
  forms,
];
