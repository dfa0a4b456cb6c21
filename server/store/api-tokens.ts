import { randomUUID } from 'node:crypto';
import type { Db } from '../database/open.ts';
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
export type ApiToken = Omit<NewApiToken, 'hash' | 'userId'> & { id: string };

/** Long-lived tokens without a login (section 5.7). */
export interface ApiTokens {
  /** The token of a hash and its user, unless it is expired or revoked. */
  find(hash: Buffer, now: number): { id: string; user: User } | undefined;
  /** The user's tokens that are not revoked, the latest first. */
  ofUser(userId: string): ApiToken[];
  /** Whose token it is, also when it is revoked. */
  ownerOf(id: string): string | undefined;
  /** Stores a token and returns its id. */
  add(token: NewApiToken): string;
  revoke(id: string, now: number): void;
}

/** The API tokens of a database. */
export function apiTokensOf(db: Db): ApiTokens {
  const find = db.prepare<[Buffer, number], User & { tokenId: string }>(
    `SELECT ${USER_COLUMNS}, api_tokens.id AS tokenId
     FROM api_tokens JOIN users ON users.id = api_tokens.user_id
     WHERE hash = ? AND revoked_at IS NULL AND expires_at > ?`,
  );
  const ofUser = db.prepare<[string], ApiToken>(
    `SELECT id, name, created_at AS createdAt, expires_at AS expiresAt FROM api_tokens
     WHERE user_id = ? AND revoked_at IS NULL ORDER BY rowid DESC`,
  );
  const ownerOf = db
    .prepare<[string], string>('SELECT user_id FROM api_tokens WHERE id = ?')
    .pluck();
  const add = db.prepare('INSERT INTO api_tokens VALUES (?, ?, ?, ?, ?, ?, NULL)');
  const revoke = db.prepare('UPDATE api_tokens SET revoked_at = ? WHERE id = ?');
  return {
    find(hash, now) {
      const found = find.get(hash, now);
      if (found === undefined) {
        return undefined;
      }
      const { tokenId, ...user } = found;
      return { id: tokenId, user };
    },
    ofUser: (userId) => ofUser.all(userId),
    ownerOf: (id) => ownerOf.get(id),
    add({ hash, userId, name, createdAt, expiresAt }) {
      const id = randomUUID();
      add.run(id, hash, userId, name, createdAt, expiresAt);
      return id;
    },
    revoke: (id, now) => {
      revoke.run(now, id);
    },
  };
}
