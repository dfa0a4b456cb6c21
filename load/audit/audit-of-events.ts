import type { LoadTarget } from '../load-target.ts';
import type { AuditReport } from '../report/load-report.ts';
import type { ConsoleEvents } from '../samples/console-events.ts';
import { mixOf } from '../scripts/plan/mix.ts';
import { audit } from './audit.ts';
import type { Ledger } from './audit-ledger.ts';
import { ledgerOf } from './ledger-url.ts';

export interface AuditSettings {
  target: LoadTarget;
  /** what the target booked; default: the target file's `load.ledgerUrl` */
  ledger?: Ledger | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: { phase: 'audit'; message: string }) => void) | undefined;
}

/**
 * Looks for the money that the events of a run's k6 processes tell of, all together: no two keys may
 * have one record, whichever process sent them. Null after a journey, or a mix of it, that repays
 * none.
 *
 * @throws the signal's reason when it stops the audit
 */
export async function auditOf(
  journeys: readonly string[],
  events: readonly ConsoleEvents[],
  { target, ledger = ledgerOf(target), signal, onProgress }: AuditSettings,
): Promise<AuditReport | null> {
  const { 'repay-loan': repays } = mixOf(target.load?.mix).lending.requests;
  if (!journeys.includes('lending') || repays === 0) {
    return null;
  }
  const repayments = events.flatMap((each) => each.repayments);
  const loanRequests = events.flatMap((each) => each.loanRequests);
  const message = `looking for ${repayments.length} repayments and ${loanRequests.length} loan requests`;
  onProgress?.({ phase: 'audit', message });
  const runIds = events.flatMap(({ run }) => run?.runId ?? []);
  return audit({ target, runIds, repayments, loanRequests, ledger, signal });
}
