import type { JSONWebKeySet } from 'jose';
import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';

/** A set of public keys, or where it is. */
export type KeySource = { jwks: JSONWebKeySet; jwksUri: null } | { jwks: null; jwksUri: string };

/** A server that acts for a user. `createdAt` is milliseconds since 1970. */
export type ServiceClient = {
  id: string;
  userId: string;
  /** The organisation of the user. */
  tenantId: string;
  name: string;
  createdAt: number;
} & KeySource;

/** Servers that get tokens by assertions (section 5.8). */
export interface ServiceClients {
  add(client: Omit<ServiceClient, 'tenantId'>): void;
  /** Nobody's who is disabled. */
  find(id: string): ServiceClient | undefined;
  ofUser(userId: string): ServiceClient[];
  changeKeys(id: string, source: KeySource): void;
  /** The sessions that it began, to be ended when it is removed. */
  sessionsOf(id: string): string[];
  remove(id: string): void;
  /** Notes that an assertion was used; false where it was used before. */
  use(id: string, jti: string, expiresAt: number, now: number): boolean;
  began(id: string, sessionId: string): void;
}

type Row = Omit<ServiceClient, 'jwks'> & { jwks: string | null };

/** The service clients of a database. */
export function serviceClientsOf(db: Db): ServiceClients {
  const select = `SELECT c.id, c.user_id AS userId, u.tenant_id AS tenantId, c.name, c.jwks,
      c.jwks_uri AS jwksUri, c.created_at AS createdAt
    FROM service_clients c JOIN users u ON u.id = c.user_id AND u.disabled_at IS NULL`;
  const add = db.prepare('INSERT INTO service_clients VALUES (?, ?, ?, ?, ?, ?)');
  const find = db.prepare<[string], Row>(`${select} WHERE c.id = ${GIVEN}`);
  const ofUser = db.prepare<[string], Row>(`${select} WHERE c.user_id = ${GIVEN} ORDER BY c.rowid`);
  const changeKeys = db.prepare('UPDATE service_clients SET jwks = ?, jwks_uri = ? WHERE id = ?');
  const sessionsOf = db
    .prepare<[string], string>('SELECT session_id FROM service_sessions WHERE client_id = ?')
    .pluck();
  const remove = db.prepare('DELETE FROM service_clients WHERE id = ?');
  const forget = db.prepare('DELETE FROM used_assertions WHERE expires_at < ?');
  const use = db.prepare('INSERT OR IGNORE INTO used_assertions VALUES (?, ?, ?)');
  const began = db.prepare('INSERT INTO service_sessions VALUES (?, ?)');
  return {
    add({ id, userId, name, createdAt, jwks, jwksUri }) {
      add.run(id, userId, name, jwks && JSON.stringify(jwks), jwksUri, createdAt);
    },
    find: (id) => {
      const row = find.get(id);
      return row && read(row);
    },
    ofUser: (userId) => ofUser.all(userId).map(read),
    changeKeys(id, { jwks, jwksUri }) {
      changeKeys.run(jwks && JSON.stringify(jwks), jwksUri, id);
    },
    sessionsOf: (id) => sessionsOf.all(id) as string[],
    remove: (id) => {
      remove.run(id);
    },
    use(id, jti, expiresAt, now) {
      forget.run(now);
      return use.run(id, jti, expiresAt).changes === 1;
    },
    began: (id, sessionId) => {
      began.run(sessionId, id);
    },
  };
}

function read({ jwks, jwksUri, ...rest }: Row): ServiceClient {
  return jwks === null
    ? { ...rest, jwks: null, jwksUri: String(jwksUri) }
    : { ...rest, jwks: JSON.parse(jwks) as JSONWebKeySet, jwksUri: null };
}
