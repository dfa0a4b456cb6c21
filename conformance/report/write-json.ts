import type { Report } from './report.ts';

/** report.json, of `report.schema.json`. */
export function renderJson(report: Report): string {
  return [...jsonOf(report).parts()].join('');
}

/** report.json, of which nothing is made twice. */
export interface JsonOfReport {
  /**
   * The texts of which it is made, each once: the report without its checks, every check without its
   * exchanges, and every exchange. Checks share exchanges, so that these are two thirds of the file. Checks
   * and exchanges begin and end with the kit's own text: what is in none of these texts is not in the file.
   */
  distinctTexts: string[];
  /** it in parts, so that all of it, which is some megabytes, is at no time in memory */
  parts(): Iterable<string>;
}

/** How long a part of report.json is before the next begins, in characters. */
const PART = 256 * 1024;

/** Makes what report.json is put together from. */
export function jsonOf(report: Report): JsonOfReport {
  const frame = `${textOf({ $schema: 'urn:assay:schema:report', ...report, checks: [] })}\n`;
  const checks = report.checks.map((check) => textOf({ ...check, exchanges: [] }));
  const distinct = new Set(report.checks.flatMap((check) => check.exchanges));
  const exchanges = new Map([...distinct].map((exchange) => [exchange, textOf(exchange)]));

  function* parts(): Generator<string> {
    const [head = '', tail = ''] = frame.split('\n  "checks": []');
    let part = `${head}\n  "checks": [`;
    for (const [index, check] of report.checks.entries()) {
      const own = check.exchanges.map((exchange) => exchanges.get(exchange) ?? '');
      const text = filled(checks[index] ?? '', 'exchanges', own);
      part += `${index === 0 ? '' : ','}\n    ${indented(text)}`;
      if (part.length > PART) {
        yield part;
        part = '';
      }
    }
    yield `${part}${report.checks.length > 0 ? '\n  ' : ''}]${tail}`;
  }
  return { distinctTexts: [frame, ...checks, ...exchanges.values()], parts };
}

/** An object's text with what its empty list holds; no text of JSON has a line end but between values. */
function filled(text: string, key: string, items: readonly string[]): string {
  const list = items.map((item) => `\n    ${indented(item)}`).join(',');
  return items.length === 0
    ? text
    : text.replace(`\n  "${key}": []`, () => `\n  "${key}": [${list}\n  ]`);
}

const textOf = (value: unknown) => JSON.stringify(value, null, 2);
const indented = (text: string) => text.replaceAll('\n', '\n    ');
