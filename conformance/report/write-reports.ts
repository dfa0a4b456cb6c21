import { join } from 'node:path';
import { writeWhole } from '../../contract/write-whole.ts';
import { collectGarbage } from '../engine/heap-gauge.ts';
import type { Redactor } from '../redaction/redact.ts';
import { renderHtml } from './html/write-html.ts';
import { redactReport } from './redact-report.ts';
import type { Report } from './report.ts';
import { renderJson } from './write-json.ts';
import { renderJunit } from './write-junit.ts';

/** The formats of a report, each a file of its own. */
const REPORT_FORMATS = ['json', 'junit', 'html'] as const;

/** The name of a format. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const FORMATS: Record<ReportFormat, { file: string; render(report: Report): string }> = {
  json: { file: 'report.json', render: renderJson },
  junit: { file: 'junit.xml', render: renderJunit },
  html: { file: 'report.html', render: renderHtml },
};

/** The paths of the files that `writeReports` writes into a folder. */
export function reportFiles(
  dir: string,
  formats: readonly ReportFormat[] = REPORT_FORMATS,
): string[] {
  return formats.map((format) => join(dir, FORMATS[format].file));
}

/** A file that is rendered from the report and lies where its path says. */
export interface ReportFile {
  path: string;
  render(report: Report): string;
}

/** What was written. */
export interface WrittenReports {
  /** the report without secrets, as the files tell it */
  redacted: Report;
  /** the paths of the files */
  files: string[];
}

/**
 * Writes a report into a folder, and `further` files of it anywhere; folders are
 * made if need be. The report is redacted before it is rendered, and what was rendered once more, so that no secret appears by what rendering puts side
 * by side. Each file is complete or not there.
 *
 * @throws UnavailableError when a file cannot be written.
 */
export async function writeReports(
  dir: string,
  report: Report,
  redactor: Redactor,
  formats: readonly ReportFormat[] = REPORT_FORMATS,
  further: readonly ReportFile[] = [],
): Promise<WrittenReports> {
  const redacted = redactReport(report, redactor);
  const files: string[] = [];
  const wanted = formats.map((format) => {
    const { file, render } = FORMATS[format];
    return { path: join(dir, file), render };
  });
  for (const { path, render } of [...wanted, ...further]) {
    await writeWhole(path, textOf(redacted, render, redactor, report));
    files.push(path);
  }
  return { redacted, files };
}

/** A rendered report, redacted once more: only of secrets that our own text does not show as well. */
function textOf(
  redacted: Report,
  render: ReportFile['render'],
  redactor: Redactor,
  report: Report,
): string {
  const content = render(redacted);
  const shown = redactor.text(content);
  return shown === content ? content : redactor.without(render(ownText(report))).text(content);
}

/** The report with nothing but the kit's own text. */
function ownText(report: Report): Report {
  const blank = redactReport(report, { text: () => '', value: (value) => value });
  for (const check of blank.checks) {
    check.exchanges = [];
    delete check.replay;
  }
  return blank;
}
