import { leavesOf } from '../../expectations.ts';
import { textOf } from '../entry-text.ts';
import { hasTwins } from './list.ts';

/** The number in a value of a field, where it is a whole one, be it written as text. */
function wholeOf(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  return isNumber ? Number(value) : undefined;
}

/** A place in a list of pages, which connections give each entry, and of which nothing but its name is known. */
const isCursor = (path: string): boolean => /cursor$/i.test(path);

/** How deep in an entry a number of its row may stand. */
const DEEPEST = 8;

/** An entry without what stands at some paths of it, as JSON Pointers (RFC 6901) name them but for escapes. */
export function withoutLeaves(entry: unknown, paths: ReadonlySet<string>, at = ''): unknown {
  const isDeep = at.split('/').length > DEEPEST;
  if (typeof entry !== 'object' || entry === null || paths.size === 0 || isDeep) {
    return entry;
  }
  const kept = Object.entries(entry).filter(([name]) => !paths.has(`${at}/${name}`));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, withoutLeaves(value, paths, `${at}/${name}`)]),
  );
}

/**
 * Where in the entries of a page their rows are numbered, from 0 or from 1, in whatever order they come, or have
 * cursors. Such a number says where a portfolio stands, not which it is, so that the same one has another on a page of another
 * size; none where nothing else tells the entries apart.
 */
export function rowNumbersIn(entries: readonly unknown[]): ReadonlySet<string> {
  const isCounted = (values: readonly (number | undefined)[]) => {
    const numbers = new Set(values.filter((value) => value !== undefined));
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    const isWhole = numbers.size === entries.length && values.length === entries.length;
    return isWhole && (least === 0 || least === 1) && most === least + entries.length - 1;
  };
  const leaves = Map.groupBy(entries.flatMap(leavesOf), ({ path }) => path);
  const counted = [...leaves].filter(
    ([path, of]) => isCursor(path) || isCounted(of.map(({ value }) => wholeOf(value))),
  );
  const paths = new Set(entries.length > 1 ? counted.map(([path]) => path) : []);
  const others = entries.map((entry) => textOf(withoutLeaves(entry, paths)));
  return hasTwins(others) ? new Set() : paths;
}
