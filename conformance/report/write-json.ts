import type { CheckResult } from '../result.ts';
import type { Report } from './report.ts';

/** report.json, of `report.schema.json`. */
export function renderJson(report: Report): string {
  return [...partsOfJson(report)].join('');
}

/** How long a part of report.json is before the next begins, in characters. */
const PART = 256 * 1024;

/** report.json in parts, so that all of it, which is some megabytes, is at no time in memory. */
export function* partsOfJson(report: Report): Generator<string> {
  const [head = '', tail = ''] = frameOf(report).split('\n  "checks": []');
  const texts = new Map([...exchangesOf(report)].map((seen) => [seen, stringify(seen)]));
  let part = `${head}\n  "checks": [`;
  let separator = '\n    ';
  for (const check of report.checks) {
    const exchanges = check.exchanges.flatMap((seen) => texts.get(seen) ?? []);
    part += separator + indented(indented(withExchanges(check, exchanges)));
    separator = ',\n    ';
    if (part.length > PART) {
      yield part;
      part = '';
    }
  }
  yield `${part}${report.checks.length > 0 ? '\n  ' : ''}]${tail}`;
}

/**
 * The texts of which report.json is made, each once: the report without its checks, every check
 * without its exchanges, and every exchange. Checks share exchanges, so that these are two thirds of
 * the file. Checks and exchanges begin and end with the kit's own text: what is in none of these texts
 * is not in the file.
 */
export function distinctTexts(report: Report): string[] {
  const checks = report.checks.map((check) => withExchanges(check, []));
  return [frameOf(report), ...checks, ...[...exchangesOf(report)].map(stringify)];
}

const exchangesOf = (report: Report) => new Set(report.checks.flatMap((check) => check.exchanges));

const frameOf = (report: Report) =>
  `${stringify({ $schema: 'urn:assay:schema:report', ...report, checks: [] })}\n`;

/** A check with the texts of its exchanges; no text of JSON holds a line end but between values. */
function withExchanges(check: CheckResult, exchanges: readonly string[]): string {
  const text = stringify({ ...check, exchanges: [] });
  const list = exchanges.map((exchange) => `\n    ${indented(indented(exchange))}`).join(',');
  return list === ''
    ? text
    : text.replace('\n  "exchanges": []', () => `\n  "exchanges": [${list}\n  ]`);
}

const stringify = (value: unknown) => JSON.stringify(value, null, 2);
const indented = (text: string) => text.replaceAll('\n', '\n  ');
