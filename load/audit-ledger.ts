import { finding } from './audit-finding.ts';
import type { AuditCheck } from './load-report.ts';
import type { RepaymentEvent } from './scripts/events.ts';

/** One repayment as the target booked it. */
export interface LedgerRow {
  accountId: string;
  /** major units */
  amount: number;
  /** the request's paymentNarration: it names the run and the key */
  paymentNarration: string | null;
}

/** Reads what the target booked, from its database or wherever it keeps it. */
export type Ledger = () => Promise<readonly LedgerRow[]>;

/**
 * Compares the ledger with what the run sent: one row for each acknowledged key, one at most for a
 * key whose answer was lost, none for any other; and per account the sums agree.
 */
export async function checkLedger(
  ledger: Ledger,
  { runId, repayments }: { runId: string; repayments: readonly RepaymentEvent[] },
): Promise<AuditCheck> {
  const prefix = `load ${runId} `;
  const rows = (await ledger()).filter((row) => row.paymentNarration?.startsWith(prefix));
  const rowsOf = Map.groupBy(rows, (row) => row.paymentNarration?.slice(prefix.length) ?? '');
  const violations: string[] = [];
  for (const { key, acknowledged, inDoubt, amount, accountId } of repayments) {
    const booked = rowsOf.get(key) ?? [];
    rowsOf.delete(key);
    const least = acknowledged.length > 0 ? 1 : 0;
    const most = least === 1 || inDoubt ? 1 : 0;
    if (booked.length < least) violations.push(`key ${key} was acknowledged and is not booked`);
    if (booked.length > most) violations.push(`key ${key} is booked ${booked.length} times`);
    for (const row of booked) {
      if (row.amount !== amount || row.accountId !== accountId) {
        violations.push(`key ${key} sent ${amount} and is booked as ${row.amount}`);
      }
    }
  }
  for (const key of rowsOf.keys()) violations.push(`key ${key} is booked and was never answered`);
  violations.push(...wrongSums(rows, repayments));
  return finding('ledger', rows.length, violations, `${rows.length} rows booked in this run`);
}

/** Per account: booked at least what was acknowledged, at most that and what is in doubt. */
function wrongSums(rows: readonly LedgerRow[], repayments: readonly RepaymentEvent[]): string[] {
  const accounts = Map.groupBy(repayments, ({ accountId }) => accountId);
  return [...accounts].flatMap(([accountId, sent]) => {
    const booked = sumOf(rows.filter((row) => row.accountId === accountId));
    const least = sumOf(sent.filter((it) => it.acknowledged.length > 0));
    const most = least + sumOf(sent.filter((it) => it.acknowledged.length === 0 && it.inDoubt));
    if (booked >= least && booked <= most) return [];
    return [`account ${accountId}: ${least} acknowledged and ${booked} booked`];
  });
}

/** In hundredths, so that no binary fraction disturbs the comparison. */
function sumOf(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}
