import type { StateValues } from '../../../target/target.ts';
import {
  dayOf,
  type RangeEnd,
  surelyInside,
  surelyOutside,
} from '../../checks/awaiting-payments/days.ts';
import { creationDay, keyOf } from '../../checks/awaiting-payments/listing.ts';
import type { Complete } from './complete-listings.ts';
import type { Range } from './listing-ranges.ts';
import {
  type Others,
  referenceOf,
  type Searched,
  STAFF,
  soughtOf,
  soughtOutside,
  soughtUnlike,
} from './sought-payments.ts';

type State = StateValues['awaiting-payments'];

/** What a query searches for. */
export const SEARCHES = [
  'none',
  'whole reference',
  'part of a reference',
  'text that finds nothing',
] as const;

/** What is foretold of a query. */
export interface Foretold {
  searched?: Searched;
  /** keys of what has to be listed, whichever way the ends of the range count */
  surely: ReadonlySet<string>;
  /** keys of what may be listed besides */
  perhaps: ReadonlySet<string>;
}

/** An end of the range that the complete listing has, too, leaves nothing of it out. */
const ends = (range: Range, state: State): RangeEnd[] =>
  (['fromDate', 'toDate'] as const).filter((end) => range[end] !== state[end]);

/** What is searched for in a query, and whose payments there are beside those that it lists. */
export interface Sought {
  search: (typeof SEARCHES)[number];
  /** the part of a reference that is sought, of those listed */
  part(reference: string, listed: readonly string[]): string;
  /** how often the same was sought before */
  turn: number;
  /** how often a text was that is like no reference */
  unlike: number;
  /** how often the caller sought what a query leaves out; absent where that is not to be */
  outside?: number;
  others: readonly Others[];
  /** whether the caller is told references with letters masked */
  masked: boolean;
}

/** What the customer is listed. */
const ofCustomer = (others: readonly Others[]): readonly unknown[] =>
  others.filter(({ caller }) => caller === 'customer').flatMap(({ entries }) => entries);

/** What the complete listing of a caller foretells of a query of theirs. */
export function foretell(
  complete: Complete,
  state: State,
  range: Range,
  { search, part, turn, unlike, outside, others, masked }: Sought,
): Foretold {
  const moved = ends(range, state).map((end) => ({ end, date: dayOf(range[end]) }));
  const surelyIn = complete.entries.filter((entry) => {
    const day = creationDay(entry);
    return moved.every(({ end, date }) => day !== undefined && surelyInside(end, date, day));
  });
  const inside = new Set(surelyIn);
  const perhapsIn = complete.entries.filter((entry) => {
    const day = creationDay(entry);
    return (
      !inside.has(entry) &&
      !moved.some(({ end, date }) => day !== undefined && surelyOutside(end, date, day))
    );
  });
  if (search === 'text that finds nothing') {
    const listed = [...surelyIn, ...perhapsIn];
    const searched =
      (outside === undefined
        ? undefined
        : soughtOutside(complete, range, others, listed, outside)) ??
      soughtUnlike(complete.entries, unlike);
    return {
      surely: new Set(),
      perhaps: new Set(listed.map(keyOf)),
      ...(searched && { searched }),
    };
  }
  const known = surelyIn.filter((entry) => !masked && referenceOf(entry) !== undefined);
  // What staff are listed beside the customer's is of their organisation as well, and is sought first.
  const own = new Set(STAFF.includes(complete.caller) ? ofCustomer(others).map(keyOf) : []);
  const beside = known.filter((entry) => !own.has(keyOf(entry)));
  const sought = search === 'none' ? undefined : soughtOf(beside.length > 0 ? beside : known, turn);
  const reference = sought === undefined ? undefined : referenceOf(sought);
  const [surely, perhaps] = [surelyIn, perhapsIn].map((entries) => new Set(entries.map(keyOf)));
  if (reference === undefined || surely === undefined || perhaps === undefined) {
    return { surely: surely ?? new Set(), perhaps: perhaps ?? new Set() };
  }
  const key = keyOf(sought);
  const perhapsFound = new Set([...surely, ...perhaps]);
  // How much a search finds is open, but for the payment whose whole reference is sought.
  if (search === 'whole reference') {
    const searched = { reference, key, what: 'whole' as const };
    return { surely: new Set([key]), perhaps: perhapsFound, searched };
  }
  const text = part(
    reference,
    known.flatMap((entry) => referenceOf(entry) ?? []),
  );
  const alike = known.filter((entry) => referenceOf(entry)?.startsWith(text)).map(keyOf);
  return {
    surely: new Set(),
    perhaps: perhapsFound,
    searched: { reference: text, key, what: 'part', alike: new Set(alike) },
  };
}
