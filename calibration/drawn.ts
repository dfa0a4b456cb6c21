import { createHash } from 'node:crypto';

/**
 * The items in an order drawn by the hash of seed and id: where one stands does not depend on what
 * else there is, so the beginning of the list is a sample that stays much the same as items come.
 */
export function drawn<T extends { id: string }>(items: readonly T[], seed: number): T[] {
  return drawnBy(items, seed, ({ id }) => id);
}

/** As `drawn`, of items that are told apart by something else than an id. */
export function drawnBy<T>(items: readonly T[], seed: number, keyOf: (item: T) => string): T[] {
  const ticket = (item: T) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(item)}`)
      .digest('hex');
  return items
    .map((item) => ({ item, ticket: ticket(item) }))
    .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .map(({ item }) => item);
}
