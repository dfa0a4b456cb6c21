import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { UsageError } from '../../contract/errors.ts';
import { fromMinor } from '../../contract/values/currencies.ts';

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

/** What was booked: amounts in the currency's whole units, as the API writes them. */
export interface Booked {
  repayments: { accountId: string; amount: number; paymentNarration: string | null }[];
  loanApplications: { lastName: string; loanAmount: number }[];
}

/**
 * What the reference server booked, read from its database file when it is called: the second
 * witness of the audit after load, beside the API. What it returns throws a UsageError where the
 * file is no database of the server.
 *
 * @throws UsageError where there is no such file
 */
export function referenceLedger(file: string): () => Promise<Booked> {
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
