import { isObject } from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';

/** Names from the root of an answer to a list, at most. */
const DEEPEST = 8;

/**
 * Where in an answer the list of portfolios is: names from the root, none where it is the root, and EACH for
 * every entry of a list.
 */
export type ListPath = readonly string[];

/** In a path: each entry of a list, or of an object, whose lists are taken for one. */
export const EACH = '*';

/** At the end of a path: the rows of a table but the first, which names the columns. */
export const REST = '1..';

/**
 * The list of portfolios in an answer whose shape is open (section 4.9): the answer itself where it
 * is an array, else the largest array of objects in it, the outermost of equals, of those whose name says
 * most: a chart beside it may be longer; where there is none, of rows of values. What lies inside
 * an array belongs to its entries and is not looked at, nor is what lies too deep to be meant.
 */
export function findList(answer: unknown): ListPath | undefined {
  let best: { path: ListPath; length: number; rank: number } | undefined;
  const open: { path: ListPath; value: unknown }[] = [{ path: [], value: answer }];
  for (const { path, value } of open) {
    if (typeof value !== 'object' || value === null || path.length > DEEPEST) {
      continue;
    }
    if (Array.isArray(value)) {
      const areRows = value.length > 0 && value.every((entry) => Array.isArray(entry));
      if (!areRows && value.some((entry) => !isObject(entry))) {
        continue;
      }
      const [only] = value;
      if (value.length === 1 && isObject(only)) {
        // The one customer of a list of customers, with what is called portfolios.
        const named = Object.entries(only).filter(([name]) => rankOf(name) === 2);
        open.push(...named.map(([name, child]) => ({ path: [...path, '0', name], value: child })));
      }
      // Rows of values, with their names elsewhere: the portfolios where nothing else can be.
      const rank = rankOf(path.at(-1) ?? '') - (areRows ? BELOW_ALL : 0);
      const isLarger = !best || value.length > best.length;
      if (!best || rank > best.rank || (rank === best.rank && isLarger)) {
        best = { path, length: value.length, rank };
      }
    } else {
      // Portfolios under their ids, where nothing else can be the list.
      const rank = rankOf(path.at(-1) ?? '') - 2 * BELOW_ALL;
      const alike = alikeOf(Object.values(value));
      if (alike.length > 1 && (!best || rank > best.rank)) {
        best = { path, length: alike.length, rank };
      }
      for (const [name, child] of Object.entries(value)) {
        open.push({ path: [...path, name], value: child });
      }
    }
  }
  return best?.path;
}

/** The names of the fields of some entries. */
export const namesOf = (entries: readonly unknown[]): Set<string> =>
  new Set(entries.filter(isObject).flatMap((entry) => Object.keys(entry)));

/** Whether more of its fields than not are called so. */
function isLike(entry: object, names: ReadonlySet<string>): boolean {
  const own = Object.keys(entry);
  return own.filter((name) => names.has(name)).length * 2 > own.length;
}

/**
 * The objects among values of which more fields than not are called as is known, or as those of the first: none
 * then where more values than those are others. A field or two may stand beside them.
 */
function alikeOf(values: readonly unknown[], known?: ReadonlySet<string>): object[] {
  const objects = values.filter(isObject);
  const names = known ?? namesOf(objects.slice(0, 1));
  const alike = objects.filter((value) => isLike(value, names));
  return known || alike.length * 2 > values.length ? alike : [];
}

const reached = (answer: unknown, path: ListPath) =>
  path.length === 0 ? answer : valueAt(answer, ...path);

/**
 * The entries of an answer at the place where another has its list. Who makes JSON from XML writes one entry
 * alone without a list and none as null, PHP a list that does not begin with 0 as an object, and others each
 * under its id.
 *
 * @param names of the fields that entries have
 */
export function entriesAt(
  answer: unknown,
  path: ListPath,
  names: ReadonlySet<string>,
): readonly unknown[] {
  const each = path.indexOf(EACH);
  if (each !== -1) {
    const within = reached(answer, path.slice(0, each));
    return Object.values(within ?? {}).flatMap((entry) =>
      entriesAt(entry, path.slice(each + 1), names),
    );
  }
  if (path.at(-1) === REST) {
    return entriesAt(answer, path.slice(0, -1), names).slice(1);
  }
  const list = reached(answer, path);
  if (Array.isArray(list)) {
    return list;
  }
  if (!isObject(list)) {
    return [];
  }
  // What stands in every object, as in the answer itself, says nothing of a portfolio alone.
  const shared = Object.keys(list).filter((name) => names.has(name));
  const isTold = list === answer || shared.some((name) => valueAt(answer, name) === undefined);
  if (isTold && isLike(list, names) && shared.length * 2 >= names.size) {
    return [list];
  }
  return alikeOf(Object.values(list), names.size > 0 ? names : undefined);
}

/**
 * The entries of an answer that has its list at another place than the plainest had, as of another release:
 * those that are like the entries of that one.
 *
 * @param names of the fields that entries have
 */
export function entriesElsewhere(answer: unknown, names: ReadonlySet<string>): unknown[] {
  const path = findList(answer);
  return path === undefined
    ? []
    : entriesAt(answer, path, names).filter((entry) => isObject(entry) && isLike(entry, names));
}

/** What lists are called where nothing more is said of them. */
const NAME_OF_A_LIST =
  /^(items|content|contents|results?|records|entries|elements|rows|list|data|investments|holdings)$/i;

/** More than any name says. */
const BELOW_ALL = 3;

/** How sure the name of an array makes that it holds the portfolios. */
export function rankOf(name: string): number {
  return /portfolio/i.test(name) ? 2 : Number(NAME_OF_A_LIST.test(name));
}

/** Whether some entries, given as texts, cannot be told apart. */
export function hasTwins(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length;
}
