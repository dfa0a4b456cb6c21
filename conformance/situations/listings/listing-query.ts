import type { StateValues, UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import {
  dayOf,
  type RangeEnd,
  surelyInside,
  surelyOutside,
} from '../../checks/awaiting-payments/days.ts';
import { creationDay, FULL_PAGE, keyOf } from '../../checks/awaiting-payments/listing.ts';
import { listingApiToken } from '../../checks/tokens/api-tokens.ts';
import { coveringArray } from '../covering-array.ts';
import { factorsFor } from '../endpoint-factors.ts';
import { type Complete, completeListings } from './complete-listings.ts';
import { beginningOf, partOf, partOfSome } from './likeness.ts';
import { type Range, rangesOf } from './listing-ranges.ts';
import { tellsMasked } from './masked-references.ts';
import {
  type Others,
  ofAnotherTenant,
  referenceOf,
  type Searched,
  STAFF,
  soughtOf,
  soughtOutside,
  soughtUnlike,
} from './sought-payments.ts';

type State = StateValues['awaiting-payments'];

/** A query of a listing, with what the complete listing foretells of it. */
export interface ForetoldQuery {
  text: string;
  caller: UserName;
  bearer: boolean;
  /** the customer's, in the place of a session's token */
  apiToken: string | undefined;
  body: Record<string, unknown>;
  /** entries a page; the default where the query names none */
  size: number;
  sizeGiven: boolean;
  searched?: Searched;
  /** keys of what has to be listed, whichever way the ends of the range count */
  surely: ReadonlySet<string>;
  /** keys of what may be listed besides */
  perhaps: ReadonlySet<string>;
  /** whether the complete listing was read to its end */
  foretold: boolean;
}

const SMALL = 3;
const BELOW_DEFAULT = 7;
const ABOVE_DEFAULT = 25;
const LARGE = 100;

/** Below and above the default; how many a page then holds at most is the target's affair above it. */
const SIZES: (number | undefined)[] = [undefined, SMALL, BELOW_DEFAULT, ABOVE_DEFAULT, LARGE];
const SEARCHES = [
  'none',
  'whole reference',
  'part of a reference',
  'text that finds nothing',
] as const;

/** Most is foretold without a search, so there are as many queries without as with one. */
const SEARCHES_WEIGHED = ['none', 'none', ...SEARCHES.slice(1)] as (typeof SEARCHES)[number][];

/** How many letters a part of a reference has: fewer than three are in no index of trigrams. */
const FEW_LETTERS = 2;
const MORE_LETTERS = 5;

/** The turn of letters in the middle of a reference: others have them more often than those at its end. */
const IN_THE_MIDDLE = 1;

/** An end of the range that the complete listing has, too, leaves nothing of it out. */
const ends = (range: Range, state: State): RangeEnd[] =>
  (['fromDate', 'toDate'] as const).filter((end) => range[end] !== state[end]);

/** What is searched for in a query, and whose payments there are beside those that it lists. */
interface Sought {
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

/** Who is told references as they are: they pay by them. */
const CUSTOMERS: readonly UserName[] = ['customer', 'otherCustomer'];

/** What the customer is listed. */
const ofCustomer = (others: readonly Others[]): readonly unknown[] =>
  others.filter(({ caller }) => caller === 'customer').flatMap(({ entries }) => entries);

function foretell(
  complete: Complete,
  state: State,
  range: Range,
  { search, part, turn, unlike, outside, others, masked }: Sought,
): Pick<ForetoldQuery, 'surely' | 'perhaps' | 'searched'> {
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

/** Whether all that a caller is listed has room on one page of a size that is tried anyway. */
const isOnePage = ({ whole, entries }: Complete) => whole && entries.length <= LARGE;

/** Every pair of what may vary in a listing, each query with what is foretold of it. */
export function foretoldQueries(context: CheckContext): Promise<ForetoldQuery[]> {
  return context.shared('queries of awaiting payments', async (own) => {
    const state = await own.state('awaiting-payments');
    const listings = (await completeListings(own)).filter(
      ({ caller, currency, entries }) =>
        entries.length > 0 && (caller !== 'otherCustomer' || currency === state.currency),
    );
    const customer = listings.find(({ caller }) => caller === 'customer');
    // Where some of the staff are told masked references all may be, and of others' payments nothing shows it.
    const areMasked = listings.some(({ entries }) => tellsMasked(entries, customer?.entries ?? []));
    const factors = await factorsFor(own, 'awaiting-payments');
    const rows = coveringArray(
      {
        listing: listings,
        range: rangesOf(state, customer?.entries ?? []),
        size: SIZES,
        search: SEARCHES_WEIGHED,
        token: factors.token ?? [],
        order: ['as shown', 'in another order'] as const,
      },
      { seed: own.seed },
    );
    const [plain = rows[0]] = rows.filter(({ token }) => token.text === '');
    // The customer's whole list in every size, beside the pairs that chance lets fall together, in one of them and
    // in the default searched for what finds most of it.
    const whole = rangesOf(state, [])[0];
    const ofWhole = plain && customer && whole && { ...plain, listing: customer, range: whole };
    const inEverySize = ofWhole
      ? [
          ...SIZES.filter((size) => size !== BELOW_DEFAULT).map((size) => ({
            ...ofWhole,
            // One page that holds all of them, and has no room for more.
            size: size === ABOVE_DEFAULT && isOnePage(customer) ? customer.entries.length : size,
            search: 'none' as const,
          })),
          ...[undefined, BELOW_DEFAULT].map((size) => ({
            ...ofWhole,
            size,
            search: 'part of a reference' as const,
          })),
        ]
      : [];
    const listedToken = await listingApiToken(own);
    const [ofTenant, ofOthers] = [await completeListings(own), await ofAnotherTenant(own)];
    const sought: string[] = [];
    const outsideBy = new Map<UserName, number>();
    let unlike = 0;
    const asShown = new Map<Sought['search'], number>();
    return [...rows, ...inEverySize].flatMap((row, index) => {
      const { listing: complete, search } = row;
      const isOfPart = search === 'part of a reference';
      // An agent looks for a part once, so for what fills pages beyond the first.
      const isAgents = isOfPart && complete.caller === 'agent';
      // The smallest of the small ones where most is found: a page of a search holds no more, either.
      const size = isAgents ? SMALL : isOfPart && row.size === SMALL ? 1 : row.size;
      const drawnRange = index % 2 === 0 ? row.range : (row.range.inTurn ?? row.range);
      const range = (isAgents && whole) || drawnRange;
      // In the place of the session's in the usual header, which nearly all other listings have.
      const isBearer = row.token.bearer ?? false;
      const isShown = complete.caller === 'customer' && !isBearer;
      const before = asShown.get(search) ?? 0;
      // In the other currency each, and else every other of each kind of search.
      const isOther = complete.currency === state.otherCurrency;
      const apiToken = isShown && (isOther || before % 2 === 0) ? listedToken : undefined;
      asShown.set(search, before + (isShown && !isOther ? 1 : 0));
      // What finds most is sought alike in each size.
      const turn = index < rows.length ? sought.filter((earlier) => earlier === search).length : 0;
      const letters = index % 2 === 0 ? FEW_LETTERS : MORE_LETTERS;
      const isOfMost = isAgents || index >= rows.length;
      const foretold = foretell(complete, state, range, {
        ...{ search, turn, unlike },
        masked: areMasked && !CUSTOMERS.includes(complete.caller),
        part(reference, listed) {
          if (isOfMost) {
            const all = complete.entries.map(referenceOf).filter((each) => each !== undefined);
            return beginningOf(reference, all);
          }
          // Of more than a page, where pages are small.
          const some =
            size !== undefined && size < FULL_PAGE
              ? partOfSome(reference, listed, size)
              : undefined;
          return some ?? partOf(reference, letters, size === 1 ? IN_THE_MIDDLE : turn);
        },
        // By API tokens once: customers look for what is like nothing, too.
        ...((STAFF.includes(complete.caller) ||
          (apiToken !== undefined && !outsideBy.has(complete.caller))) && {
          outside: outsideBy.get(complete.caller) ?? 0,
        }),
        // What is nearest to what the caller is listed comes first: staff are listed all of their tenant.
        others: STAFF.includes(complete.caller)
          ? [...ofOthers, ...ofTenant]
          : [...ofTenant, ...ofOthers],
      });
      sought.push(search);
      unlike += foretold.searched?.key === '' ? 1 : 0;
      if (foretold.searched?.what === 'outside') {
        outsideBy.set(complete.caller, (outsideBy.get(complete.caller) ?? 0) + 1);
      }
      if (search !== 'none' && !foretold.searched) {
        return [];
      }
      const fields: [string, unknown][] = [
        ['selectedCurrency', complete.currency],
        ['fromDate', range.fromDate],
        ['toDate', range.toDate],
        ...(foretold.searched
          ? [['searchablePaymentReference', foretold.searched.reference] as [string, unknown]]
          : []),
      ];
      const text = [
        `by ${complete.caller}`,
        `in ${complete.currency}`,
        range.text,
        size === undefined ? '' : `size=${size}`,
        search === 'none' ? '' : `search for a ${search}`,
        apiToken === undefined ? row.token.text : 'with an API token',
        row.order === 'as shown' ? '' : 'fields in another order',
      ];
      return [
        {
          text: text.filter((part) => part !== '').join(', '),
          caller: complete.caller,
          bearer: isBearer,
          apiToken,
          body: Object.fromEntries(row.order === 'in another order' ? fields.reverse() : fields),
          size: size ?? FULL_PAGE,
          sizeGiven: size !== undefined,
          foretold: complete.whole,
          ...foretold,
        },
      ];
    });
  });
}
