import type { Report } from './report.ts';

/** report.json, of `report.schema.json`. */
export function renderJson(report: Report): string {
  return `${JSON.stringify({ $schema: 'urn:assay:schema:report', ...report }, null, 2)}\n`;
}
