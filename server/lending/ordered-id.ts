import { randomUUID } from 'node:crypto';

/**
 * A new UUID of version 7 (RFC 9562 5.7): the milliseconds since 1970, then 74 random bits. Rows that
 * come one after the other lie beside each other in the index of their ids, where random ones would
 * each write another page of it.
 */
export function orderedId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
