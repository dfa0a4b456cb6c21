/** What was measured in several rounds. */
export interface Spread {
  median: number;
  /** The middle half of the rounds. */
  from: number;
  to: number;
}

/** The median of rounds, and where the middle half of them lies. */
export function spreadOf(rounds: readonly number[]): Spread {
  const sorted = rounds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return { median: at(0.5), from: at(0.25), to: at(0.75) };
}
