import type { LoanProduct } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';

/** The loans that the organisations offer. */
export interface LoanProducts {
  /** A product of a tenant; another tenant's is as if it did not exist. */
  ofTenant(id: string, tenantId: string): LoanProduct | undefined;
  /** All products of a tenant, by name. */
  allOf(tenantId: string): LoanProduct[];
  /** A product of a tenant that is collected in this way. */
  collectedBy(collection: LoanProduct['collection'], tenantId: string): LoanProduct | undefined;
}

const COLUMNS = `id, tenant_id AS tenantId, product_name AS productName, currency,
  min_amount_minor AS minAmountMinor, max_amount_minor AS maxAmountMinor,
  interest_basis_points AS interestBasisPoints, duration_unit AS durationUnit,
  min_duration AS minDuration, max_duration AS maxDuration, collection`;

/** The loan products of a database. */
export function loanProductsOf(db: Db): LoanProducts {
  const ofTenant = db.prepare<[string, string], LoanProduct>(
    `SELECT ${COLUMNS} FROM loan_products WHERE id = ? AND tenant_id = ?`,
  );
  const collectedBy = db.prepare<[string, string], LoanProduct>(
    `SELECT ${COLUMNS} FROM loan_products WHERE collection = ${GIVEN} AND tenant_id = ${GIVEN} ORDER BY id`,
  );
  const allOf = db.prepare<[string], LoanProduct>(
    `SELECT ${COLUMNS} FROM loan_products WHERE tenant_id = ${GIVEN} ORDER BY product_name, id`,
  );
  return {
    allOf: (tenantId) => allOf.all(tenantId),
    ofTenant: (id, tenantId) => ofTenant.get(id.toLowerCase(), tenantId),
    collectedBy: (collection, tenantId) => collectedBy.get(collection, tenantId),
  };
}
