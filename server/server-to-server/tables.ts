/**
 * Servers that act for a user (section 5.8): their public keys, as a set or where to find it; the
 * sessions they began, which end with them; and the assertions they have used.
 */
export const SERVICE_CLIENT_TABLES = `
CREATE TABLE service_clients (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users,
  name       TEXT NOT NULL,
  jwks       TEXT CHECK (jwks IS NULL OR json_valid(jwks)),
  jwks_uri   TEXT,
  created_at INTEGER NOT NULL,
  CHECK ((jwks IS NULL) <> (jwks_uri IS NULL))
) STRICT;

CREATE TABLE service_sessions (
  session_id TEXT PRIMARY KEY REFERENCES sessions,
  client_id  TEXT NOT NULL REFERENCES service_clients ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE used_assertions (
  client_id  TEXT NOT NULL REFERENCES service_clients ON DELETE CASCADE,
  jti        TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, jti)
) STRICT, WITHOUT ROWID;
`;

/** Their indexes. */
export const SERVICE_CLIENT_INDEXES = `
CREATE INDEX service_clients_of_user ON service_clients (user_id);
CREATE INDEX service_sessions_of_client ON service_sessions (client_id);
CREATE INDEX used_assertions_by_expiry ON used_assertions (expires_at);
`;
