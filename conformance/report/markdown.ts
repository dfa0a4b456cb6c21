import {
  markdownList as list,
  markdownTable as table,
  markdownText as text,
} from '../../pages/markdown.ts';
import { RESULTS } from '../result.ts';
import { unseenText } from './coverage.ts';
import { quotationOf } from './quotation.ts';
import type { Report } from './report.ts';

/** How many findings the summary shows. */
const MOST_FINDINGS = 20;

/**
 * A short report in Markdown, as the summary of a CI step takes it: verdict, reasons, what to fix
 * first. The report must be redacted.
 */
export function renderMarkdown(report: Report): string {
  const { verdict, target, reasons, findings, counts, missing, unseenMusts, coverage } = report;
  const said = new Map(coverage.map((row) => [row.requirement, text(quotationOf(row))]));
  const shown = findings.slice(0, MOST_FINDINGS);
  const more = findings.length - shown.length;
  return `${[
    `## ${text(target.name)}: ${verdict}`,
    ...list(reasons.map(text)),
    ...(unseenMusts > 0 ? [unseenText(unseenMusts)] : []),
    table(
      ['Result', 'Checks'],
      RESULTS.filter((result) => counts[result] > 0).map((result) => [result, counts[result]]),
    ),
    ...(shown.length > 0
      ? [
          '### Fix first',
          table(
            ['', 'Level', 'Finding', 'The specification', 'Requirements', 'Check'],
            shown.map(({ title, level, requirements, checks, known }, index) => [
              index + 1,
              known ? `${level}, known` : level,
              text(title),
              said.get(requirements[0] ?? '') ?? '',
              requirements.slice(0, 4).join(', '),
              `${checks[0] ?? ''}${checks.length > 1 ? ` and ${checks.length - 1} more` : ''}`,
            ]),
          ),
          ...(more > 0 ? [`${more} more in the report.`] : []),
        ]
      : []),
    ...(missing.length > 0
      ? [
          '### Not supplied by the target file',
          ...list(missing.map(({ what, checks }) => `${text(what)}: ${checks.length} untested`)),
        ]
      : []),
    `Register version ${report.contract.registerVersion}, seed ${report.seed}.`,
  ].join('\n\n')}\n`;
}
