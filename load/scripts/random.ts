/** Park and Miller's generator: prime modulus 2^31 - 1, multiplier 48271. Exact in a double. */
const MODULUS = 2_147_483_647;
const MULTIPLIER = 48_271;

/**
 * Random numbers from 0 to 1, the same for the same seed and index. Plain arithmetic, since k6 runs
 * JavaScript so slowly that bit operations on 32 bits cost a tenth of a request.
 */
export function randomOf(seed: number, index: number): () => number {
  let state = 1 + ((seed * 7919 + index * 104_729) % (MODULUS - 1));
  const next = (): number => {
    state = (state * MULTIPLIER) % MODULUS;
    return state / MODULUS;
  };
  // Near seeds begin near each other, and part only after some steps.
  for (let step = 0; step < 4; step++) next();
  return next;
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
