import { drawn } from '../drawn.ts';

/** The kinds of faults, by the name of the check that must catch them; the first that matches. */
const KINDS: readonly (readonly [kind: string, check: RegExp])[] = [
  ['roles and other users’ data', /^[a-z-]+\.(forbids|own)\b/],
  ['tokens', /^(authentication|api-tokens)\b/],
  ['repeated keys and second answers', /^idempotency\b|one-key|at-once|accepted-then/],
  ['requests to be refused', /^[a-z-]+\.(refuses|header|failure)\b/],
  ['pages, filters and search', /^[a-z-]+\.(size|page|range|search|currency|complete)\b/],
  ['valid requests refused', /\.succeeds\b|^login\.[a-zA-Z]+$|status-200|lending-host|\.agent$/],
  ['fields of answers', /./],
];

/** The kinds in the order of the document. */
export const KIND_NAMES: readonly string[] = KINDS.map(([kind]) => kind);

/** What kind of statement a fault breaks. */
export function kindOf(fault: { caughtBy: string }): string {
  return KINDS.find(([, check]) => check.test(fault.caughtBy))?.[0] ?? '';
}

/**
 * Some of the items, shares of the groups as in all of them (largest remainders), drawn by the
 * hash of seed and id, so that the draw of an item does not depend on what else there is. They come
 * in drawn order: any beginning of the list is spread over the groups too.
 */
export function stratified<T extends { id: string }>(
  items: readonly T[],
  groupOf: (item: T) => string,
  count: number,
  seed: number,
): T[] {
  if (count >= items.length) {
    return drawn(items, seed);
  }
  const groups = [...Map.groupBy(items, groupOf).values()].map((members) => {
    const exact = (members.length * count) / items.length;
    return { members: drawn(members, seed), size: Math.floor(exact), rest: exact % 1 };
  });
  const missing = count - groups.reduce((sum, { size }) => sum + size, 0);
  for (const group of groups.toSorted((a, b) => b.rest - a.rest).slice(0, missing)) {
    group.size++;
  }
  return drawn(
    groups.flatMap(({ members, size }) => members.slice(0, size)),
    seed,
  );
}
