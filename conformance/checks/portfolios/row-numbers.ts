import { leavesOf } from '../../expectations.ts';
import { textOf } from '../entry-text.ts';
import { hasTwins } from './list.ts';

/** The text that a value is in Base64 (RFC 4648), as cursors of connections are; itself where it is none. */
function unwrapped(value: string): string {
  const text = Buffer.from(value, 'base64').toString();
  return Buffer.from(text).toString('base64') === value ? text : value;
}

/** The whole number that a value of a field is, or ends with in a cursor. */
function wholeOf(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  const [digits] = /^\d+$|(?<=^[a-z]+:)\d+$/i.exec(unwrapped(String(value))) ?? [];
  return digits === undefined || typeof value !== 'string' ? undefined : Number(digits);
}

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
 * Where in the entries of a page their rows are numbered, from 0 or from 1, in whatever order they come. Such a
 * number says where a portfolio stands, not which it is, so that the same one has another on a page of another
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
  const counted = [...leaves].filter(([, of]) => isCounted(of.map(({ value }) => wholeOf(value))));
  const paths = new Set(entries.length > 1 ? counted.map(([path]) => path) : []);
  const others = entries.map((entry) => textOf(withoutLeaves(entry, paths)));
  return hasTwins(others) ? new Set() : paths;
}
