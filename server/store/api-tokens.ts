import { randomUUID } from 'node:crypto';
import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';
import { USER_COLUMNS, type User } from './users.ts';

/** A new API token; only the hash of the token itself is kept. Times: milliseconds since 1970. */
export interface NewApiToken {
  hash: Buffer;
  userId: string;
  name: string;
  createdAt: number;
  expiresAt: number;
}

/** A token as its owner sees it: never with its value, which is shown once. */
export type ApiToken = Omit<NewApiToken, 'hash' | 'userId'> & {
  id: string;
  /** When it was ended before its time, if it was. */
  revokedAt: number | null;
  rotatedAt: number | null;
  /** Up to a minute too early (see `server/http/authenticate.ts`). */
  lastUsedAt: number | null;
};

/** What a token gets in place of its value. */
export interface Rotation {
  hash: Buffer;
  expiresAt: number;
  /** Until when the value before works, too; not after now ends it at once, and all before it. */
  overlapUntil: number;
}

/** Long-lived tokens without a login (section 5.7). */
export interface ApiTokens {
  /** The token of a hash and its user, unless it is expired or revoked. */
  find(
    hash: Buffer,
    now: number,
  ): { id: string; lastUsedAt: number | null; user: User } | undefined;
  /** The user's tokens, those that have ended among them, the latest first. */
  ofUser(userId: string): ApiToken[];
  /** Whose token it is, whether it has ended or not. */
  ownerOf(id: string): string | undefined;
  /** Stores a token and returns its id. */
  add(token: NewApiToken): string;
  /** Gives a token another value; false when it has ended. */
  rotate(id: string, rotation: Rotation, now: number): boolean;
  /** Ends a token, which stays in the list. */
  revoke(id: string, now: number): void;
  /** Ends a token and forgets it. */
  delete(id: string): void;
  noteUse(id: string, now: number): void;
}

type Found = User & { tokenId: string; lastUsedAt: number | null };

/** The API tokens of a database. */
export function apiTokensOf(db: Db): ApiTokens {
  const COLUMNS = `${USER_COLUMNS}, api_tokens.id AS tokenId, last_used_at AS lastUsedAt`;
  const LIVE = `revoked_at IS NULL AND disabled_at IS NULL AND expires_at > ${GIVEN}`;
  const find = db.prepare<[Buffer, number], Found>(
    `SELECT ${COLUMNS} FROM api_tokens JOIN users ON users.id = api_tokens.user_id
     WHERE hash = ${GIVEN} AND ${LIVE}`,
  );
  const findRotated = db.prepare<[Buffer, number, number], Found>(
    `SELECT ${COLUMNS} FROM rotated_api_tokens AS rotated
       JOIN api_tokens ON api_tokens.id = rotated.api_token_id
       JOIN users ON users.id = api_tokens.user_id
     WHERE rotated.hash = ${GIVEN} AND works_until > ${GIVEN} AND ${LIVE}`,
  );
  const ofUser = db.prepare<[string], ApiToken>(
    `SELECT id, name, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt,
       rotated_at AS rotatedAt, last_used_at AS lastUsedAt
     FROM api_tokens WHERE user_id = ${GIVEN} ORDER BY rowid DESC`,
  );
  const ownerOf = db
    .prepare<[string], string>('SELECT user_id FROM api_tokens WHERE id = ?')
    .pluck();
  const add = db.prepare(
    `INSERT INTO api_tokens (id, hash, user_id, name, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const revoke = db.prepare('UPDATE api_tokens SET revoked_at = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM api_tokens WHERE id = ?');
  const noteUse = db.prepare('UPDATE api_tokens SET last_used_at = ? WHERE id = ?');
  const forget = db.prepare(
    'DELETE FROM rotated_api_tokens WHERE api_token_id = ? AND (works_until <= ? OR ?)',
  );
  const overlap = db.prepare(
    `INSERT INTO rotated_api_tokens SELECT hash, id, min(?, expires_at) FROM api_tokens
     WHERE id = ? AND revoked_at IS NULL AND expires_at > ?`,
  );
  const rotate = db.prepare(
    `UPDATE api_tokens SET hash = ?, expires_at = ?, rotated_at = ?
     WHERE id = ? AND revoked_at IS NULL AND expires_at > ?`,
  );
  return {
    find(hash, now) {
      const found = find.get(hash, now) ?? findRotated.get(hash, now, now);
      if (found === undefined) {
        return undefined;
      }
      const { tokenId, lastUsedAt, ...user } = found;
      return { id: tokenId, lastUsedAt, user };
    },
    ofUser: (userId) => ofUser.all(userId),
    ownerOf: (id) => ownerOf.get(id.toLowerCase()),
    add({ hash, userId, name, createdAt, expiresAt }) {
      const id = randomUUID();
      add.run(id, hash, userId, name, createdAt, expiresAt);
      return id;
    },
    rotate: db.transaction((id: string, rotation: Rotation, now: number): boolean => {
      const { hash, expiresAt, overlapUntil } = rotation;
      const overlaps = overlapUntil > now;
      forget.run(id, now, overlaps ? 0 : 1);
      if (overlaps) {
        overlap.run(overlapUntil, id, now);
      }
      return rotate.run(hash, expiresAt, now, id, now).changes === 1;
    }).immediate,
    revoke: (id, now) => {
      revoke.run(now, id);
    },
    delete: (id) => {
      remove.run(id);
    },
    noteUse: (id, now) => {
      noteUse.run(now, id);
    },
  };
}
