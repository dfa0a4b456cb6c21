import type { LoadReport } from '../report/load-report.ts';
import type { AnswerVerdict, ComparedAnswers } from './comparison.ts';
import { geometricMean, holm, pairedTest } from './paired-test.ts';

interface Figure extends Pick<ComparedAnswers, 'what'> {
  /** of a run; null where it does not tell */
  of: (report: LoadReport) => number | null;
}

const FIGURES: readonly Figure[] = [
  {
    what: 'bytes received per iteration',
    of: ({ totals }) => (totals.iterations === 0 ? null : totals.bytesReceived / totals.iterations),
  },
  {
    what: 'payments per listing',
    of: ({ totals: { listed } }) => (listed.pages === 0 ? null : listed.payments / listed.pages),
  },
];

/** Nothing has no logarithm; this is far below whatever a run may answer on average. */
const NEXT_TO_NOTHING = 0.001;

/**
 * What was answered by both sides, pair by pair as the latencies are: who answers less is fast at that,
 * and not faster. Holm's correction over these alone, so that they take nothing from the latencies.
 */
export function compareAnswers(
  base: readonly LoadReport[],
  next: readonly LoadReport[],
  { minimumEffect, significance }: { minimumEffect: number; significance: number },
): ComparedAnswers[] {
  const tested = FIGURES.flatMap(({ what, of }) => {
    const sides = [base, next].map((reports) => reports.map(of));
    const [before = [], after = []] = sides.map((values) =>
      values.flatMap((value) => (value === null ? [] : Math.max(value, NEXT_TO_NOTHING))),
    );
    return before.length === base.length && after.length === next.length
      ? [{ what, before, after, ...pairedTest(before, after) }]
      : [];
  });
  const corrected = holm(tested.map(({ pValue }) => pValue));
  return tested.map(({ what, before, after, effect, interval }, index): ComparedAnswers => {
    const pValue = corrected[index] ?? null;
    const significant = pValue !== null && pValue < significance;
    return {
      ...{
        what,
        base: geometricMean(before),
        next: geometricMean(after),
        effect,
        interval,
        pValue,
      },
      verdict: verdictOf(effect, interval, significant, minimumEffect),
    };
  });
}

function verdictOf(
  effect: number,
  interval: ComparedAnswers['interval'],
  significant: boolean,
  minimum: number,
): AnswerVerdict {
  if (interval === null) {
    return 'inconclusive';
  }
  if (significant && Math.abs(effect) > minimum) {
    return effect < 0 ? 'less' : 'more';
  }
  const [low, high] = interval;
  return low >= -minimum && high <= minimum ? 'same' : 'inconclusive';
}
