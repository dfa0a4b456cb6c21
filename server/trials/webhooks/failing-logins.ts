import type { Pool } from 'undici';
import { pathOf } from '../../../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import type { Db } from '../../database/open.ts';

/** The one password that the server of a trial takes as wrong. */
export const WRONG_PASSWORD = 'wrong';

/** Logins that fail, and whether each was told of: all that were answered, and none that was not tried. */
export interface FailingLogins {
  /** Tries one; resolves when it is answered, or the server is gone. */
  send(pool: Pool): Promise<void>;
  /** Whether there are as many events as there may be, in one line where there are not. */
  judge(db: Db): string[];
  readonly answered: number;
}

/** Those of a user of the organisation that is told, who does nothing else in a trial. */
export function failingLogins(): FailingLogins {
  const { email } = STANDARD_LOGINS.agent;
  let sent = 0;
  let answered = 0;
  return {
    async send(pool) {
      sent += 1;
      try {
        const answer = await pool.request({
          ...{ method: 'PUT', path: pathOf('login') },
          body: JSON.stringify({ email, currentPassword: WRONG_PASSWORD }),
        });
        await answer.body.dump();
        answered += answer.statusCode === 401 ? 1 : 0;
      } catch {
        // The server was killed: it may have written it down, or not.
      }
    },
    judge(db) {
      const events = db
        .prepare<[], number>("SELECT count(*) FROM webhook_events WHERE type = 'login.failed'")
        .pluck()
        .get() as number;
      return events >= answered && events <= sent
        ? []
        : [`${events} events tell of failed logins; ${sent} were sent, ${answered} answered`];
    },
    get answered() {
      return answered;
    },
  };
}
