import type { LoadReport } from '../report/load-report.ts';
import type { ComparedAnswers, ComparedMetric, ComparisonVerdict } from './comparison.ts';
import { metricName, signedPercent } from './comparison-terminal.ts';

/** The percentiles that count: those with requests enough behind them. */
export function judgedLatencies(metrics: readonly ComparedMetric[]): ComparedMetric[] {
  return metrics.filter(({ endpoint, verdict }) => endpoint !== null && verdict !== null);
}

interface Sides {
  metrics: readonly ComparedMetric[];
  answers: readonly ComparedAnswers[];
  base: readonly LoadReport[];
  next: readonly LoadReport[];
}

/** The verdict in a sentence, then what a reader has to know beside it. */
export function reasonsOf(
  verdict: ComparisonVerdict,
  { metrics, answers, base, next }: Sides,
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
  const saturated = [...base, ...next].filter(({ generator }) => generator.saturated).length;
  const less = answers.filter((each) => each.verdict === 'less');
  const sentences: Record<ComparisonVerdict, string> = {
    slower: `slower: ${named(of('slower'))}${also}`,
    faster: `faster: ${named(of('faster'))}`,
    same: `every interval lies within the minimum effect${notJudged}`,
    inconclusive:
      saturated > 0
        ? `the generator was saturated in ${saturated} of ${base.length + next.length} runs, whose latencies are its own; use a larger machine or a lower rate`
        : base.length < 2
          ? 'one pair of runs says nothing about their spread; run more repetitions'
          : judgedLatencies(metrics).length === 0
            ? 'no latency was judged, for want of requests; run longer or at a higher rate'
            : less.length > 0
              ? `the new side answers less, so its time says nothing: ${less.map(answerText).join(', ')}`
              : `the spread is too wide to tell for ${named(of('inconclusive'))}; run more or longer repetitions`,
  };
  return [
    sentences[verdict],
    // What is answered needs no clock, and is told whatever the generator's was worth.
    ...((verdict === 'slower' || saturated > 0) && less.length > 0
      ? [
          `${saturated > 0 ? 'the new side' : 'and it'} answers less: ${less.map(answerText).join(', ')}`,
        ]
      : []),
    ...answers
      .filter((each) => each.verdict === 'more')
      .map((each) => `the new side answers more: ${answerText(each)}`),
    ...failedRuns('new', next),
    ...failedRuns('base', base),
    ...(hosts.size > 1
      ? [`the runs were made on hosts of several names: ${[...hosts].join(', ')}`]
      : []),
  ];
}

/** `payments per listing -50.0% (20.0 to 10.0)` */
function answerText({ what, effect, base, next }: ComparedAnswers): string {
  return `${what} ${signedPercent(effect)} (${base.toFixed(1)} to ${next.toFixed(1)})`;
}

function failedRuns(side: string, reports: readonly LoadReport[]): string[] {
  const failed = reports.filter(({ verdict }) => verdict === 'failed');
  if (failed.length === 0) {
    return [];
  }
  const why = failed[0]?.reasons[0] ?? 'no reason given';
  return [`${failed.length} of ${reports.length} ${side} runs failed: ${why}`];
}
