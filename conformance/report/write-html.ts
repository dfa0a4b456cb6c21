import type { Report } from './report.ts';
export function renderHtml(report: Report): string {
  return `<!doctype html>${report.verdict}`;
}
