import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { dayOf } from '../../checks/awaiting-payments/days.ts';
import {
  askListing,
  creationDay,
  entriesOf,
  keyOf,
} from '../../checks/awaiting-payments/listing.ts';
import { readersOf } from '../../checks/tokens/in-both-forms.ts';
import { valueAt } from '../../http/exchange.ts';
import type { Complete } from './complete-listings.ts';
import { textUnlike } from './likeness.ts';
import type { Range } from './listing-ranges.ts';

/** A text that is searched for. */
export interface Searched {
  reference: string;
  /** of the payment whose reference it is or is part of; empty where it is like none */
  key: string;
  /** how the query and that payment stand to each other */
  what: 'whole' | 'part' | 'unlike' | 'short' | 'outside';
  /** keys of the payments of the query whose references begin with a part that is sought, as the one's does */
  alike?: ReadonlySet<string>;
}

/** What a search finds only where it reads a reference as it is written: letters, then signs of patterns. */
const ODD_REFERENCES = [/[^\p{ASCII}]/u, /[()[\]{}+*?|^$%\\]/, /['"&<>#/;]/, / /];

/** Payments that somebody is listed, of which some are of no concern to others. */
export type Others = Pick<Complete, 'caller' | 'entries'>;

/** Whose payments nobody else of the target file may see. */
export const OF_ANOTHER_TENANT: UserName = 'otherManager';

/** What a manager of another tenant is listed, where there is one: a page of it in each currency is enough. */
export async function ofAnotherTenant(context: CheckContext): Promise<Others[]> {
  const readers = await readersOf(context, 'awaiting-payments');
  const there = readers.find(({ user }) => user === OF_ANOTHER_TENANT);
  if (!there) {
    return [];
  }
  const { otherCurrency } = await context.state('awaiting-payments');
  const inOther = await askListing(context, {
    as: OF_ANOTHER_TENANT,
    body: { selectedCurrency: otherCurrency },
  });
  const entries = [there.bearer, inOther].flatMap(entriesOf);
  return [{ caller: OF_ANOTHER_TENANT, entries }];
}

/** Who is listed payments of many: what their searches leave out is more than customers have. */
export const STAFF: readonly UserName[] = ['manager', 'agent'];

/**
 * A payment that a query leaves out, to search for: in turn one of somebody whom the caller is not listed,
 * of another currency and of another day; `undefined` where there is none, or one of the query has the same
 * reference.
 */
export function soughtOutside(
  { caller, currency, whole }: Complete,
  range: Range,
  others: readonly Others[],
  listed: readonly unknown[],
  turn: number,
): Searched | undefined {
  const isOfDays = (entry: unknown) => {
    const day = creationDay(entry) ?? dayOf(range.fromDate);
    return day > dayOf(range.fromDate) && day < dayOf(range.toDate);
  };
  const isOfCurrency = (entry: unknown) => valueAt(entry, 'currency') === currency;
  const inside = new Set(listed.map(keyOf));
  const references = new Set(listed.map(referenceOf));
  const entriesOfAll = (which: (other: Others) => boolean) =>
    others.filter(which).flatMap(({ entries }) => entries);
  // Of whom more is listed than was read, another tenant's are known not to be.
  const isStrange = (other: Others) =>
    other.caller === OF_ANOTHER_TENANT || (whole && other.caller !== caller);
  // Each is left out for one reason alone.
  const groups = [
    entriesOfAll(isStrange).filter((entry) => isOfCurrency(entry) && isOfDays(entry)),
    entriesOfAll((other) => other.caller === caller).filter(
      (entry) => !isOfCurrency(entry) && isOfDays(entry),
    ),
    entriesOfAll((other) => other.caller === caller).filter(isOfCurrency),
  ];
  const first = turn % groups.length;
  return [...groups.slice(first), ...groups.slice(0, first)]
    .flat()
    .filter((entry) => !inside.has(keyOf(entry)) && !references.has(referenceOf(entry)))
    .flatMap((entry): Searched[] => {
      const reference = referenceOf(entry);
      return reference === undefined ? [] : [{ reference, key: keyOf(entry), what: 'outside' }];
    })
    .at(0);
}

/** A payment to search for: in turn one of each odd reference that there is, the middle one and the last. */
export function soughtOf(known: readonly unknown[], turn: number): unknown {
  const odd = ODD_REFERENCES.flatMap((form) =>
    known.filter((entry) => form.test(referenceOf(entry) ?? '')).slice(0, 1),
  );
  const candidates = [...new Set(odd), known[Math.floor(known.length / 2)], known.at(-1)];
  return candidates[turn % candidates.length];
}

/** The reference of a payment, where it is long enough to be told from others. */
export function referenceOf(entry: unknown): string | undefined {
  const reference = valueAt(entry, 'searchablePaymentReference');
  return typeof reference === 'string' && reference.length >= 6 ? reference : undefined;
}

/** Of so few letters a text may have another way to be searched, and a target may ask for more of them. */
const SHORT = 4;

/**
 * A text that none of the references of payments is like, every other time a short one, of which only the answer
 * is looked at; `undefined` where there is none.
 */
export function soughtUnlike(entries: readonly unknown[], turn: number): Searched | undefined {
  const reference = textUnlike(entries.map((entry) => referenceOf(entry) ?? ''));
  if (reference === undefined) {
    return undefined;
  }
  return turn % 2 === 0
    ? { reference, key: '', what: 'unlike' }
    : { reference: reference.slice(0, SHORT), key: '', what: 'short' };
}
