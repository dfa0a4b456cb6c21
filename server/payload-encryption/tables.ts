/** Keys that bodies may be encrypted for (section 5.8); the last one made is the current one. */
export const PAYLOAD_KEY_TABLE = `
CREATE TABLE payload_keys (
  seq         INTEGER PRIMARY KEY,
  kid         TEXT NOT NULL UNIQUE,
  tenant_id   TEXT NOT NULL REFERENCES tenants,
  private_jwk TEXT NOT NULL CHECK (json_valid(private_jwk)),
  opens_until INTEGER
) STRICT;
`;

/** Its index. */
export const PAYLOAD_KEY_INDEX = `
CREATE INDEX payload_keys_of_tenant ON payload_keys (tenant_id, seq);
`;
