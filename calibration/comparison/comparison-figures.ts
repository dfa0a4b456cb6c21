import type { ComparisonVerdict } from '../../load/compare/comparison.ts';
import { markdownTable } from '../../pages/markdown.ts';
import type { ComparisonTrial, Pairing, TrialOptions } from './comparison-trials.ts';

/** Right verdicts in a hundred that a pairing needs: 19 of 20. */
const LEAST_RIGHT = 0.95;
const VERDICTS: readonly ComparisonVerdict[] = ['same', 'inconclusive', 'slower', 'faster'];

/** What one pairing came to. */
export interface PairingFigures {
  what: string;
  trials: number;
  right: number;
  verdicts: Record<ComparisonVerdict, number>;
  /** least, median and largest effect on the median latency, relative */
  effects: [least: number, median: number, largest: number];
  /** enough of them were right; never so where there are none */
  ok: boolean;
}

/** The trials of each pairing, counted. */
export function figuresOf(
  pairings: readonly Pairing[],
  trials: readonly ComparisonTrial[],
): PairingFigures[] {
  return pairings.map(({ id, what }) => {
    const own = trials.filter(({ pairing }) => pairing === id);
    const right = own.filter((trial) => trial.right).length;
    const count = (verdict: ComparisonVerdict) =>
      own.filter((trial) => trial.verdict === verdict).length;
    const effects = own.map(({ effect }) => effect).toSorted((a, b) => a - b);
    const at = (share: number) => effects[Math.round(share * (effects.length - 1))] ?? Number.NaN;
    return {
      ...{ what, trials: own.length, right, effects: [at(0), at(0.5), at(1)] },
      verdicts: {
        ...{ same: count('same'), inconclusive: count('inconclusive') },
        ...{ slower: count('slower'), faster: count('faster') },
      },
      ok: own.length > 0 && right >= LEAST_RIGHT * own.length,
    };
  });
}

/** The figures as a Markdown table, with how they came about. */
export function comparisonTable(
  figures: readonly PairingFigures[],
  { repetitions, rate, durationSeconds }: Omit<TrialOptions, 'k6' | 'out'>,
): string {
  const rows = figures.map(({ what, trials, right, verdicts, effects }) => {
    const [least, median, largest] = effects.map(percent);
    const said = VERDICTS.filter((verdict) => verdicts[verdict] > 0);
    return [
      what,
      `${right} of ${trials}`,
      said.map((verdict) => `${verdicts[verdict]} ${verdict}`).join(', '),
      `${median} (${least} to ${largest})`,
    ];
  });
  return [
    markdownTable(['Compared', 'Right', 'Verdicts', 'Effect on the median latency'], rows),
    '',
    `Each comparison: ${repetitions} pairs of runs of ${durationSeconds} s at ${rate} iterations per second; the seed of its runs is its number.`,
  ].join('\n');
}

function percent(share: number): string {
  const sign = share > 0 ? '+' : '';
  return `${sign}${(100 * share).toFixed(1)}%`;
}
