import type { Report } from './report.ts';

/** report.json, of `report.schema.json`. */
export function renderJson(report: Report): string {
  return `${textOf({ $schema: 'urn:assay:schema:report', ...report })}\n`;
}

/**
 * The texts of which report.json is made, each once: the report without its checks, every check
 * without its exchanges, and every exchange. Checks share exchanges, so that these are two thirds of
 * the file. Checks and exchanges begin and end with the kit's own text: what is in none of these texts
 * is not in the file.
 */
export function distinctTexts(report: Report): string[] {
  const checks = report.checks.map((check) => textOf({ ...check, exchanges: [] }));
  const exchanges = new Set(report.checks.flatMap((check) => check.exchanges));
  return [renderJson({ ...report, checks: [] }), ...checks, ...[...exchanges].map(textOf)];
}

const textOf = (value: unknown) => JSON.stringify(value, null, 2);
