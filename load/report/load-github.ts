import { UnavailableError } from '../../contract/errors.ts';
import { type Annotation, tellGithub } from '../../pages/github-step.ts';
import { markdownList, markdownTable, markdownText } from '../../pages/markdown.ts';
import { grouped } from '../../pages/words.ts';
import { gateFigure, gateName, hasTooFew, percent, percentile, TOO_FEW_NOTE } from './figures.ts';
import type { LoadReport } from './load-report.ts';

/**
 * In a GitHub workflow: prints an annotation for each reason why a run did not pass, and adds its
 * figures to the summary of the step. Elsewhere does nothing.
 *
 * @throws UnavailableError when the summary cannot be written
 */
export async function loadToGithub(
  report: LoadReport,
  print: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const open = report.verdict === 'incomplete' || report.verdict === 'inconclusive';
  const kind = open ? 'warning' : 'error';
  const annotations = report.reasons.map(
    (text): Annotation => ({ kind, title: `Assay load ${report.journey}`, text }),
  );
  const problem = await tellGithub(annotations, () => renderLoadMarkdown(report), print, env);
  if (problem !== undefined) {
    throw new UnavailableError(problem);
  }
}

/** A run in Markdown: verdict, reasons, gates that were breached, figures of each endpoint. */
function renderLoadMarkdown(report: LoadReport): string {
  const { journey, target, verdict, reasons, gates, endpoints, fingerprint } = report;
  const { profile, rate, durationSeconds } = fingerprint;
  const breached = gates.filter(({ ok }) => !ok);
  const open = gates.filter(({ unjudged }) => unjudged !== null);
  const met = gates.length - breached.length - open.length;
  return `${[
    `## Load ${journey} on ${markdownText(target)}: ${verdict}`,
    `${profile}, ${rate}/s, ${durationSeconds} s; ${met} of ${gates.length} gates met${open.length > 0 ? `, ${open.length} not judged` : ''}`,
    ...markdownList(reasons.map(markdownText)),
    ...(breached.length > 0
      ? [
          markdownTable(
            ['Gate breached', 'Measured', 'Limit'],
            breached.map((gate) => [
              markdownText(gateName(gate)),
              gateFigure(gate, gate.value),
              markdownText(`${gate.operator} ${gateFigure(gate, gate.limit)}`),
            ]),
          ),
        ]
      : []),
    markdownTable(
      ['Endpoint', 'Requests', 'p50 ms', 'p95 ms', 'p99 ms', 'Errors'],
      endpoints.map((endpoint) => [
        markdownText(endpoint.name),
        grouped(endpoint.requests),
        ...(['p50', 'p95', 'p99'] as const).map((each) => markdownText(percentile(endpoint, each))),
        percent(endpoint.errorRate),
      ]),
    ),
    ...(hasTooFew(report) ? [markdownText(TOO_FEW_NOTE)] : []),
    ...markdownList(report.caveats.map(markdownText)),
  ].join('\n\n')}\n`;
}
