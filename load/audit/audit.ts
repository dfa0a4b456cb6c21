import { UnavailableError, UsageError } from '../../contract/errors.ts';
import type { LoadTarget } from '../load-target.ts';
import type { AuditCheck, AuditReport, AuditResult } from '../report/load-report.ts';
import type { RepaymentEvent } from '../scripts/record/events.ts';
import { finding } from './audit-finding.ts';
import { checkLedger, type Ledger, type Sent } from './audit-ledger.ts';
import { auditedBy } from './audited.ts';
import {
  type Identifiers,
  identifierOf,
  identifiersIn,
  recordsNamed,
} from './record-identifier.ts';
import { type Replayed, replayer } from './replay.ts';

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
 * What cannot be made, since the target lets nobody log in or the ledger cannot be read, leaves the
 * audit inconclusive and the rest of it standing.
 *
 * @throws the signal's reason when it stops the audit
 */
export async function audit(options: AuditOptions): Promise<AuditReport> {
  const { ledger, signal } = options;
  const { checks: told, identifiers, acknowledged } = auditAnswers(options);
  const parts = [{ checks: told, made: true }];
  if (identifiers) {
    const replayed = async () => [await replays(options, acknowledged, identifiers)];
    parts.push(await attempt('replay', replayed, signal));
  }
  if (ledger) {
    parts.push(await attempt('ledger', () => checkLedger(ledger, options), signal));
  }
  const checks = parts.flatMap((part) => part.checks);
  const result = worst(checks);
  const whole = parts.every((part) => part.made);
  return {
    result: whole || result === 'failed' ? result : 'inconclusive',
    ...auditedBy(checks, ledger !== undefined),
    checks,
  };
}

/** A run is not lost for a part of its audit that cannot be made: that part says why. */
async function attempt(
  id: AuditCheck['id'],
  part: () => Promise<AuditCheck[]>,
  signal: AbortSignal | undefined,
): Promise<{ checks: AuditCheck[]; made: boolean }> {
  try {
    return { checks: await part(), made: true };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof UnavailableError || error instanceof UsageError)) {
      throw error;
    }
    return { checks: [finding(id, 0, [], error.message)], made: false };
  }
}

/** What the answers tell by themselves; no identifiers where nothing can be replayed either. */
function auditAnswers({ repayments }: AuditOptions): {
  checks: AuditCheck[];
  acknowledged: RepaymentEvent[];
  identifiers: Identifiers | null;
} {
  const acknowledged = repayments.filter((it) => it.acknowledged.length > 0);
  const nothing = (message: string) => ({
    ...{ checks: [finding('replay', 0, [], message)], acknowledged, identifiers: null },
  });
  if (acknowledged.length === 0) {
    return nothing('no repayment was acknowledged, so there is nothing to audit');
  }
  const identifiers = identifiersIn(acknowledged);
  if (identifiers.paths.length === 0) {
    return nothing(
      'no field of the answers identifies a record: none tells one repayment from another',
    );
  }
  const checks = [concurrentKeys(acknowledged, identifiers), sums(acknowledged, identifiers)];
  return { checks, acknowledged, identifiers };
}

/** Why it cannot be told whether so many keys made one record each. */
function whyUndecided(keys: number): string {
  return keys === 0
    ? ''
    : `; ${keys} that cannot be judged: one identifier stayed and another changed, and no loan was repaid twice to show which is the record's`;
}

/** All answers to one key name the same record. */
function concurrentKeys(
  repayments: readonly RepaymentEvent[],
  identifiers: Identifiers,
): AuditCheck {
  const repeated = repayments.filter((it) => it.acknowledged.length > 1);
  if (repeated.length === 0) {
    return finding('concurrent-keys', 0, [], 'no key was acknowledged more than once');
  }
  let undecided = 0;
  const violations = repeated.flatMap(({ key, acknowledged }) => {
    const answers = acknowledged.map((data) => JSON.parse(data) as unknown);
    const records = recordsNamed(answers, identifiers) ?? 1;
    if (records === 'unclear') {
      undecided++;
    } else if (records > 1) {
      return [`key ${key} made ${records} records`];
    }
    return [];
  });
  const message = `${repeated.length} keys acknowledged more than once${whyUndecided(undecided)}`;
  return finding('concurrent-keys', repeated.length, violations, message, undecided);
}

/** There are as many records as keys, so their amounts sum up to what was sent. */
function sums(repayments: readonly RepaymentEvent[], identifiers: Identifiers): AuditCheck {
  const keysOf = new Map<string, RepaymentEvent[]>();
  for (const repayment of repayments) {
    const record = identifierOf(JSON.parse(repayment.acknowledged[0] ?? 'null'), identifiers);
    keysOf.set(record, [...(keysOf.get(record) ?? []), repayment]);
  }
  const violations = [...keysOf.entries()].flatMap(([record, { length }]) =>
    length > 1 ? [`${length} keys were answered with the same record ${record}`] : [],
  );
  const sent = repayments.reduce((sum, { amount }) => sum + amount, 0);
  const kept = [...keysOf.values()].reduce((sum, [first]) => sum + (first?.amount ?? 0), 0);
  const message = `by the acknowledgements alone: ${repayments.length} repayments of ${sent} acknowledged, ${keysOf.size} records of ${kept} named`;
  return finding('sums', repayments.length, violations, message);
}

/** These say that the token, the time or the pace was wrong, and nothing about the key. */
const NOT_ABOUT_THE_KEY = new Set([401, 408, 429]);

/** Section 4.6: the key prevents duplicate processing, so a refusal is as good as the record. */
function isRefused({ status, failed }: Replayed): boolean {
  if (status >= 400 && status < 500) {
    return !NOT_ABOUT_THE_KEY.has(status);
  }
  return status >= 200 && status < 300 && failed;
}

/** A key sent once more is answered with its record, or refused, but never with a new record. */
async function replays(
  { target, replays: most = MOST_REPLAYS, signal }: AuditOptions,
  repayments: readonly RepaymentEvent[],
  identifiers: Identifiers,
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
  let undecided = 0;
  let unanswered = 0;
  const judge = async (repayment: RepaymentEvent) => {
    const replayed = await replay(repayment);
    const { status, data } = replayed;
    if (status === 0) {
      unanswered++;
    }
    const { key, acknowledged } = repayment;
    if (isRefused(replayed)) {
      refused++;
    } else if (data !== null) {
      const before: unknown = JSON.parse(acknowledged[0] ?? 'null');
      const records = recordsNamed([before, data], identifiers);
      if (records === 1) {
        same++;
      } else if (records === 'unclear') {
        undecided++;
      } else if (records !== null) {
        const [was, is] = [before, data].map((each) => identifierOf(each, identifiers));
        violations.push(`key ${key} was record ${was} and is record ${is} when sent again`);
      }
    }
  };
  const waiting = chosen.values();
  const lane = async () => {
    for (const repayment of waiting) {
      if (unanswered >= MOST_SILENT) {
        return;
      }
      await judge(repayment);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const silent = chosen.length - same - refused - undecided - violations.length;
  const counts = `${same} the same record, ${refused} refused, ${silent} without an answer that tells`;
  const message = `${chosen.length} keys to send again: ${counts}${whyUndecided(undecided)}`;
  return finding('replay', same + refused + undecided, violations, message, undecided);
}

/** Failed if one failed; else passed if a check that sees every record or key did. */
function worst(checks: readonly AuditCheck[]): AuditResult {
  if (checks.some(({ result }) => result === 'failed')) {
    return 'failed';
  }
  const passed = (wanted: AuditCheck['id']) =>
    checks.some(({ id, result }) => id === wanted && result === 'passed');
  if (passed('ledger')) {
    return 'passed';
  }
  // What was looked at and left open, the replays do not settle: they came later and one by one.
  const open = checks.some(({ result, examined }) => result === 'inconclusive' && examined > 0);
  return passed('replay') && !open ? 'passed' : 'inconclusive';
}
