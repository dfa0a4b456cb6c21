import type { StateValues, UserName } from '../../target/target.ts';
import type { CheckContext } from '../check-context.ts';
import {
  dayOf,
  type RangeEnd,
  slashDate,
  surelyInside,
  surelyOutside,
} from '../checks/awaiting-payments/days.ts';
import {
  creationDay,
  entriesOf,
  FULL_PAGE,
  keyOf,
  type Listing,
  readListing,
} from '../checks/awaiting-payments/listing.ts';
import { listingApiToken } from '../checks/tokens/api-tokens.ts';
import { readersOf } from '../checks/tokens/bearer.ts';
import { valueAt } from '../http/exchange.ts';
import { listers } from './callers.ts';
import { coveringArray } from './covering-array.ts';
import { factorsFor } from './endpoint-factors.ts';
import { partOf, textUnlike } from './likeness.ts';

type State = StateValues['awaiting-payments'];

/** What one caller may list in one currency over the whole range of the state, read page by page. */
export interface Complete {
  caller: UserName;
  currency: string;
  entries: unknown[];
  /** whether it was read to its end, so that every narrower query is foretold by it */
  whole: boolean;
}

/** Pages that are read of what a caller other than the customer may list. */
const PAGES_OF_OTHERS = 6;

/** Those who are listed the own payments alone, so that each is known by theirs, and one who sees many. */
const IN_BOTH: readonly UserName[] = ['customer', 'otherCustomer', 'manager'];

/** Callers whose lists foretell nothing, since payments of others go from them meanwhile. */
export const leftOut = (context: CheckContext): Promise<Set<string>> =>
  context.shared('callers whose lists change', async () => new Set());

/** The complete listings of everybody who may list, of some in both currencies. */
export function completeListings(context: CheckContext): Promise<Complete[]> {
  return context.shared('complete listings of everybody', async (own) => {
    const state = await own.state('awaiting-payments');
    const left = await leftOut(own);
    const steady = (await listers(own)).filter((caller) => !left.has(caller));
    const wanted = steady.flatMap((caller) =>
      (IN_BOTH.includes(caller) ? [state.currency, state.otherCurrency] : [state.currency]).map(
        (currency) => ({ caller, currency }),
      ),
    );
    return Promise.all(
      wanted.map(async ({ caller, currency }) => {
        const mostPages = caller === 'customer' ? 30 : PAGES_OF_OTHERS;
        const listing: Listing = await readListing(own, {
          as: caller,
          body: { selectedCurrency: currency },
          mostPages,
        });
        const whole = listing.succeeded && listing.entries.length < mostPages * FULL_PAGE;
        return { caller, currency, entries: listing.entries, whole };
      }),
    );
  });
}

/** A text that is searched for. */
export interface Searched {
  reference: string;
  /** of the payment whose reference it is or is part of; empty where it is like none */
  key: string;
  /** how the query and that payment stand to each other */
  what: 'whole' | 'part' | 'unlike' | 'outside';
}

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

interface Range {
  text: string;
  fromDate: string;
  toDate: string;
  /** another that stands for it every second time: it needs no pairs of its own */
  inTurn?: Range;
  /** whether it is another where the month is read first; then whoever has few queries is asked for it */
  mistakable?: true;
}

/** Days before and after the middle one of a week. */
const HALF_A_WEEK = 3;

/**
 * The last day of a month from one day to another, of 31 where there is one: who counts on by a day or a
 * month, or knows how long months are, goes wrong there first.
 */
function endOfMonth(from: number, to: number): number | undefined {
  const days = Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index);
  const ends = days.filter((day) => slashDate(day + 1).startsWith('01/'));
  return ends.find((day) => slashDate(day).startsWith('31/')) ?? ends[0];
}

/** The day of the last month that a range over the ends of months goes to. */
const FIFTH = 5;

/** A range from the end of a month into the beginning of the last: its first day is the greater number. */
function overMonths(from: number, half: number, to: number): Range | undefined {
  const begin = endOfMonth(from, half);
  const end = to - Number(slashDate(to).slice(0, 2)) + FIFTH;
  return begin === undefined || end <= begin || end > to
    ? undefined
    : {
        text: 'from the end of a month to the beginning of another',
        fromDate: slashDate(begin),
        toDate: slashDate(end),
      };
}

/** Whether a day is another where the month is read first. */
function isMistakable(day: number): boolean {
  const [ofMonth = 0, month = 0] = slashDate(day).split('/').map(Number);
  return ofMonth <= MONTHS && ofMonth !== month;
}

const MONTHS = 12;

/** The range of the state, and narrower ones that part the days of the payments. */
function rangesOf(state: State, entries: readonly unknown[]): Range[] {
  const days = [...new Set(entries.map(creationDay).filter((day) => day !== undefined))].sort(
    (a, b) => a - b,
  );
  const [third, half, twoThirds] = [1 / 3, 1 / 2, 2 / 3].map(
    (part) => days[Math.floor(days.length * part)],
  );
  const single = days.toSorted((a, b) => Math.abs(a - (half ?? a)) - Math.abs(b - (half ?? b)));
  const mistakable = single.find(isMistakable) ?? half;
  const [from = 0, to = -1] = [days[Math.floor(days.length / 2)], days.at(-4)];
  const rest = endOfMonth(from, to) ?? twoThirds;
  const whole = { text: '', fromDate: state.fromDate, toDate: state.toDate };
  if (third === undefined || half === undefined || rest === undefined || days.length < 6) {
    return [whole];
  }
  const over = overMonths(days[0] ?? third, half, dayOf(state.toDate));
  return [
    whole,
    { ...whole, text: 'a later fromDate', fromDate: slashDate(third) },
    { ...whole, text: 'an earlier toDate', toDate: slashDate(rest) },
    {
      text: 'a narrow range',
      fromDate: slashDate(third),
      toDate: slashDate(rest),
      ...(over && { inTurn: over }),
    },
    {
      text: 'one day',
      mistakable: true,
      fromDate: slashDate(mistakable ?? half),
      toDate: slashDate(mistakable ?? half),
      inTurn: {
        text: 'a week',
        // What lies outside the state's range nobody has listed, so that nothing foretells it.
        fromDate: slashDate(Math.max(half - HALF_A_WEEK, dayOf(state.fromDate))),
        toDate: slashDate(Math.min(half + HALF_A_WEEK, dayOf(state.toDate))),
      },
    },
  ];
}

/** Below and above the default; how many a page then holds at most is the target's affair above it. */
const SIZES: (number | undefined)[] = [undefined, 3, 7, 25, 100];
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

/** What a search finds only where it reads a reference as it is written: letters, then signs of patterns. */
const ODD_REFERENCES = [/[^\p{ASCII}]/u, /[()[\]{}+*?|^$%\\]/, /['"&<>#/;]/, / /];

/** Payments that somebody is listed, of which some are of no concern to others. */
type Others = Pick<Complete, 'caller' | 'entries'>;

const OF_ANOTHER_TENANT: UserName = 'otherManager';

/** What a manager of another tenant is listed, where there is one: one page of it is enough. */
async function ofAnotherTenant(context: CheckContext): Promise<Others[]> {
  const readers = await readersOf(context, 'awaiting-payments');
  return readers
    .filter(({ user }) => user === OF_ANOTHER_TENANT)
    .map(({ user, bearer }) => ({ caller: user, entries: entriesOf(bearer) }));
}

/** Who is listed payments of many: what their searches leave out is more than customers have. */
const STAFF: readonly UserName[] = ['manager', 'agent'];

/**
 * A payment that a query leaves out, to search for: in turn one of somebody whom the caller is not listed,
 * of another currency and of another day; `undefined` where there is none, or one of the query has the same
 * reference.
 */
function soughtOutside(
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

/** A payment to search for: in turn one of each odd reference that there is, and the middle one. */
export function soughtOf(known: readonly unknown[], turn: number): unknown {
  const odd = ODD_REFERENCES.flatMap((form) =>
    known.filter((entry) => form.test(referenceOf(entry) ?? '')).slice(0, 1),
  );
  const candidates = [...new Set(odd), known[Math.floor(known.length / 2)]];
  return candidates[turn % candidates.length];
}

function referenceOf(entry: unknown): string | undefined {
  const reference = valueAt(entry, 'searchablePaymentReference');
  return typeof reference === 'string' && reference.length >= 6 ? reference : undefined;
}

/** An end of the range that the complete listing has, too, leaves nothing of it out. */
const ends = (range: Range, state: State): RangeEnd[] =>
  (['fromDate', 'toDate'] as const).filter((end) => range[end] !== state[end]);

function soughtUnlike(entries: readonly unknown[]): Searched | undefined {
  const reference = textUnlike(entries.map((entry) => referenceOf(entry) ?? ''));
  return reference === undefined ? undefined : { reference, key: '', what: 'unlike' };
}

/** What is searched for in a query, and whose payments there are beside those that it lists. */
interface Sought {
  search: (typeof SEARCHES)[number];
  letters: number;
  /** how often the same was sought before */
  turn: number;
  /** how often the caller sought what a query leaves out; absent where that is not to be */
  outside?: number;
  others: readonly Others[];
}

function foretell(
  complete: Complete,
  state: State,
  range: Range,
  { search, letters, turn, outside, others }: Sought,
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
      soughtUnlike(complete.entries);
    return {
      surely: new Set(),
      perhaps: new Set(listed.map(keyOf)),
      ...(searched && { searched }),
    };
  }
  const known = surelyIn.filter((entry) => referenceOf(entry) !== undefined);
  const sought = search === 'none' ? undefined : soughtOf(known, turn);
  const reference = sought === undefined ? undefined : referenceOf(sought);
  const [surely, perhaps] = [surelyIn, perhapsIn].map((entries) => new Set(entries.map(keyOf)));
  if (reference === undefined || surely === undefined || perhaps === undefined) {
    return { surely: surely ?? new Set(), perhaps: perhaps ?? new Set() };
  }
  const key = keyOf(sought);
  return {
    // How much a search finds is open, but for the payment whose whole reference is sought.
    surely: new Set(search === 'whole reference' ? [key] : []),
    perhaps: new Set([...surely, ...perhaps]),
    searched: {
      reference: search === 'whole reference' ? reference : partOf(reference, letters, turn),
      key,
      what: search === 'whole reference' ? 'whole' : 'part',
    },
  };
}

/** Every pair of what may vary in a listing, each query with what is foretold of it. */
export function foretoldQueries(context: CheckContext): Promise<ForetoldQuery[]> {
  return context.shared('queries of awaiting payments', async (own) => {
    const state = await own.state('awaiting-payments');
    const listings = (await completeListings(own)).filter(
      ({ caller, currency, entries }) =>
        entries.length > 0 && (caller !== 'otherCustomer' || currency === state.currency),
    );
    const customer = listings.find(({ caller }) => caller === 'customer');
    const factors = await factorsFor(own, '', 'awaiting-payments');
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
    // The customer's whole list in every size, beside the pairs that chance lets fall together.
    const whole = rangesOf(state, [])[0];
    const inEverySize = SIZES.flatMap((size) =>
      plain && customer && whole
        ? [{ ...plain, listing: customer, range: whole, size, search: 'none' as const }]
        : [],
    );
    const listedToken = await listingApiToken(own);
    const others = [...(await ofAnotherTenant(own)), ...(await completeListings(own))];
    const sought: string[] = [];
    const outsideBy = new Map<UserName, number>();
    let asShown = 0;
    return [...rows, ...inEverySize].flatMap((row, index) => {
      const { listing: complete, size, search } = row;
      const isAsDrawn = index % 2 === 0 || (row.range.mistakable && complete.caller !== 'customer');
      const range = isAsDrawn ? row.range : (row.range.inTurn ?? row.range);
      // In the place of the session's in the usual header, which nearly all other listings have.
      const isBearer = row.token.bearer ?? false;
      const isShown = complete.caller === 'customer' && !isBearer;
      asShown += isShown ? 1 : 0;
      const apiToken = isShown && asShown % 2 === 1 ? listedToken : undefined;
      const foretold = foretell(complete, state, range, {
        search,
        letters: index % 2 === 0 ? FEW_LETTERS : MORE_LETTERS,
        turn: sought.filter((before) => before === search).length,
        ...((STAFF.includes(complete.caller) || apiToken !== undefined) && {
          outside: outsideBy.get(complete.caller) ?? 0,
        }),
        others,
      });
      sought.push(search);
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
