import { join } from 'node:path';
import { writeWhole } from '../../contract/write-whole.ts';
import type { Redactor } from '../redaction/redact.ts';
import { redactJson } from '../redaction/redact-json.ts';
import { REPORT_FILES, REPORT_FORMATS, type ReportFormat } from '../report-files.ts';
import { renderHtml } from './html/write-html.ts';
import { redactReport } from './redact-report.ts';
import type { Report } from './report.ts';
import { type JsonOfReport, jsonOf, renderJson } from './write-json.ts';
import { renderJunit } from './write-junit.ts';

/** How a format is written. */
interface Format {
  render(report: Report): string;
  /** takes secrets out of what was rendered, where what is cut out of any place would break the format */
  redact?(content: string, text: Redactor['text']): string;
  /** what is rendered, where it is long and tells the same again and again */
  inParts?(report: Report): JsonOfReport;
}

const FORMATS: Record<ReportFormat, Format> = {
  json: { render: renderJson, redact: redactJson, inParts: jsonOf },
  junit: { render: renderJunit },
  html: { render: renderHtml },
};

/** What was written. */
export interface WrittenReports {
  /** the report without secrets, as the files tell it */
  redacted: Report;
  /** the paths of the files */
  files: string[];
}

/**
 * Writes a report into a folder, which is made if need be. The report is redacted before it is rendered, and what was rendered once more, so that no secret appears by what rendering puts side
 * by side. Each file is complete or not there.
 *
 * @throws UnavailableError when a file cannot be written.
 */
export async function writeReports(
  dir: string,
  report: Report,
  redactor: Redactor,
  formats: readonly ReportFormat[] = REPORT_FORMATS,
): Promise<WrittenReports> {
  const redacted = redactReport(report, redactor);
  const files: string[] = [];
  for (const format of formats) {
    const path = join(dir, REPORT_FILES[format]);
    await writeWhole(path, textOf(redacted, FORMATS[format], redactor, report));
    files.push(path);
  }
  return { redacted, files };
}

/** A rendered report, redacted once more: only of secrets that our own text does not show as well. */
function textOf(
  redacted: Report,
  { render, redact = (content, text) => text(content), inParts }: Format,
  redactor: Redactor,
  report: Report,
): string | Iterable<string> {
  const isClean = (text: string) => redactor.text(text) === text;
  const made = inParts?.(redacted);
  if (made?.distinctTexts.every(isClean)) {
    return made.parts();
  }
  const content = render(redacted);
  return isClean(content)
    ? content
    : redact(content, redactor.without(render(ownText(report))).text);
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
