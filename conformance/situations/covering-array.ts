import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { CheckContext } from '../check-context.ts';

// covertable is CommonJS whose default export loaders read differently; `require` reads it one way.
const require = createRequire(import.meta.url);
const covertable: typeof import('covertable') = require('covertable');

/** Most faults that need a situation need two things together: every two values meet, where a run says no more. */
export const PAIRS = 2;

/** Whether more than pairs are asked for, by a pass that has the requests for it. */
export const asksForMore = ({ strength = PAIRS }: Pick<CheckContext, 'strength'>): boolean =>
  strength > PAIRS;

/** What may vary, by name, with the values it may take; each has at least one. */
type Factors = Record<string, readonly unknown[]>;

/** One value of every factor. */
type Row<F extends Factors> = { [K in keyof F]: F[K][number] };

/** Rows of indexes made before, by what they were made of: the engine judges many targets in a row. */
const made = new Map<string, readonly Record<string, number>[]>();
const MOST_MADE = 2_000;

/**
 * Rows in which every pair (by default) of values of two factors occurs at least once. The same seed gives the
 * same rows.
 */
export function coveringArray<F extends Factors>(
  factors: F,
  { seed, strength = PAIRS }: { seed: number | string; strength?: number | undefined },
): Row<F>[] {
  const names = Object.keys(factors).sort();
  const sizes = names.map((name) => `${name}:${factors[name]?.length ?? 0}`);
  const key = JSON.stringify([String(seed), strength, ...sizes]);
  let rows = made.get(key);
  if (!rows) {
    rows = indexRows(factors, names, String(seed), strength);
    if (made.size < MOST_MADE) {
      made.set(key, rows);
    }
  }
  return rows.map(
    (row) =>
      Object.fromEntries(names.map((name) => [name, factors[name]?.[Number(row[name])]])) as Row<F>,
  );
}

/** The order of covertable's own `sorters.hash`, which hashes two pairs at every comparison. */
export const mixed: typeof covertable.sorters.hash = (pairs, { seed, indices }) =>
  pairs
    .map((pair) => ({ pair, key: hash('md5', `${pair.map((n) => indices.get(n))} ${seed}`) }))
    .sort((one, other) => (one.key > other.key ? 1 : -1))
    .map(({ pair }) => pair);

function indexRows(factors: Factors, names: readonly string[], seed: string, strength: number) {
  const indexes = Object.fromEntries(
    names.map((name) => [name, (factors[name] ?? []).map((_, index) => index)]),
  );
  return covertable.make(indexes, {
    seed,
    length: Math.min(strength, names.length),
    sorter: mixed,
  }) as Record<string, number>[];
}
