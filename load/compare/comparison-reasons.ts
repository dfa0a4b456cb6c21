import type { LoadReport } from '../report/load-report.ts';
import type { ComparedMetric, ComparisonVerdict } from './comparison.ts';
import { metricName, signedPercent } from './comparison-terminal.ts';

/** The percentiles that count: those with requests enough behind them. */
export function judgedLatencies(metrics: readonly ComparedMetric[]): ComparedMetric[] {
  return metrics.filter(({ endpoint, verdict }) => endpoint !== null && verdict !== null);
}

/** The verdict in a sentence, then what a reader has to know beside it. */
export function reasonsOf(
  verdict: ComparisonVerdict,
  metrics: readonly ComparedMetric[],
  base: readonly LoadReport[],
  next: readonly LoadReport[],
): string[] {
  const of = (each: ComparisonVerdict) => metrics.filter((metric) => metric.verdict === each);
  const named = (list: ComparedMetric[]) =>
    list.map((metric) => `${metricName(metric)} ${signedPercent(metric.effect)}`).join(', ');
  const hosts = new Set([...base, ...next].map((it) => it.fingerprint.machine.hostname));
  const unjudged = metrics.filter((metric) => metric.verdict === null);
  const notJudged =
    unjudged.length > 0
      ? `; not judged, for want of requests: ${unjudged.map(metricName).join(', ')}`
      : '';
  const also = of('faster').length > 0 ? `; faster beside it: ${named(of('faster'))}` : '';
  const sentences: Record<ComparisonVerdict, string> = {
    slower: `slower: ${named(of('slower'))}${also}`,
    faster: `faster: ${named(of('faster'))}`,
    same: `every interval lies within the minimum effect${notJudged}`,
    inconclusive:
      base.length < 2
        ? 'one pair of runs says nothing about their spread; run more repetitions'
        : judgedLatencies(metrics).length === 0
          ? 'no latency was judged, for want of requests; run longer or at a higher rate'
          : `the spread is too wide to tell for ${named(of('inconclusive'))}; run more or longer repetitions`,
  };
  return [
    sentences[verdict],
    ...failedRuns('new', next),
    ...failedRuns('base', base),
    ...(hosts.size > 1
      ? [`the runs were made on hosts of several names: ${[...hosts].join(', ')}`]
      : []),
  ];
}

function failedRuns(side: string, reports: readonly LoadReport[]): string[] {
  const failed = reports.filter(({ verdict }) => verdict === 'failed');
  if (failed.length === 0) {
    return [];
  }
  const why = failed[0]?.reasons[0] ?? 'no reason given';
  return [`${failed.length} of ${reports.length} ${side} runs failed: ${why}`];
}
