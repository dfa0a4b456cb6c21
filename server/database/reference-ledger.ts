import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { UsageError } from '../../contract/errors.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import type { Ledger } from '../../load/audit/audit-ledger.ts';

interface BookedRow {
  accountId: string;
  amountMinor: number;
  currency: string;
  paymentNarration: string | null;
}

interface ApplicationRow {
  lastName: string;
  amountMinor: number;
  currency: string;
}

/**
 * What the reference server booked, read from its database file: the second witness of the audit
 * after load, beside the API. Throws UsageError where the file is no database of the server.
 */
export function referenceLedger(file: string): Ledger {
  if (!existsSync(file)) {
    throw new UsageError(`the database ${file} does not exist`);
  }
  return async () => {
    let db: Database.Database | undefined;
    try {
      db = new Database(file, { readonly: true, fileMustExist: true });
      const rows = db
        .prepare<[], BookedRow>(
          `SELECT r.loan_id AS accountId, r.amount_minor AS amountMinor, l.currency,
             r.payment_narration AS paymentNarration
           FROM repayments r JOIN loans l ON l.id = r.loan_id`,
        )
        .all();
      const applications = db
        .prepare<[], ApplicationRow>(
          `SELECT last_name AS lastName, requested_amount_minor AS amountMinor, currency
           FROM loan_applications`,
        )
        .all();
      return {
        repayments: rows.map(({ accountId, amountMinor, currency, paymentNarration }) => ({
          accountId,
          amount: fromMinor(amountMinor, currency),
          paymentNarration,
        })),
        loanApplications: applications.map(({ lastName, amountMinor, currency }) => ({
          lastName,
          loanAmount: fromMinor(amountMinor, currency),
        })),
      };
    } catch (error) {
      if (error instanceof Database.SqliteError) {
        throw new UsageError(`${file} is no database of the reference server: ${error.message}`);
      }
      throw error;
    } finally {
      db?.close();
    }
  };
}
