import { textOf } from '../entry-text.ts';
import { hasTwins } from './list.ts';

/** The number in a value of a field, where it is a whole one, be it written as text. */
function wholeOf(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  return isNumber ? Number(value) : undefined;
}

/** An entry without some of its fields. */
export function withoutFields(entry: unknown, names: ReadonlySet<string>): unknown {
  if (typeof entry !== 'object' || entry === null || names.size === 0) {
    return entry;
  }
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !names.has(name)));
}

/**
 * The names of fields that number the entries of a page, from 0 or from 1. They say where a portfolio stands,
 * not which it is, so that the same one has another number on a page of another size; none where nothing
 * else tells the entries apart.
 */
export function rowNumbersIn(entries: readonly unknown[]): ReadonlySet<string> {
  const isCounted = ([name, start]: [string, unknown]) => {
    const first = wholeOf(start);
    return (
      (first === 0 || first === 1) &&
      entries.every((entry, row) => wholeOf(Object(entry)[name]) === first + row)
    );
  };
  const counted = Object.entries(Object(entries[0])).filter(isCounted);
  const names = new Set(entries.length > 1 ? counted.map(([name]) => name) : []);
  const others = entries.map((entry) => textOf(withoutFields(entry, names)));
  return hasTwins(others) ? new Set() : names;
}
