import { finding } from './audit-finding.ts';
import { checkLedger, type Ledger, type Sent } from './audit-ledger.ts';
import type { AuditCheck, AuditReport, AuditResult } from './load-report.ts';
import type { LoadTarget } from './load-target.ts';
import { identifierOf, identifierPaths, recordsNamed } from './record-identifier.ts';
import { replayer } from './replay.ts';
import type { RepaymentEvent } from './scripts/events.ts';

export interface AuditOptions extends Sent {
  target: LoadTarget;
  /** what the target booked, where that can be read */
  ledger?: Ledger | undefined;
  /** keys replayed at most; they are spread evenly over the run */
  replays?: number;
  signal?: AbortSignal | undefined;
}

const MOST_REPLAYS = 200;
/** Replays under way at the same time: a slow target is not waited for one by one. */
const AT_ONCE = 8;
/** After so many replays without an answer the target is taken for gone. */
const MOST_SILENT = 16;

/**
 * Looks whether money was lost or doubled: every acknowledged repayment exists once, no key has two
 * effects, and sums add up. Through the API by replaying keys and comparing the records' identifiers
 * (section 4.6: the key prevents duplicate processing), and through the ledger where there is one.
 *
 * @throws UnavailableError when the target no longer lets the customer log in
 */
export async function audit(options: AuditOptions): Promise<AuditReport> {
  const checks = await auditRepayments(options);
  if (options.ledger) checks.push(...(await checkLedger(options.ledger, options)));
  return { result: worst(checks), checks };
}

/** What the answers and the API tell. */
async function auditRepayments(options: AuditOptions): Promise<AuditCheck[]> {
  const acknowledged = options.repayments.filter((it) => it.acknowledged.length > 0);
  if (acknowledged.length === 0) {
    const message = 'no repayment was acknowledged, so there is nothing to audit';
    return [finding('replay', 0, [], message)];
  }
  const paths = identifierPaths(acknowledged);
  if (paths.length === 0) {
    return [finding('replay', 0, [], 'no field of the answers identifies a record')];
  }
  return [
    concurrentKeys(acknowledged, paths),
    sums(acknowledged, paths),
    await replays(options, acknowledged, paths),
  ];
}

/** All answers to one key name the same record. */
function concurrentKeys(repayments: readonly RepaymentEvent[], paths: string[]): AuditCheck {
  const repeated = repayments.filter((it) => it.acknowledged.length > 1);
  const violations = repeated.flatMap(({ key, acknowledged }) => {
    const answers = acknowledged.map((data) => JSON.parse(data) as unknown);
    const records = recordsNamed(answers, paths) ?? 1;
    return records > 1 ? [`key ${key} made ${records} records`] : [];
  });
  if (repeated.length === 0) {
    return finding('concurrent-keys', 0, [], 'no key was acknowledged more than once');
  }
  const message = `${repeated.length} keys acknowledged more than once`;
  return finding('concurrent-keys', repeated.length, violations, message);
}

/** There are as many records as keys, so their amounts sum up to what was sent. */
function sums(repayments: readonly RepaymentEvent[], paths: string[]): AuditCheck {
  const keysOf = new Map<string, RepaymentEvent[]>();
  for (const repayment of repayments) {
    const record = identifierOf(JSON.parse(repayment.acknowledged[0] ?? 'null'), paths);
    keysOf.set(record, [...(keysOf.get(record) ?? []), repayment]);
  }
  const violations = [...keysOf.entries()].flatMap(([record, { length }]) =>
    length > 1 ? [`${length} keys were answered with the same record ${record}`] : [],
  );
  const sent = repayments.reduce((sum, { amount }) => sum + amount, 0);
  const kept = [...keysOf.values()].reduce((sum, [first]) => sum + (first?.amount ?? 0), 0);
  const message = `${repayments.length} repayments of ${sent} acknowledged, ${keysOf.size} records of ${kept}`;
  return finding('sums', repayments.length, violations, message);
}

/** A key sent once more is answered with its record, or refused, but never with a new record. */
async function replays(
  { target, replays: most = MOST_REPLAYS, signal }: AuditOptions,
  repayments: readonly RepaymentEvent[],
  paths: string[],
): Promise<AuditCheck> {
  const every = Math.max(1, repayments.length / most);
  const chosen = Array.from(
    { length: Math.min(most, repayments.length) },
    (_, index) => repayments[Math.floor(index * every)],
  ).filter((repayment) => repayment !== undefined);
  const replay = await replayer(target, signal);
  const violations: string[] = [];
  let same = 0;
  let refused = 0;
  let unanswered = 0;
  const judge = async (repayment: RepaymentEvent) => {
    const { status, data } = await replay(repayment);
    if (status === 0) unanswered++;
    const { key, acknowledged } = repayment;
    if (status >= 400 && status < 500) refused++;
    else if (data !== null) {
      const before: unknown = JSON.parse(acknowledged[0] ?? 'null');
      const records = recordsNamed([before, data], paths);
      if (records === 1) same++;
      else if (records !== null) {
        const [was, is] = [before, data].map((each) => identifierOf(each, paths));
        violations.push(`key ${key} was record ${was} and is record ${is} when sent again`);
      }
    }
  };
  const waiting = chosen.values();
  const lane = async () => {
    for (const repayment of waiting) {
      if (unanswered >= MOST_SILENT) return;
      await judge(repayment);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const silent = chosen.length - same - refused - violations.length;
  const message = `${chosen.length} keys sent again: ${same} the same record, ${refused} refused, ${silent} without an answer that names one`;
  return finding('replay', same, violations, message);
}

/** Failed if one failed; else passed if a check that sees every record or key did. */
function worst(checks: readonly AuditCheck[]): AuditResult {
  if (checks.some(({ result }) => result === 'failed')) return 'failed';
  const decisive = checks.filter(({ id }) => id === 'replay' || id === 'ledger');
  return decisive.some(({ result }) => result === 'passed') ? 'passed' : 'inconclusive';
}
