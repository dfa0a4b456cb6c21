import { join } from 'node:path';

/** The file of each format of a report. */
export const REPORT_FILES = {
  json: 'report.json',
  junit: 'junit.xml',
  html: 'report.html',
} as const;

/** The name of a format. */
export type ReportFormat = keyof typeof REPORT_FILES;

/** The formats of a report, each a file of its own. */
export const REPORT_FORMATS = Object.keys(REPORT_FILES) as ReportFormat[];

/** The paths of the files that `writeReports` writes into a folder. */
export function reportFiles(
  dir: string,
  formats: readonly ReportFormat[] = REPORT_FORMATS,
): string[] {
  return formats.map((format) => join(dir, REPORT_FILES[format]));
}
