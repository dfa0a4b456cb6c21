import type { RepaymentEvent } from '../scripts/record/events.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NAMED_AS_ID = /id$|identifier$|number$|record$/i;

/** Every scalar inside a value, with the path to it. */
export function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}/${key}`));
  }
  return value === null || value === undefined ? [] : [[path, String(value)]];
}

/** Where in `data` the identifier of a record is. */
export interface Identifiers {
  paths: readonly string[];
  /** these told repayments of one loan apart; else each may be the loan's, one like the other */
  ofRecord: boolean;
}

/** The values found at one path: in all answers, and in those of each account. */
interface Found {
  all: Set<string>;
  byAccount: Map<string, string[]>;
}

/**
 * Where in `data` the identifier of a repayment record is. The specification demands one without
 * naming its field (section 2.5), so it is found by its values: named or formed like an identifier,
 * not an echo of the request, and (nearly) never the same for two keys, also not for two of one
 * account, since it would be the loan's then. No path where none is.
 */
export function identifiersIn(repayments: readonly RepaymentEvent[]): Identifiers {
  const values = new Map<string, Found>();
  const candidates = repayments.filter(({ acknowledged }) => acknowledged.length > 0);
  for (const { acknowledged, body, key, accountId } of candidates) {
    const sent = new Set([key, ...leavesOf(JSON.parse(body)).map(([, value]) => value)]);
    for (const [path, value] of leavesOf(JSON.parse(acknowledged[0] ?? 'null'))) {
      if (sent.has(value) || !(NAMED_AS_ID.test(path) || UUID.test(value))) {
        continue;
      }
      const found = values.get(path) ?? { all: new Set(), byAccount: new Map() };
      values.set(path, found);
      found.all.add(value);
      found.byAccount.set(accountId, [...(found.byAccount.get(accountId) ?? []), value]);
    }
  }
  // Half is enough: a target that books two keys as one record has to be caught, not excused.
  const enough = Math.max(1, candidates.length / 2);
  const paths = [...values].filter(([, { all }]) => all.size >= enough);
  const within = (wanted: Whose) =>
    paths.filter(([, found]) => whoseIs(found) === wanted).map(([path]) => path);
  const ofRecord = within('record');
  if (ofRecord.length > 0) {
    return { paths: ofRecord, ofRecord: true };
  }
  return { paths: within('either'), ofRecord: false };
}

type Whose = 'record' | 'loan' | 'either';

/** Told by the further keys of an account: half of them at least have a further value. */
function whoseIs({ byAccount }: Found): Whose {
  let furtherKeys = 0;
  let furtherValues = 0;
  for (const values of byAccount.values()) {
    furtherKeys += values.length - 1;
    furtherValues += new Set(values).size - 1;
  }
  if (furtherKeys === 0) {
    return 'either';
  }
  return furtherValues >= furtherKeys / 2 ? 'record' : 'loan';
}

/** The identifier of a record, from its `data`. */
export function identifierOf(data: unknown, { paths }: Identifiers): string {
  const leaves = new Map(leavesOf(data));
  return paths.map((path) => leaves.get(path) ?? '').join(' ');
}

/**
 * How many records several answers name: the least over all identifiers, since one of them may be
 * that of the answer and not of the record. `unclear` where one stays and another changes, and what
 * stays may be the loan's: it says nothing then. Null where no identifier is in all answers.
 */
export function recordsNamed(
  answers: readonly unknown[],
  { paths, ofRecord }: Identifiers,
): number | 'unclear' | null {
  const leaves = answers.map((data) => new Map(leavesOf(data)));
  const common = paths.filter((path) => leaves.every((each) => each.has(path)));
  if (common.length === 0) {
    return null;
  }
  const counts = common.map((path) => new Set(leaves.map((each) => each.get(path))).size);
  const least = Math.min(...counts);
  return least === 1 && !ofRecord && Math.max(...counts) > 1 ? 'unclear' : least;
}
