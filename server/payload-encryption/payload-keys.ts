import type { JWK } from 'jose';
import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';

/** A key pair of an organisation. `opensUntil` is milliseconds since 1970, null for the current. */
export interface PayloadKey {
  kid: string;
  tenantId: string;
  privateJwk: JWK;
  opensUntil: number | null;
}

/** The keys that bodies may be encrypted for (section 5.8). */
export interface PayloadKeys {
  /** Makes a key the current one; the earlier one opens until then, and what opens no more goes. */
  rotate(key: Omit<PayloadKey, 'opensUntil'>, earlierUntil: number, now: number): void;
  /** A key, unless it is retired; an old one may have opened its last. */
  find(kid: string): PayloadKey | undefined;
  /** Those that open still, the current one first. */
  ofTenant(tenantId: string, now: number): PayloadKey[];
  retire(kid: string): void;
}

type Row = Omit<PayloadKey, 'privateJwk'> & { privateJwk: string };

/** The payload keys of a database. */
export function payloadKeysOf(db: Db): PayloadKeys {
  const select = `SELECT kid, tenant_id AS tenantId, private_jwk AS privateJwk,
    opens_until AS opensUntil FROM payload_keys`;
  const supersede = db.prepare(
    'UPDATE payload_keys SET opens_until = ? WHERE tenant_id = ? AND opens_until IS NULL',
  );
  const forget = db.prepare('DELETE FROM payload_keys WHERE tenant_id = ? AND opens_until <= ?');
  const add = db.prepare('INSERT INTO payload_keys (kid, tenant_id, private_jwk) VALUES (?, ?, ?)');
  const find = db.prepare<[string], Row>(`${select} WHERE kid = ?`);
  const ofTenant = db.prepare<[string, number], Row>(
    `${select} WHERE tenant_id = ${GIVEN} AND (opens_until IS NULL OR opens_until > ${GIVEN}) ORDER BY seq DESC`,
  );
  const retire = db.prepare('DELETE FROM payload_keys WHERE kid = ?');
  return {
    rotate: db.transaction((key: Omit<PayloadKey, 'opensUntil'>, until: number, now: number) => {
      forget.run(key.tenantId, now);
      supersede.run(until, key.tenantId);
      add.run(key.kid, key.tenantId, JSON.stringify(key.privateJwk));
    }).immediate,
    find: (kid) => {
      const row = find.get(kid);
      return row && read(row);
    },
    ofTenant: (tenantId, now) => ofTenant.all(tenantId, now).map(read),
    retire: (kid) => {
      retire.run(kid);
    },
  };
}

function read(row: Row): PayloadKey {
  return { ...row, privateJwk: JSON.parse(row.privateJwk) as JWK };
}
