import {
  blocksOf,
  having,
  havingAllButOne,
  havingOneOf,
  isSpoiled,
  trigramsOf,
} from './trigrams.ts';

/**
 * Most payments that are looked at because of their trigrams. What more than these hold is common:
 * a page of it is found soon by walking through the owner's payments in their order.
 */
export const MOST_CANDIDATES = 1000;

/** A trigram that fewer payments have is rare. */
const RARE = 200;

/** Rare ones that are enough: whichever letter is wrong, it spoils three at most. */
const ENOUGH = 5;

/** Of a trigram that as many payments have, the index is slow to tell which. */
const COMMON = 2000;

/** Most counts that are kept; some 2 MB. */
const MOST_KNOWN = 20_000;

/** The index of references (see payment-references.ts), as far as planning asks it. */
export interface Index {
  /** How many payments match a question, `limit` at most. */
  count(match: string, limit: number): number;
  /** Another number once there are more payments; counts are believed until then. */
  version(): number;
}

/** How to ask the index for few payments. */
export interface Plan {
  /** What all match that may hold the text; undefined where that is too many. */
  exact: string | undefined;
  /** What all match that may hold it but for one letter; undefined for a text that is too short. */
  near(): string | undefined;
}

/** A trigram of a text: where it begins, and how many payments have it. */
interface Counted {
  at: number;
  trigram: string;
  count: number;
}

/**
 * Plans searches by how rare the trigrams of a text are: two rare ones that a payment must have
 * leave a handful of a million. Counting costs about as much as asking, so the counts are kept.
 */
export function planner({ count, version }: Index): (text: string) => Plan {
  const known = new Map<string, number>();
  let counted: number | undefined;
  const countOf = (trigram: string): number => {
    const before = known.get(trigram);
    if (before !== undefined) {
      return before;
    }
    if (known.size >= MOST_KNOWN) {
      known.clear();
    }
    const now = count(having([trigram]), COMMON);
    known.set(trigram, now);
    return now;
  };

  /** Enough of the trigrams that are not common, the rarest first. Ends tell more than beginnings. */
  const rarestOf = (trigrams: readonly string[]): Counted[] => {
    const found: Counted[] = [];
    let rare = 0;
    for (let at = trigrams.length - 1; at >= 0 && rare < ENOUGH; at--) {
      const trigram = trigrams[at] ?? '';
      const one = { at, trigram, count: countOf(trigram) };
      rare += one.count < RARE ? 1 : 0;
      if (one.count < COMMON) {
        found.push(one);
      }
    }
    return found.sort((a, b) => a.count - b.count);
  };

  return (text) => {
    const now = version();
    if (now !== counted) {
      known.clear();
      counted = now;
    }
    const trigrams = trigramsOf(text);
    const blocks = blocksOf(text);
    const rarest = rarestOf(trigrams);
    return {
      exact: exactly(rarest) ?? fewOf([having(blocks), having(trigrams)]),
      // Of one block, all but one is nothing: too short a text resembles everything.
      near: () =>
        blocks.length < 2 ? undefined : (nearly(rarest, text) ?? havingAllButOne(blocks)),
    };
  };

  function fewOf(matches: readonly string[]): string | undefined {
    return matches.find((match) => count(match, MOST_CANDIDATES + 1) <= MOST_CANDIDATES);
  }
}

/** By the two rarest, where they leave few enough. */
function exactly([first, second]: readonly Counted[]): string | undefined {
  if (first === undefined || first.count > MOST_CANDIDATES) {
    return undefined;
  }
  return having(second ? [first.trigram, second.trigram] : [first.trigram]);
}

/** Whichever letter is wrong, by the two rarest that it does not spoil, where these leave few enough. */
function nearly(rarest: readonly Counted[], text: string): string | undefined {
  const lists = new Map<string, string[]>();
  let most = 0;
  for (let letter = 0; letter < text.length; letter++) {
    const [first, second] = rarest.filter(({ at }) => !isSpoiled(at, letter));
    if (first === undefined) {
      return undefined;
    }
    const key = `${first.at} ${second?.at}`;
    if (!lists.has(key)) {
      lists.set(key, second ? [first.trigram, second.trigram] : [first.trigram]);
      most += first.count;
    }
  }
  return most <= MOST_CANDIDATES ? havingOneOf([...lists.values()]) : undefined;
}
