import type { LoadReport } from '../load-report.ts';
import type { ComparedMetric, ComparisonVerdict } from './comparison.ts';

/** The verdict in a sentence, then what a reader has to know beside it. */
export function reasonsOf(
  verdict: ComparisonVerdict,
  metrics: readonly ComparedMetric[],
  base: readonly LoadReport[],
  next: readonly LoadReport[],
): string[] {
  const of = (each: ComparisonVerdict) => metrics.filter((metric) => metric.verdict === each);
  const named = (list: ComparedMetric[]) =>
    list
      .map(({ endpoint, metric, effect }) => {
        const percent = `${effect > 0 ? '+' : ''}${(100 * effect).toFixed(1)}%`;
        return `${endpoint === null ? '' : `${endpoint} `}${metric} ${percent}`;
      })
      .join(', ');
  const hosts = new Set([...base, ...next].map((it) => it.fingerprint.machine.hostname));
  const failing = next.filter((report) => report.verdict === 'failed');
  const also = of('faster').length > 0 ? `; faster beside it: ${named(of('faster'))}` : '';
  const sentences: Record<ComparisonVerdict, string> = {
    slower: `slower: ${named(of('slower'))}${also}`,
    faster: `faster: ${named(of('faster'))}`,
    same: 'every interval lies within the minimum effect',
    inconclusive:
      base.length < 2
        ? 'one pair of runs says nothing about their spread; run more repetitions'
        : `the spread is too wide to tell for ${named(of('inconclusive'))}; run more or longer repetitions`,
  };
  return [
    sentences[verdict],
    ...(failing.length > 0
      ? [`${failing.length} of ${next.length} new runs failed: ${failing[0]?.reasons[0] ?? ''}`]
      : []),
    ...(hosts.size > 1
      ? [`the runs were made on hosts of several names: ${[...hosts].join(', ')}`]
      : []),
  ];
}
