import { createHash } from 'node:crypto';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { REGISTER } from '../../contract/register/index.ts';
import { schemas } from '../../contract/schemas.ts';

/**
 * What a run was held against, as one value: the SHA-256, in hex, of the register, the endpoint
 * table and the schemas. Two reports with the same digest judged by the same rules.
 */
export function contractDigest(): string {
  const contract = JSON.stringify({ register: REGISTER, endpoints: ENDPOINTS, schemas });
  return createHash('sha256').update(contract).digest('hex');
}
