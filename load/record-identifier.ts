import type { RepaymentEvent } from './scripts/events.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NAMED_AS_ID = /id$|identifier$|number$|record$/i;

/** Every scalar inside a value, with the path to it. */
export function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}/${key}`));
  }
  return value === null || value === undefined ? [] : [[path, String(value)]];
}

/**
 * Where in `data` the identifier of a repayment record is. The specification demands one without
 * naming its field (section 2.5), so it is found by its values: named or formed like an identifier,
 * not an echo of the request, and (nearly) never the same for two keys. Empty where none is.
 */
export function identifierPaths(repayments: readonly RepaymentEvent[]): string[] {
  const values = new Map<string, Set<string>>();
  const candidates = repayments.filter(({ acknowledged }) => acknowledged.length > 0);
  for (const { acknowledged, body, key } of candidates) {
    const sent = new Set([key, ...leavesOf(JSON.parse(body)).map(([, value]) => value)]);
    for (const [path, value] of leavesOf(JSON.parse(acknowledged[0] ?? 'null'))) {
      if (sent.has(value) || !(NAMED_AS_ID.test(path) || UUID.test(value))) continue;
      values.set(path, (values.get(path) ?? new Set()).add(value));
    }
  }
  // Half is enough: a target that books two keys as one record has to be caught, not excused.
  const enough = Math.max(1, candidates.length / 2);
  return [...values].filter(([, found]) => found.size >= enough).map(([path]) => path);
}

/** The identifier of a record, from its `data`. */
export function identifierOf(data: unknown, paths: readonly string[]): string {
  const leaves = new Map(leavesOf(data));
  return paths.map((path) => leaves.get(path) ?? '').join(' ');
}

/**
 * How many records several answers name: the least over all identifiers, since one of them may be
 * that of the answer and not of the record. Null where no identifier is in all of them.
 */
export function recordsNamed(answers: readonly unknown[], paths: readonly string[]): number | null {
  const leaves = answers.map((data) => new Map(leavesOf(data)));
  const common = paths.filter((path) => leaves.every((each) => each.has(path)));
  if (common.length === 0) return null;
  return Math.min(...common.map((path) => new Set(leaves.map((each) => each.get(path))).size));
}
