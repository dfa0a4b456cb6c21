import { request } from 'undici';
import { UnavailableError } from '../contract/errors.ts';
import type { Ledger, LedgerRow } from './audit-ledger.ts';
import type { LoadTarget } from './load-target.ts';

const TIMEOUT_MS = 60_000;

/** The ledger behind the target file's `load.ledgerUrl`, read with the headers of the states hook. */
export function ledgerOf({ load, states }: LoadTarget): Ledger | undefined {
  const url = load?.ledgerUrl;
  if (url === undefined) return undefined;
  return async () => {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { statusCode, body } = await request(url, { headers: states.headers ?? {}, signal });
      const rows = await body.json();
      if (statusCode === 200 && Array.isArray(rows)) return rows as LedgerRow[];
      throw new Error(`it answered ${statusCode}, not a JSON list`);
    } catch (error) {
      throw new UnavailableError(`the ledger ${url} cannot be read: ${(error as Error).message}`);
    }
  };
}
