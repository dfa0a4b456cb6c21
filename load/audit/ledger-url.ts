import { request } from 'undici';
import { UnavailableError } from '../../contract/errors.ts';
import { connectionProblem } from '../../target/connections/connection-problem.ts';
import { dispatchersOf } from '../../target/connections/dispatcher.ts';
import type { LoadTarget } from '../load-target.ts';
import type { Booked, Ledger, LedgerRow } from './audit-ledger.ts';

const TIMEOUT_MS = 60_000;

/**
 * The ledger behind the target file's `load.ledgerUrl`, read with the headers of the
 * states hook: a list of repayments, or an object with lists of `repayments` and `loanApplications`.
 */
export function ledgerOf(target: LoadTarget): Ledger | undefined {
  const { load, states } = target;
  const url = load?.ledgerUrl;
  if (url === undefined) {
    return undefined;
  }
  return async () => {
    const dispatcher = dispatchersOf(target)({ timeoutMs: TIMEOUT_MS });
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const headers = states.headers ?? {};
      const { statusCode, body } = await request(url, { headers, signal, dispatcher });
      const told = (await body.json()) as LedgerRow[] | Partial<Booked> | null;
      if (statusCode !== 200) {
        throw new Error(`it answered ${statusCode}`);
      }
      if (Array.isArray(told)) {
        return { repayments: told };
      }
      if (!Array.isArray(told?.repayments) || !Array.isArray(told.loanApplications ?? [])) {
        throw new Error('it answered neither a JSON list nor an object with lists');
      }
      return told as Booked;
    } catch (error) {
      const why = connectionProblem(error, url, target)?.message ?? (error as Error).message;
      throw new UnavailableError(`the ledger ${url} cannot be read: ${why}`);
    } finally {
      await dispatcher.destroy();
    }
  };
}
