import { createHmac, randomBytes } from 'node:crypto';

/** What marks a secret of Standard Webhooks. */
const PREFIX = 'whsec_';

/** A new secret of an endpoint: 32 random bytes (Standard Webhooks asks for 24 to 64). */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/** What is signed and sent. */
export interface Message {
  id: string;
  /** Seconds since 1970, of the attempt. */
  timestamp: number;
  body: string;
}

/**
 * The headers by which a receiver knows who sent a message, and that it is fresh: `webhook-id`,
 * `webhook-timestamp` and `webhook-signature` (Standard Webhooks 1.0.0, symmetric). One signature
 * for each secret, so that a receiver may change to a new one when it likes.
 */
export function signatureHeaders(
  { id, timestamp, body }: Message,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
