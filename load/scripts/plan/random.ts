/** Park and Miller's generator: prime modulus 2^31 - 1, multiplier 48271. Exact in a double. */
const MODULUS = 2_147_483_647;
const MULTIPLIER = 48_271;

/**
 * Random numbers from 0 to 1, the same for the same seed and index. Each is plain arithmetic, since k6
 * runs JavaScript so slowly that bit operations on 32 bits cost a tenth of a request.
 */
export function randomOf(seed: number, index: number): () => number {
  let state = 1 + (scattered(Math.imul(seed, 7919) ^ scattered(index)) % (MODULUS - 1));
  return () => {
    state = (state * MULTIPLIER) % MODULUS;
    return state / MODULUS;
  };
}

/**
 * The last step of MurmurHash3, a number from 0 to 2^32 - 1: without it the draws of one index would
 * go on from those of the index before in equal steps.
 */
function scattered(number: number): number {
  let bits = number ^ (number >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** One of the items, each as likely as the next. The list must not be empty. */
export function oneOf<T>(items: readonly T[], random: number): T {
  return items[Math.floor(random * items.length)] as T;
}

/** One of the items by its share of the sum of all. The list must not be empty. */
export function weighted<T extends { share: number }>(items: readonly T[], random: number): T {
  let left = random * items.reduce((sum, { share }) => sum + share, 0);
  let index = 0;
  for (; index < items.length - 1; index++) {
    left -= (items[index] as T).share;
    if (left < 0) {
      break;
    }
  }
  return items[index] as T;
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
    while (ranks.length < Math.round(upTo * SLOTS)) {
      ranks.push(rank);
    }
  }
  return (random) => ranks[Math.floor(random * ranks.length)] ?? 0;
}
