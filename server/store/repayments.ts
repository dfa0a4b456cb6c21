import type { Db } from '../database/open.ts';
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
  verificationStatus: 'PENDING_VERIFICATION' | 'VERIFIED' | 'REJECTED';
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** What customers say they have paid back. */
export interface Repayments {
  add(repayment: Repayment): void;
  /** Those of a loan, the earliest first. */
  ofLoan(loanId: string): Pick<Repayment, 'id' | 'amountMinor' | 'repaymentReference'>[];
}

/** The repayments of a database. */
export function repaymentsOf(db: Db): Repayments {
  const ofLoan = db.prepare<[string], ReturnType<Repayments['ofLoan']>[number]>(
    `SELECT id, amount_minor AS amountMinor, repayment_reference AS repaymentReference
     FROM repayments WHERE loan_id = ? ORDER BY rowid`,
  );
  return {
    add: insertInto<Repayment>(db, 'repayments'),
    ofLoan: (loanId) => ofLoan.all(loanId),
  };
}
