import { fromMinor } from '../../contract/values/currencies.ts';
import type { Portfolio } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';

/** The investments of customers (section 2.6). */
export interface Portfolios {
  /** A page of a customer's portfolios, the latest start first. */
  list(userId: string, page: { limit: number; offset: number }): Portfolio[];
  count(userId: string): number;
}

/** The portfolios of a database. */
export function portfoliosOf(db: Db): Portfolios {
  const list = db.prepare<[string, number, number], Portfolio>(
    `SELECT id, tenant_id AS tenantId, user_id AS userId, product_id AS productId,
       product_name AS productName, currency, amount_invested_minor AS amountInvestedMinor,
       total_payable_minor AS totalPayableMinor, interest_basis_points AS interestBasisPoints,
       tenor_days AS tenorDays, start_date AS startDate, maturity_date AS maturityDate, status
     FROM portfolios WHERE user_id = ${GIVEN} ORDER BY start_date DESC, rowid DESC
     LIMIT ${GIVEN} OFFSET ${GIVEN}`,
  );
  const count = db
    .prepare<[string], number>('SELECT count(*) FROM portfolios WHERE user_id = ?')
    .pluck();
  return {
    list: (userId, { limit, offset }) => list.all(userId.toLowerCase(), limit, offset),
    count: (userId) => Number(count.get(userId.toLowerCase())),
  };
}

/** A portfolio as we answer it: section 2.6 names what it tells, the field names are ours. */
export function portfolioAnswer(portfolio: Portfolio) {
  return {
    portfolioId: portfolio.id,
    customerId: portfolio.userId,
    productId: portfolio.productId,
    productName: portfolio.productName,
    currency: portfolio.currency,
    amountInvested: fromMinor(portfolio.amountInvestedMinor, portfolio.currency),
    totalPayable: fromMinor(portfolio.totalPayableMinor, portfolio.currency),
    /** Percent a year. */
    interestRate: portfolio.interestBasisPoints / 100,
    tenorDays: portfolio.tenorDays,
    startDate: portfolio.startDate,
    maturityDate: portfolio.maturityDate,
    status: portfolio.status.toUpperCase(),
  };
}
