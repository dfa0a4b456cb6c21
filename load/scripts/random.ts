/**
 * Random numbers from 0 to 1, the same for the same seed and index: mulberry32 over a mixed start.
 * Each iteration has its own sequence, so that what it asks does not depend on who runs it.
 */
export function randomOf(seed: number, index: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of the items, each as likely as the next. The list must not be empty. */
export function oneOf<T>(items: readonly T[], random: number): T {
  return items[Math.floor(random * items.length)] as T;
}

/** One of the items by weight, given as [item, weight in percent]; the weights sum up to 100. */
export function weighted<T>(items: readonly (readonly [T, number])[], random: number): T {
  let left = random * 100;
  let index = 0;
  for (; index < items.length - 1; index++) {
    left -= (items[index] as readonly [T, number])[1];
    if (left < 0) break;
  }
  return (items[index] as readonly [T, number])[0];
}

/** Slots of a table that turns a random number into a rank. */
const SLOTS = 1024;

/**
 * Picks from `count` ranks by Zipf's law with exponent 1: rank k is 1/(k+1) as likely as rank 0, as
 * customers are in use: few hot, many cold. Returns a function from a random number to a rank.
 */
export function zipf(count: number): (random: number) => number {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const ranks: number[] = [];
  let upTo = 0;
  for (const [rank, weight] of weights.entries()) {
    upTo += weight / sum;
    while (ranks.length < Math.round(upTo * SLOTS)) ranks.push(rank);
  }
  return (random) => ranks[Math.floor(random * ranks.length)] ?? 0;
}
