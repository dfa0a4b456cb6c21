import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { FULL_PAGE } from '../../checks/awaiting-payments/listing.ts';
import { listingApiToken } from '../../checks/tokens/api-tokens.ts';
import { coveringArray } from '../covering-array.ts';
import { factorsFor } from '../endpoint-factors.ts';
import { type Complete, completeListings } from './complete-listings.ts';
import { type Foretold, foretell, SEARCHES, type Sought } from './foretell.ts';
import { beginningOf, partOf, partOfSome } from './likeness.ts';
import { rangesOf } from './listing-ranges.ts';
import { tellsMasked } from './masked-references.ts';
import { ofAnotherTenant, referenceOf, STAFF } from './sought-payments.ts';

/** A query of a listing, with what the complete listing foretells of it. */
export interface ForetoldQuery extends Foretold {
  text: string;
  caller: UserName;
  bearer: boolean;
  /** the customer's, in the place of a session's token */
  apiToken: string | undefined;
  body: Record<string, unknown>;
  /** entries a page; the default where the query names none */
  size: number;
  sizeGiven: boolean;
  /** whether the complete listing was read to its end */
  foretold: boolean;
}

const SMALL = 3;
const BELOW_DEFAULT = 7;
const ABOVE_DEFAULT = 25;
const LARGE = 100;
/** Below and above the default; how many a page then holds at most is the target's affair above it. */
const SIZES: (number | undefined)[] = [undefined, SMALL, BELOW_DEFAULT, ABOVE_DEFAULT, LARGE];
/**
 * In which sizes the customer's whole list is searched for a part that more than a page of the default size holds;
 * where there is none for all at once, and then for one that more than a small page holds.
 */
const PARTS_IN_SIZES: { size: number | undefined; orAll: boolean }[] = [
  { size: undefined, orAll: true },
  { size: BELOW_DEFAULT, orAll: false },
  { size: undefined, orAll: false },
];

/** Most is foretold without a search, so there are as many queries without as with one. */
const SEARCHES_WEIGHED = ['none', 'none', ...SEARCHES.slice(1)] as (typeof SEARCHES)[number][];

/** How many letters a part of a reference has: fewer than three are in no index of trigrams. */
const FEW_LETTERS = 2;
const MORE_LETTERS = 5;

/** The turn of letters in the middle of a reference: others have them more often than those at its end. */
const IN_THE_MIDDLE = 1;

/** Who is told references as they are: they pay by them. */
const CUSTOMERS: readonly UserName[] = ['customer', 'otherCustomer'];

/** The other form of the token, an API token and the usual one take turns. */
const TOKENS_IN_TURN = 3;

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
      { seed: own.seed, strength: own.strength },
    );
    const [plain = rows[0]] = rows.filter(({ token }) => token.text === '');
    const otherToken = factors.token?.find(({ text }) => text !== '');
    // The customer's whole list in every size, beside the pairs that chance lets fall together, in one of them and
    // in the default searched for what finds much of it; every third time by another form of the token.
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
          ...PARTS_IN_SIZES.map((row) => ({
            ...ofWhole,
            ...row,
            search: 'part of a reference' as const,
          })),
        ].map((row, index) => ({
          ...row,
          token: ((index + own.seed) % TOKENS_IN_TURN === 1 && otherToken) || row.token,
        }))
      : [];
    const listedToken = await listingApiToken(own);
    const [ofTenant, ofOthers] = [await completeListings(own), await ofAnotherTenant(own)];
    const sought: string[] = [];
    const outsideBy = new Map<UserName, number>();
    let unlike = 0;
    let managerHasSought = own.seed % 2 === 0;
    const asShown = new Map<Sought['search'], number>();
    const inRange = new Map<string, number>();
    const asked: ((typeof rows)[number] & { orAll?: boolean })[] = [...rows, ...inEverySize];
    const soughtInSizes = new Set<string>();
    const queryOf = (row: (typeof asked)[number], index: number): ForetoldQuery[] => {
      const { listing: complete, search } = row;
      const isOfPart = search === 'part of a reference';
      // An agent looks for a part once, so for what fills pages beyond the first.
      const isAgents = isOfPart && complete.caller === 'agent';
      // The smallest of the small ones where most is found: a page of a search holds no more, either.
      const ofPart = row.size === SMALL ? 1 : row.size;
      // A manager looks for one in the default size, too, by every other seed: it need not be that of customers.
      const isManagers = isOfPart && complete.caller === 'manager' && !managerHasSought;
      managerHasSought ||= isManagers;
      const size = isAgents ? SMALL : isManagers ? undefined : isOfPart ? ofPart : row.size;
      // Who asks in a range in one currency alone asks in the first of the two that stand for each other.
      const asker = `${complete.caller} ${row.range.text}`;
      const times = inRange.get(asker) ?? 0;
      const drawnRange = times % 2 === 0 ? row.range : (row.range.inTurn ?? row.range);
      const range = (isAgents && whole) || drawnRange;
      // In the place of the session's in the usual header, which nearly all other listings have.
      const isBearer = row.token.bearer ?? false;
      const isShown = complete.caller === 'customer' && !isBearer;
      const before = asShown.get(search) ?? 0;
      // In the other currency each, and else every other of each kind of search.
      const isOther = complete.currency === state.otherCurrency;
      const apiToken = isShown && (isOther || before % 2 === 0) ? listedToken : undefined;
      asShown.set(search, before + (isShown && !isOther ? 1 : 0));
      // What finds much is sought alike in each size.
      const turn = index < rows.length ? sought.filter((earlier) => earlier === search).length : 0;
      const letters = index % 2 === 0 ? FEW_LETTERS : MORE_LETTERS;
      const isOfMany = index >= rows.length;
      const foretold = foretell(complete, state, range, {
        ...{ search, turn, unlike },
        masked: areMasked && !CUSTOMERS.includes(complete.caller),
        part(reference, listed) {
          if (isAgents || isManagers || isOfMany) {
            const all = complete.entries.map(referenceOf).filter((each) => each !== undefined);
            // What finds all shows nothing of pages that are cut before the search.
            const many = isOfMany ? partOfSome(reference, listed, FULL_PAGE) : undefined;
            const some =
              isOfMany && !row.orAll ? partOfSome(reference, listed, BELOW_DEFAULT) : undefined;
            return many ?? some ?? beginningOf(reference, all);
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
      if (isOfMany && foretold.searched) {
        const inSize = `${foretold.searched.reference} ${size}`;
        if (soughtInSizes.has(inSize)) {
          return [];
        }
        soughtInSizes.add(inSize);
      }
      inRange.set(asker, times + (range === drawnRange ? 1 : 0));
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
    };
    const queries = asked.flatMap(queryOf);
    // In one day nothing is surely listed that could be sought, so that its pairs with searches are not asked.
    const day = rows.find(({ range }) => range.fromDate === range.toDate)?.range;
    const inDay = queries.filter(({ body }) => body.fromDate === body.toDate);
    const left = listings.filter(
      ({ caller, currency }) =>
        currency === state.currency && !inDay.some((query) => query.caller === caller),
    );
    return plain && day
      ? [
          ...queries,
          ...left.flatMap((listing, more) =>
            queryOf({ ...plain, listing, range: day, search: 'none' }, asked.length + more),
          ),
        ]
      : queries;
  });
}
