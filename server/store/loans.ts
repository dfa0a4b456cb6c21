import type { Loan } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';
import { insertInto } from './insert.ts';

/** A loan with the name of its product, and why it is collected as it is, where somebody said. */
export type StoredLoan = Loan & { productName: string; collectionReason: string | null };

/** Loans that were paid out; their id is the accountId of section 4.7. */
export interface Loans {
  /** Whoever's it is. */
  byId(id: string): StoredLoan | undefined;
  /** A loan of a customer; another's is as if it did not exist. */
  ofUser(id: string, userId: string): StoredLoan | undefined;
  /** The loan that came of an application of a customer. */
  ofApplication(applicationId: string, userId: string): StoredLoan | undefined;
  add(loan: Loan): void;
  /** Has a loan collected in another way. */
  collect(id: string, collection: Loan['collection'], reason: string): void;
  /** Takes a repayment off the total payable and closes the loan when nothing is left. */
  reduce(id: string, amountMinor: number): void;
  /** Puts back what `reduce` took off, and opens the loan again: the money did not come. */
  restore(id: string, amountMinor: number): void;
}

/** The loans of a database. */
export function loansOf(db: Db): Loans {
  const select = `SELECT l.id, l.tenant_id AS tenantId, l.user_id AS userId,
       l.loan_product_id AS loanProductId, l.loan_application_id AS loanApplicationId, l.status,
       l.collection, l.currency, l.principal_minor AS principalMinor,
       l.total_payable_minor AS totalPayableMinor, l.repayment_reference AS repaymentReference,
       l.disbursed_date AS disbursedDate, l.collection_reason AS collectionReason,
       p.product_name AS productName
     FROM loans l JOIN loan_products p ON p.id = l.loan_product_id`;
  const byId = db.prepare<[string], StoredLoan>(`${select} WHERE l.id = ${GIVEN}`);
  const collect = db.prepare('UPDATE loans SET collection = ?, collection_reason = ? WHERE id = ?');
  const ofUser = db.prepare<[string, string], StoredLoan>(
    `${select} WHERE l.id = ${GIVEN} AND l.user_id = ${GIVEN}`,
  );
  const ofApplication = db.prepare<[string, string], StoredLoan>(
    `${select} WHERE l.loan_application_id = ${GIVEN} AND l.user_id = ${GIVEN}`,
  );
  const restore = db.prepare(
    `UPDATE loans SET total_payable_minor = total_payable_minor + @amountMinor, status = 'active'
     WHERE id = @id`,
  );
  const reduce = db.prepare(
    `UPDATE loans SET total_payable_minor = total_payable_minor - @amountMinor,
       status = iif(total_payable_minor = @amountMinor, 'closed', status)
     WHERE id = @id`,
  );
  return {
    byId: (id) => byId.get(id.toLowerCase()),
    collect: (id, collection, reason) => {
      collect.run(collection, reason, id);
    },
    ofUser: (id, userId) => ofUser.get(id.toLowerCase(), userId),
    ofApplication: (id, userId) => ofApplication.get(id.toLowerCase(), userId),
    add: insertInto<Loan>(db, 'loans'),
    reduce: (id, amountMinor) => {
      reduce.run({ id, amountMinor });
    },
    restore: (id, amountMinor) => {
      restore.run({ id, amountMinor });
    },
  };
}
