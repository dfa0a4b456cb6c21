import type { Db } from '../../database/open.ts';
import { GIVEN } from '../../database/statements/given.ts';

/** Transactions of a currency that are in one place of their life cycle. */
export interface TransactionCount {
  bankTransferLifeCycle: string;
  transactions: number;
  totalMinor: number;
}

/** What is counted over many transactions. */
export interface TransactionCounts {
  /** An organisation's of a currency; moments are `yyyy-MM-ddTHH:mm:ss`, both included. */
  byLifeCycle(tenantId: string, currency: string, from: string, to: string): TransactionCount[];
}

/** The counts over a database. */
export function transactionCountsOf(db: Db): TransactionCounts {
  const byLifeCycle = db.prepare<[string, string, string, string], TransactionCount>(
    `SELECT bank_transfer_life_cycle AS bankTransferLifeCycle, count(*) AS transactions,
       sum(amount_minor) AS totalMinor
     FROM payments WHERE tenant_id = ${GIVEN} AND currency = ${GIVEN} AND creation_date BETWEEN ${GIVEN} AND ${GIVEN}
     GROUP BY 1 ORDER BY 1`,
  );
  return { byLifeCycle: (...range) => byLifeCycle.all(...range) };
}
