import { createRequire } from 'node:module';

// covertable is CommonJS whose default export loaders read differently; `require` reads it one way.
const require = createRequire(import.meta.url);
const covertable: typeof import('covertable') = require('covertable');

/** What may vary, by name, with the values it may take; each has at least one. */
export type Factors = Record<string, readonly unknown[]>;

/** One value of every factor. */
export type Row<F extends Factors> = { [K in keyof F]: F[K][number] };

/**
 * Rows in which every pair (by default) of values of two factors occurs at least once: most faults
 * that need a situation need two things together. The same seed gives the same rows.
 */
export function coveringArray<F extends Factors>(
  factors: F,
  { seed, strength = 2 }: { seed: number | string; strength?: number },
): Row<F>[] {
  const names = Object.keys(factors).sort();
  const indexes = Object.fromEntries(
    names.map((name) => [name, (factors[name] ?? []).map((_, index) => index)]),
  );
  const rows = covertable.make(indexes, {
    seed: String(seed),
    length: Math.min(strength, names.length),
    sorter: covertable.sorters.hash,
  });
  return rows.map(
    (row) =>
      Object.fromEntries(names.map((name) => [name, factors[name]?.[Number(row[name])]])) as Row<F>,
  );
}
