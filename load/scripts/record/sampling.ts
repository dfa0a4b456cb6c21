/**
 * Answers of one kind that a run judges in full, where it has as many. Of N answers each is drawn with
 * probability 1,000 / N, so a fault in 1% of them is drawn N / 100 times with that chance: of 22,000 runs
 * one misses it, whatever N is. Judging each answer would cost the generator three of four requests.
 */
export const JUDGED_IN_FULL = 1000;

/** The share of so many expected answers to judge in full: 1 where they are few. */
export function shareJudged(expected: number): number {
  return Math.min(1, JUDGED_IN_FULL / Math.max(1, expected));
}

/**
 * Draws answers at random, each with the same chance and whatever was drawn before: what is found among
 * those drawn can be scaled to all. Tells of each answer in turn whether it is drawn. Only the gap to
 * the next one is random (geometric), so an answer that is not drawn costs a subtraction.
 */
export function drawing(share: number, random: () => number): () => boolean {
  if (share >= 1) {
    return () => true;
  }
  const perGap = Math.log1p(-share);
  const gap = () => Math.floor(Math.log(1 - random()) / perGap);
  let left = gap();
  return () => {
    if (left-- > 0) {
      return false;
    }
    left = gap();
    return true;
  };
}
