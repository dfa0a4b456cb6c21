import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';
import type { VerificationStatus } from '../lending/moves.ts';
import { insertInto } from './insert.ts';

/** A recorded repayment (section 2.5). */
export interface Repayment {
  id: string;
  loanId: string;
  userId: string;
  bankAccountId: string;
  amountMinor: number;
  repaymentReference: string;
  /** As the client wrote it (ISO 8601), or the moment of the request in UTC. */
  paymentDate: string;
  paymentNarration: string | null;
  verificationStatus: VerificationStatus;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** What customers say they have paid back. */
export interface Repayments {
  add(repayment: Repayment): void;
  /** A repayment and the tenant of its customer. */
  byId(id: string): (Repayment & { tenantId: string }) | undefined;
  /** Moves a repayment from one status to another; false when it is not in `from`. */
  verify(id: string, from: VerificationStatus, to: VerificationStatus): boolean;
  /** Those of a loan, the earliest first. */
  ofLoan(loanId: string): Pick<Repayment, 'id' | 'amountMinor' | 'repaymentReference'>[];
}

/** The repayments of a database. */
export function repaymentsOf(db: Db): Repayments {
  const ofLoan = db.prepare<[string], ReturnType<Repayments['ofLoan']>[number]>(
    `SELECT id, amount_minor AS amountMinor, repayment_reference AS repaymentReference
     FROM repayments WHERE loan_id = ${GIVEN} ORDER BY rowid`,
  );
  const byId = db.prepare<[string], Repayment & { tenantId: string }>(
    `SELECT r.id, r.loan_id AS loanId, r.user_id AS userId, r.bank_account_id AS bankAccountId,
       r.amount_minor AS amountMinor, r.repayment_reference AS repaymentReference,
       r.payment_date AS paymentDate, r.payment_narration AS paymentNarration,
       r.verification_status AS verificationStatus, r.created_at AS createdAt,
       l.tenant_id AS tenantId
     FROM repayments r JOIN loans l ON l.id = r.loan_id WHERE r.id = ${GIVEN}`,
  );
  const verify = db.prepare(
    'UPDATE repayments SET verification_status = ? WHERE id = ? AND verification_status = ?',
  );
  return {
    byId: (id) => byId.get(id.toLowerCase()),
    verify: (id, from, to) => verify.run(to, id, from).changes === 1,
    add: insertInto<Repayment>(db, 'repayments'),
    ofLoan: (loanId) => ofLoan.all(loanId),
  };
}
