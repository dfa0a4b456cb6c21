import type { AuditCheck } from '../report/load-report.ts';
import type { LoanRequestEvent, RepaymentEvent } from '../scripts/record/events.ts';
import { finding } from './audit-finding.ts';

/** One repayment as the target booked it. */
export interface LedgerRow {
  accountId: string;
  /** major units */
  amount: number;
  /** the request's paymentNarration: it names the run and the key */
  paymentNarration: string | null;
}

/** One loan application as the target keeps it. */
export interface ApplicationRow {
  /** the request's lastName: it names the key */
  lastName: string;
  /** major units */
  loanAmount: number;
}

/** What the target booked. */
export interface Booked {
  repayments: readonly LedgerRow[];
  /** left out where only repayments are told */
  loanApplications?: readonly ApplicationRow[];
}

/** Reads what the target booked, from its database or wherever it keeps it. */
export type Ledger = () => Promise<Booked>;

/** What a run sent, as its scripts saw it. */
export interface Sent {
  /** of each k6 process: the narrations of its repayments begin with it */
  runIds: readonly string[];
  repayments: readonly RepaymentEvent[];
  loanRequests: readonly LoanRequestEvent[];
}

/** Compares what was booked with what was sent; loan applications where the ledger tells them. */
export async function checkLedger(ledger: Ledger, sent: Sent): Promise<AuditCheck[]> {
  const { repayments, loanApplications } = await ledger();
  return [
    checkRepayments(repayments, sent),
    ...(loanApplications ? [checkApplications(loanApplications, sent)] : []),
  ];
}

/**
 * Compares the ledger with what the run sent: one row for each acknowledged key, one at most for a
 * key whose answer was lost, none for a refused one; and per account the sums agree. k6 may end an
 * iteration before it tells of its key: that key is in doubt too.
 */
function checkRepayments(booked: readonly LedgerRow[], { runIds, repayments }: Sent): AuditCheck {
  const prefixes = runIds.map((runId) => `load ${runId} `);
  const rows = booked.filter(({ paymentNarration }) =>
    prefixes.some((prefix) => paymentNarration?.startsWith(prefix)),
  );
  const rowsOf = Map.groupBy(rows, (row) => row.paymentNarration?.split(' ')[2] ?? '');
  const violations: string[] = [];
  for (const { key, acknowledged, inDoubt, amount, accountId } of repayments) {
    const own = rowsOf.get(key) ?? [];
    rowsOf.delete(key);
    violations.push(...wrongCount(key, own.length, acknowledged.length, inDoubt));
    for (const row of own) {
      if (row.amount !== amount || row.accountId !== accountId) {
        violations.push(`key ${key} sent ${amount} and is booked as ${row.amount}`);
      }
    }
  }
  const cutOff = [...rowsOf.values()].flatMap(([row]) => row ?? []);
  for (const [key, own] of rowsOf) {
    violations.push(...wrongCount(key, own.length, 0, true));
  }
  violations.push(...wrongSums(rows, repayments, cutOff));
  const ofCutOff = `, of them ${cutOff.length} for keys whose iteration was cut off before it saw an answer`;
  const message = `${rows.length} rows booked in this run${cutOff.length > 0 ? ofCutOff : ''}`;
  return finding('ledger', rows.length, violations, message);
}

/** One application for each acknowledged key, one at most for one in doubt, none for a refused one. */
function checkApplications(
  applications: readonly ApplicationRow[],
  { loanRequests }: Sent,
): AuditCheck {
  const rowsOf = Map.groupBy(applications, ({ lastName }) => lastName);
  let examined = 0;
  const violations = loanRequests.flatMap(({ key, lastName, amount, acknowledged, inDoubt }) => {
    const own = rowsOf.get(lastName) ?? [];
    examined += own.length;
    return [
      ...wrongCount(key, own.length, acknowledged, inDoubt),
      ...own.flatMap(({ loanAmount }) =>
        loanAmount === amount ? [] : [`key ${key} sent ${amount} and is booked as ${loanAmount}`],
      ),
    ];
  });
  const message = `${examined} applications of ${loanRequests.length} keys`;
  return finding('applications', examined, violations, message);
}

function wrongCount(key: string, booked: number, acknowledged: number, inDoubt: boolean): string[] {
  const most = acknowledged > 0 || inDoubt ? 1 : 0;
  if (booked > most) {
    return [`key ${key} is booked ${booked} times`];
  }
  if (acknowledged > 0 && booked === 0) {
    return [`key ${key} was acknowledged and is not booked`];
  }
  return [];
}

/** Per account: booked at least what was acknowledged, at most that and what is in doubt. */
function wrongSums(
  rows: readonly LedgerRow[],
  repayments: readonly RepaymentEvent[],
  cutOff: readonly LedgerRow[],
): string[] {
  const accounts = Map.groupBy(repayments, ({ accountId }) => accountId);
  return [...accounts].flatMap(([accountId, sent]) => {
    const booked = sumOf(rows.filter((row) => row.accountId === accountId));
    const least = sumOf(sent.filter((it) => it.acknowledged.length > 0));
    const inDoubt = sent.filter((it) => it.acknowledged.length === 0 && it.inDoubt);
    const most =
      least + sumOf(inDoubt) + sumOf(cutOff.filter((row) => row.accountId === accountId));
    if (booked >= least && booked <= most) {
      return [];
    }
    return [`account ${accountId}: ${least} acknowledged and ${booked} booked`];
  });
}

/** In hundredths, so that no binary fraction disturbs the comparison. */
function sumOf(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}
