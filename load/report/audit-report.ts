export type AuditResult = 'passed' | 'failed' | 'inconclusive';

/** What became of every acknowledged repayment and every key. */
export interface AuditReport {
  result: AuditResult;
  /** what was compared with what, one sentence each */
  compared: string[];
  /** what nobody looked at, and why */
  notAudited: string[];
  checks: AuditCheck[];
}

export interface AuditCheck {
  id: 'replay' | 'concurrent-keys' | 'sums' | 'ledger' | 'applications';
  result: AuditResult;
  message: string;
  examined: number;
  violations: string[];
}
