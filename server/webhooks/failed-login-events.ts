import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Together } from '../database/commits/together.ts';
import type { Db } from '../database/open.ts';
import { isLocked } from '../http/patience.ts';
import { wanted } from './tables.ts';

/**
 * Failed logins as events (section 6: "including authentication events"). A try is written down
 * before it is answered, in the same way whether there is such a user or not, and becomes an event,
 * or nothing, apart from the login: so neither what a login answers nor when tells which e-mail
 * addresses have an account.
 */
export interface FailedLoginEvents {
  /**
   * Writes a try down durably, where anybody at all is told of anything.
   *
   * @param userId undefined where nobody has that e-mail address
   */
  note(userId: string | undefined): Promise<void>;
  /** Makes events of what was written down, for the organisations that want them. */
  tell(): Promise<void>;
}

/** Most tries that become events in one transaction. */
const AT_ONCE = 1000;

/** The failed logins of a database; whichever server over the file looks first tells of them. */
export function failedLoginEventsOf(db: Db, together: Together): FailedLoginEvents {
  const isAnybodyTold = db
    .prepare<[], 0 | 1>('SELECT EXISTS (SELECT 1 FROM webhook_endpoints)')
    .pluck();
  const note = db.prepare('INSERT INTO failed_logins (user_id) VALUES (?)');
  const last = db
    .prepare<[number], number | null>(
      'SELECT max(seq) FROM (SELECT seq FROM failed_logins ORDER BY seq LIMIT ?)',
    )
    .pluck();
  const announce = db.prepare(
    `INSERT INTO webhook_events (tenant_id, type, resource, occurred_at, data)
     SELECT u.tenant_id, 'login.failed', u.id, f.occurred_at, json_object('userId', u.id)
     FROM failed_logins f JOIN users u ON u.id = f.user_id
     WHERE f.seq <= ? AND EXISTS (SELECT 1 FROM webhook_endpoints e
       WHERE e.tenant_id = u.tenant_id AND ${wanted('e', "'login.failed'")})
     ORDER BY f.seq`,
  );
  const forget = db.prepare('DELETE FROM failed_logins WHERE seq <= ?');

  return {
    async note(userId) {
      if (isAnybodyTold.get() === 1) {
        await together(() => note.run(userId ?? randomUUID()));
      }
    },
    async tell() {
      if (last.get(1) === null) {
        return;
      }
      await together(() => {
        const seq = last.get(AT_ONCE) ?? 0;
        announce.run(seq);
        forget.run(seq);
      });
    },
  };
}

/** Tells of failed logins, one time after the other: what could not become an event yet is looked at again. */
export function tellerOf(events: FailedLoginEvents, logger: Logger) {
  let telling: Promise<void> | undefined;
  return {
    tell(): Promise<void> {
      telling ??= events
        .tell()
        .catch((error: unknown) => {
          if (!isLocked(error)) {
            logger.error({ err: error }, 'failed logins could not be made events');
          }
        })
        .finally(() => {
          telling = undefined;
        });
      return telling;
    },
    /** Resolves when nothing is being told. */
    async idle(): Promise<void> {
      await telling;
    },
  };
}
