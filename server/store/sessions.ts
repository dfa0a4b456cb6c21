import { randomUUID } from 'node:crypto';
import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';
import { untilWritten } from '../database/until-written.ts';
import { type Claims, opaqueToken, REFRESH_TOKEN_SECONDS, tokenHash } from '../tokens.ts';
import { USER_COLUMNS, type User } from './users.ts';

/** A session started by a login. */
export interface Session {
  id: string;
  refreshToken: string;
}

/** What became of a refresh token that was presented. */
export type Spending =
  | { outcome: 'rotated'; session: Session }
  /** Unknown, expired, of a session that has ended, or of another user. */
  | { outcome: 'refused' }
  /** It had been spent: somebody has a copy, so the session was ended (RFC 9700 4.14.2). */
  | { outcome: 'reused' };

/** Logins and what keeps them alive. Times are milliseconds since 1970. */
export interface Sessions {
  start(userId: string, now: number): Session;
  /** The user of an access token, unless it is revoked, its session has ended or he is disabled. */
  userOf(claims: Claims): User | undefined;
  /** Spends a refresh token of a user for the next one of the same session. */
  spend(refreshToken: string, userId: string, now: number): Spending;
  /** Ends a session: its refresh tokens and all its access tokens are dead. */
  end(sessionId: string, now: number): void;
  /** Revokes one access token by its id until it would have expired anyway. */
  revoke(jti: string, expiresAt: number, now: number): void;
}

/** The sessions of a database. */
export function sessionsOf(db: Db): Sessions {
  const start = db.prepare('INSERT INTO sessions VALUES (?, ?, ?, NULL)');
  const addRefresh = db.prepare('INSERT INTO refresh_tokens VALUES (?, ?, ?, NULL)');
  const userOf = db.prepare<[string, string, string], User>(
    `SELECT ${USER_COLUMNS} FROM sessions JOIN users ON users.id = sessions.user_id
     WHERE sessions.id = ${GIVEN} AND users.id = ${GIVEN} AND sessions.ended_at IS NULL
       AND users.disabled_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM revoked_tokens WHERE jti = ?)`,
  );
  const refresh = db.prepare<
    [Buffer],
    { sessionId: string; userId: string; expiresAt: number; spentAt: number | null; ended: 0 | 1 }
  >(
    `SELECT session_id AS sessionId, user_id AS userId, expires_at AS expiresAt,
       spent_at AS spentAt, ended_at IS NOT NULL AS ended
     FROM refresh_tokens JOIN sessions ON sessions.id = session_id WHERE hash = ${GIVEN}`,
  );
  const spend = db.prepare('UPDATE refresh_tokens SET spent_at = ? WHERE hash = ?');
  const end = db.prepare('UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL');
  const revoke = db.prepare('INSERT OR IGNORE INTO revoked_tokens VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM revoked_tokens WHERE expires_at < ?');

  const known = untilWritten<User>(db);

  const newRefresh = (id: string, now: number): Session => {
    const refreshToken = opaqueToken('refresh');
    addRefresh.run(tokenHash(refreshToken), id, now + REFRESH_TOKEN_SECONDS * 1000);
    return { id, refreshToken };
  };

  return {
    start: db.transaction((userId: string, now: number) => {
      const id = randomUUID();
      start.run(id, userId, now);
      return newRefresh(id, now);
    }),

    userOf({ sid, sub, jti }) {
      const key = `${sid} ${sub} ${jti}`;
      const remembered = known.get(key);
      if (remembered !== undefined) {
        return remembered;
      }
      const found = userOf.get(sid, sub, jti);
      if (found !== undefined) {
        known.set(key, found);
      }
      return found;
    },

    spend: db.transaction((refreshToken: string, userId: string, now: number): Spending => {
      const hash = tokenHash(refreshToken);
      const found = refresh.get(hash);
      if (found === undefined || found.userId !== userId) {
        return { outcome: 'refused' };
      }
      if (found.ended === 1 || now >= found.expiresAt) {
        return { outcome: 'refused' };
      }
      if (found.spentAt !== null) {
        end.run(now, found.sessionId);
        return { outcome: 'reused' };
      }
      spend.run(now, hash);
      return { outcome: 'rotated', session: newRefresh(found.sessionId, now) };
    }).immediate,

    end: (sessionId, now) => {
      end.run(now, sessionId);
    },

    revoke: db.transaction((jti: string, expiresAt: number, now: number) => {
      forget.run(now);
      revoke.run(jti, expiresAt);
    }),
  };
}
