import type { Tenant } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';

/** The organisations on the platform. */
export interface Tenants {
  byId(id: string): Tenant | undefined;
}

/** The tenants of a database. */
export function tenantsOf(db: Db): Tenants {
  const byId = db.prepare<[string], Omit<Tenant, 'currencies'> & { currencies: string }>(
    'SELECT id, name, country, currencies FROM tenants WHERE id = ?',
  );
  return {
    byId(id) {
      const row = byId.get(id);
      return row && { ...row, currencies: JSON.parse(row.currencies) as string[] };
    },
  };
}
