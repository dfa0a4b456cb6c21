import { UnavailableError } from '../../contract/errors.ts';
import { type Annotation, tellGithub } from '../../pages/github-step.ts';
import { type JunitCase, renderJunitSuites } from '../../pages/junit.ts';
import { markdownList, markdownTable, markdownText } from '../../pages/markdown.ts';
import type { ComparedMetric, Comparison } from './comparison.ts';
import { methodOf, metricFigure, metricName, signedPercent } from './comparison-terminal.ts';

/**
 * A comparison as JUnit XML: a test case for each metric. What is slower fails; what could not be
 * told is skipped, and so is what too few requests stand behind.
 */
export function renderComparisonJunit(comparison: Comparison): string {
  const { journey, base, next, verdict, repetitions, metrics } = comparison;
  const className = `compare.${journey}`;
  return renderJunitSuites(`Assay compare: ${next.target} against ${base.target}`, [
    {
      name: className,
      startedAt: next.startedAt[0] ?? '',
      durationMs: 0,
      properties: { verdict, repetitions: String(repetitions) },
      cases: metrics.map((metric) => ({
        ...{ className, name: metricName(metric), durationMs: 0 },
        ...outcomeOf(metric),
      })),
    },
  ]);
}

function outcomeOf(metric: ComparedMetric): Pick<JunitCase, 'outcome'> {
  const change = `${metricFigure(metric, metric.base)} became ${metricFigure(metric, metric.next)} (${signedPercent(metric.effect)})`;
  switch (metric.verdict) {
    case 'slower':
      return { outcome: { kind: 'failure', message: `slower: ${change}` } };
    case 'inconclusive':
      return { outcome: { kind: 'skipped', message: `inconclusive: ${change}` } };
    case null:
      return { outcome: { kind: 'skipped', message: 'too few requests' } };
    default:
      return {};
  }
}

/**
 * In a GitHub workflow: prints an annotation where the comparison found something slower, or could
 * not tell, and adds it to the summary of the step. Elsewhere does nothing.
 *
 * @throws UnavailableError when the summary cannot be written
 */
export async function comparisonToGithub(
  comparison: Comparison,
  print: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const { verdict, journey, reasons } = comparison;
  const isQuiet = verdict === 'faster' || verdict === 'same';
  const annotation: Annotation = {
    kind: verdict === 'slower' ? 'error' : 'warning',
    title: `Assay compare ${journey}`,
    text: reasons[0] ?? verdict,
  };
  const problem = await tellGithub(
    isQuiet ? [] : [annotation],
    () => renderComparisonMarkdown(comparison),
    print,
    env,
  );
  if (problem !== undefined) {
    throw new UnavailableError(problem);
  }
}

function renderComparisonMarkdown(comparison: Comparison): string {
  const { journey, base, next, verdict, reasons, repetitions, metrics } = comparison;
  return `${[
    `## ${journey}, ${markdownText(next.target)} against ${markdownText(base.target)}: ${verdict}`,
    ...markdownList(reasons.map(markdownText)),
    markdownTable(
      ['Metric', 'Base', 'New', 'Effect', '95% interval', 'Verdict'],
      metrics.map((metric) => [
        markdownText(metricName(metric)),
        metricFigure(metric, metric.base),
        metricFigure(metric, metric.next),
        signedPercent(metric.effect),
        metric.interval?.map(signedPercent).join(' to ') ?? 'none',
        metric.verdict ?? 'too few requests',
      ]),
    ),
    `${repetitions} pairs of runs. ${methodOf(comparison)}`,
  ].join('\n\n')}\n`;
}
