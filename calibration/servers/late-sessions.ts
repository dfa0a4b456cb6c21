import type { Layer } from './exchange-layer.ts';
import { objectOf } from './requests.ts';
import { sentToken } from './tokens.ts';

/** Logins of a user before those whose sessions are late: the run's own session and its renewal. */
const LOGINS_BEFORE = 2;

/**
 * Goes wrong for sessions that a user began late, and for what became of them by refreshes: a run whose
 * sessions are all of a kind is shown nothing by a comparison of two of them.
 */
export function onLateSessions(wrong: Layer): Layer {
  return async (request, next, context) => {
    const { memory, endpoint } = context;
    const isLate = memory.has(`late ${sentToken(request)?.token}`);
    const response = await (isLate ? wrong(request, next, context) : next(request));
    const given = objectOf(response.body)?.access_token;
    if (endpoint === 'login' && typeof given === 'string') {
      const slot = `logins of ${String(objectOf(request.body)?.email).toLowerCase()}`;
      const logins = Number(memory.get(slot) ?? 0) + 1;
      memory.set(slot, logins);
      if (logins > LOGINS_BEFORE) {
        memory.set(`late ${given}`, true);
      }
    }
    if (endpoint === 'refresh' && isLate && typeof given === 'string') {
      memory.set(`late ${given}`, true);
    }
    return response;
  };
}
