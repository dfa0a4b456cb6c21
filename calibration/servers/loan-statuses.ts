import type { LoanStatus } from '../../contract/values/records.ts';
import type { LayerContext } from './exchange-layer.ts';

/** Puts an application into a status, however it got there. */
export function put({ db }: Pick<LayerContext, 'db'>, id: string, status: LoanStatus): void {
  db.prepare('UPDATE loan_applications SET loan_status = ? WHERE id = ?').run(status, id);
}
