import { createHash } from 'node:crypto';

/**
 * The items in an order drawn by the hash of seed and id: where one stands does not depend on what
 * else there is, so the beginning of the list is a sample that stays much the same as items come.
 */
export function drawn<T extends { id: string }>(items: readonly T[], seed: number): T[] {
  const ticket = ({ id }: T) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return items
    .map((item) => ({ item, ticket: ticket(item) }))
    .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .map(({ item }) => item);
}
