import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { coveringArray, mixed } from './covering-array.ts';

const FACTORS = {
  caller: ['customer', 'manager', 'agent'],
  size: [undefined, 3, 7, 20],
  bearer: [false, true],
  search: ['none', 'whole'],
};

/** Every pair of values of two factors that some rows hold. */
function pairsIn(rows: readonly Record<string, unknown>[]): Set<string> {
  const names = Object.keys(FACTORS);
  return new Set(
    rows.flatMap((row) =>
      names.flatMap((one, index) =>
        names.slice(index + 1).map((other) => `${one}=${row[one]} ${other}=${row[other]}`),
      ),
    ),
  );
}

describe('a covering array', () => {
  it('holds every pair of values in far fewer rows than there are combinations', () => {
    const rows = coveringArray(FACTORS, { seed: 1 });
    const { caller, size, bearer, search } = FACTORS;
    const all = caller.flatMap((c) =>
      size.flatMap((s) =>
        bearer.flatMap((b) => search.map((q) => ({ caller: c, size: s, bearer: b, search: q }))),
      ),
    );
    expect(pairsIn(rows)).toEqual(pairsIn(all));
    expect(rows.length).toBeLessThan(all.length / 2);
  });

  it('has its pairs in the order in which covertable itself mixes them', () => {
    const { sorters } = createRequire(import.meta.url)('covertable') as typeof import('covertable');
    const indices = new Map([2, 3, 5, 7, 11, 13, 17].map((prime, index) => [prime, index]));
    const primes = [...indices.keys()];
    const pairs = primes.flatMap((one, at) => primes.slice(at + 1).map((other) => [one, other]));
    for (const seed of ['1', '7 authentication.garbage']) {
      const ours = mixed([...pairs], { seed, indices });
      expect(ours).toEqual(sorters.hash([...pairs], { seed, indices }));
      expect(ours).not.toEqual(pairs);
    }
  });

  it('is the same for the same seed and another for another', () => {
    expect(coveringArray(FACTORS, { seed: 7 })).toEqual(coveringArray(FACTORS, { seed: 7 }));
    expect(coveringArray(FACTORS, { seed: 8 })).not.toEqual(coveringArray(FACTORS, { seed: 7 }));
  });

  it('of strength 1 takes each value once, in as many rows as the longest factor has values', () => {
    const rows = coveringArray(FACTORS, { seed: 1, strength: 1 });
    expect(new Set(rows.map(({ size }) => size))).toEqual(new Set(FACTORS.size));
    expect(rows).toHaveLength(FACTORS.size.length);
  });
});
