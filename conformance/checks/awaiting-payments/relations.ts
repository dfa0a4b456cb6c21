import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectSuccess, isRejectedAsAsked, isSuccess, statusOf } from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { type ReadQuery, readQueries } from '../../situations/listings/listing-pages.ts';
import type { Searched } from '../../situations/listings/sought-payments.ts';
import { CUSTOMER_LISTING, entriesOf, FULL_PAGE, keyOf } from './listing.ts';
import { expectFoundOnEnds } from './ranges/search-on-ends.ts';
import { searching } from './searches.ts';

/** What is demanded of every query of the covering array; deviates, or says that nothing can be. */
type Relation = (query: ReadQuery) => void;

/** The relation on all queries, each told by what it asked. */
async function inEveryQuery(context: CheckContext, relation: Relation): Promise<void> {
  const queries = await readQueries(context);
  // No least size is shown, nor which sizes there are: one that is always refused is the target's choice.
  const judged = new Set(
    queries
      .filter(({ pages }) => !pages.every(({ exchange }) => isRejectedAsAsked(exchange)))
      .map(({ size }) => size),
  );
  for (const query of queries) {
    if (!query.sizeGiven || judged.has(query.size)) {
      relation(query);
    }
  }
}

const keysOfAll = ({ pages }: ReadQuery): string[] => pages.flatMap(({ keys }) => keys);

/** No maximum of a page is shown: above the default a target may refuse a size, or give fewer. */
const isLarge = ({ size }: Pick<ReadQuery, 'size'>) => size > FULL_PAGE;

const isRefused = ({ size, pages }: ReadQuery) =>
  isLarge({ size }) && !pages.some(({ exchange }) => isSuccess(exchange));

const succeeds: Relation = ({ pages, text, surely, size, refused }) => {
  const [first] = pages;
  if (refused) {
    expectSuccess(
      refused.exchange,
      `page ${refused.page} of a listing ${text}, of which more is found,`,
    );
  }
  // No size above the default is promised, and how one is refused is open.
  if (!first || isLarge({ size })) {
    return;
  }
  // What is answered where nothing matches is open, and a part of a reference may match nothing; but who
  // is listed the whole may ask for any part of it.
  if (surely.size > 0 || [401, 403].includes(statusOf(first.exchange))) {
    expectSuccess(first.exchange, `a listing ${text}`);
  }
};

/** Whether a payment is listed, known by its reference as well: two tenants may count their own from 1. */
const isListed = ({ key, reference }: Searched, { pages }: ReadQuery): boolean =>
  pages
    .flatMap(({ exchange }) => entriesOf(exchange))
    .some(
      (entry) => keyOf(entry) === key && valueAt(entry, 'searchablePaymentReference') === reference,
    );

/** Subset: a query gives nothing that the caller's complete listing does not foretell. */
const nothingElse: Relation = (query) => {
  const { searched } = query;
  if (searched?.what === 'outside' && isListed(searched, query)) {
    deviate(
      `nothing of other currencies, days and organisations in a listing ${query.text}`,
      `the payment ${searched.reference}`,
    );
  }
  if (!query.foretold) {
    return;
  }
  for (const { keys, page } of query.pages) {
    const odd = keys.find((key) => !query.surely.has(key) && !query.perhaps.has(key));
    if (odd !== undefined) {
      deviate(
        `only payments that the complete listing holds for a listing ${query.text}`,
        `on page ${page} the payment ${odd}, which is ${query.searched ? 'not among those of the same request without a search' : 'in another currency or outside the range, or not listed there'}`,
      );
    }
  }
};

/**
 * Completeness: over its pages a query gives all that the complete listing foretells, be it of a part that was
 * read of that.
 */
const complete: Relation = (query) => {
  if (query.searched || !query.toTheEnd || isRefused(query)) {
    return;
  }
  const listed = new Set(keysOfAll(query));
  const missing = [...query.surely].filter((key) => !listed.has(key));
  if (missing.length > 0) {
    deviate(
      `${query.surely.size} payments of the complete listing in a listing ${query.text}`,
      `${missing.length} of them on no page, such as ${missing[0]}`,
    );
  }
};

/** A page holds as many as size says while there are that many, so none follows one not full. */
const fullPages: Relation = ({ pages, size, text, ...query }) => {
  if (isLarge({ size })) {
    return;
  }
  for (const { keys, page } of pages) {
    const next = pages.find((other) => other.page === page + 1);
    if (keys.length < size && next && next.keys.length > 0) {
      deviate(
        `${size} payments on page ${page} of a listing ${text}, since page ${page + 1} has some`,
        `${keys.length} payments`,
      );
    }
    const isExact = query.foretold && !query.searched && query.perhaps.size === 0;
    const wanted = Math.min(size, Math.max(0, query.surely.size - (page - 1) * size));
    if (isExact && wanted > 0 && keys.length !== wanted) {
      deviate(`${wanted} payments on page ${page} of a listing ${text}`, String(keys.length));
    }
  }
};

/** Disjoint: no payment stands on two pages of a query. */
const disjoint: Relation = ({ pages, text }) => {
  const seenOn = new Map<string, number>();
  for (const { keys, page } of pages) {
    for (const key of new Set(keys)) {
      const before = seenOn.get(key);
      if (before !== undefined) {
        deviate(
          `different payments on the pages of a listing ${text}`,
          `the payment ${key} on pages ${before} and ${page}`,
        );
      }
      seenOn.set(key, page);
    }
  }
};

/** A search by a whole reference finds its payment, whatever else is asked. */
const finds: Relation = (query) => {
  const { searched, text, pages, size, perhaps } = query;
  if (searched?.what !== 'whole' || !query.toTheEnd || isRefused(query)) {
    return;
  }
  if (!keysOfAll(query).includes(searched.key)) {
    const onFirst = pages[0]?.keys.length ?? 0;
    // A page as full as without a search, and of others, is not decided by it.
    const isIgnored = onFirst > 0 && onFirst >= Math.min(size, perhaps.size);
    deviate(
      `the payment ${searched.reference} in a listing ${text}`,
      `${keysOfAll(query).length} other payments`,
      isIgnored ? 'PAY-73' : undefined,
    );
  }
};

/** Of so many payments that begin alike a search finds all, where it finds this part of them. */
const [MANY_ALIKE, NEARLY_ALL] = [5, 0.8];

/** What finds nearly all that begin with a text finds the rest, too: another way to search would find few. */
const findsAlike: Relation = (query) => {
  const { searched, text, toTheEnd } = query;
  const alike = [...(searched?.alike ?? [])];
  if (alike.length < MANY_ALIKE || !toTheEnd || isRefused(query)) {
    return;
  }
  const listed = new Set(keysOfAll(query));
  const missing = alike.filter((key) => !listed.has(key));
  if (missing.length > 0 && alike.length - missing.length >= alike.length * NEARLY_ALL) {
    deviate(
      `all ${alike.length} payments that begin with ${searched?.reference} in a listing ${text}`,
      `${missing.length} of them on no page, such as ${missing[0]}`,
    );
  }
};

/** Where no page is named the first is listed, so nothing of the second. */
const firstPage: Relation = ({ pages: [first, second], text, pageGiven }) => {
  if (pageGiven || second?.page !== 2) {
    return;
  }
  const both = first?.keys.find((key) => second.keys.includes(key));
  if (both !== undefined) {
    deviate(
      `page 1 in the answer to a listing ${text} that names no page`,
      `the payment ${both}, which is on page 2`,
    );
  }
};

/** A search for what no reference is like leaves something out, whatever else is asked. */
const leavesOut: Relation = (query) => {
  const { searched, text, perhaps, size, pages } = query;
  const found = new Set(keysOfAll(query)).size;
  // Of a long list as many are enough as its pages hold.
  const all = Math.min(perhaps.size, pages.length * size);
  const isTold = searched?.what === 'unlike' && query.foretold && !isRefused(query);
  if (isTold && all > 1 && found >= all) {
    deviate(
      `a listing ${text} (${searched.reference}) to leave payments out`,
      `${found} of ${perhaps.size} that the same request lists without a search`,
    );
  }
};

interface Related {
  relation: string;
  title: string;
  requirements: string[];
  /** must, unless said otherwise */
  level?: Check['level'];
  holds: Relation;
  /** what is asked beside the queries */
  beside?(context: CheckContext): Promise<void>;
}

const RELATIONS: Related[] = [
  {
    relation: 'succeeds',
    title: 'lists whoever asks, for any currency, range, size and search',
    requirements: ['PAY-19', 'PAY-47'],
    holds: succeeds,
  },
  {
    relation: 'nothing-else',
    title: 'lists nothing that the complete listing does not hold',
    requirements: ['PAY-36', 'PAY-37', 'PAY-38'],
    holds: nothingElse,
  },
  {
    relation: 'complete',
    title: 'lists all that the complete listing holds of a query',
    requirements: ['PAY-39'],
    holds: complete,
  },
  {
    relation: 'full-pages',
    title: 'fills every page but the last, whatever is asked',
    requirements: ['PAY-26', 'PAY-27'],
    holds: fullPages,
  },
  {
    relation: 'disjoint',
    title: 'lists no payment on two pages, whatever is asked',
    requirements: ['PAY-28'],
    holds: disjoint,
  },
  {
    relation: 'search-finds',
    title: 'finds a payment by its reference, whatever else is asked',
    requirements: ['PAY-43'],
    holds: finds,
    beside: expectFoundOnEnds,
  },
  {
    relation: 'search-finds-alike',
    title: 'finds all payments of references that begin alike, or few of them',
    requirements: ['PAY-45'],
    level: 'should',
    holds: findsAlike,
  },
  {
    relation: 'first-page',
    title: 'lists page 1 where no page is named, whatever else is asked',
    requirements: ['PAY-25'],
    holds: firstPage,
  },
  {
    relation: 'search-leaves-out',
    title: 'leaves payments out where a text unlike any is searched, whatever else is asked',
    requirements: ['PAY-44'],
    level: 'should',
    holds: leavesOut,
  },
];

/**
 * Section 4.5 on data that nobody knows beforehand: what one answer foretells of another, over every
 * pair of caller, currency, range, size, search and header form.
 */
export const awaitingPaymentsRelationChecks: Check[] = RELATIONS.map(
  ({ relation, title, requirements, level = 'must', holds, beside }): Check => ({
    ...(relation.startsWith('search-') ? searching : CUSTOMER_LISTING),
    id: `awaiting-payments.relation.${relation}`,
    title,
    requirements,
    level,
    drawn: true,
    async run(context) {
      await inEveryQuery(context, holds);
      await beside?.(context);
    },
  }),
);
