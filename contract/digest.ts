import { hash } from 'node:crypto';
import { CAPABILITIES } from './capabilities.ts';
import { ENDPOINTS } from './endpoints.ts';
import { REGISTER } from './register/index.ts';
import { schemas } from './schemas.ts';

/**
 * SHA-256, in hex, over the schemas, the endpoint table, the capabilities and the register: two
 * runs with the same digest judged by the same rules. The order of keys does not count.
 */
export function contractDigest(): string {
  return digestOf({
    schemas,
    endpoints: ENDPOINTS,
    capabilities: CAPABILITIES,
    register: REGISTER,
  });
}

/** SHA-256, in hex, of a JSON value with the keys of its objects sorted. */
export function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value, sortKeys), 'hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
