import type { Outcome } from './call.ts';
import type { Delivery, WebhookEndpoint } from './outbox.ts';

/** The body as Standard Webhooks has it; what is told late says so, where it is signed. */
export function bodyOf({ type, occurredAt, data, late }: Delivery): string {
  const timestamp = new Date(occurredAt).toISOString();
  return JSON.stringify({ type, timestamp, ...(late && { late: true }), data: JSON.parse(data) });
}

/** Those that sign now: the old one, too, for a while after a rotation. */
export function secretsOf(
  { secret, oldSecret, oldSecretUntil }: WebhookEndpoint,
  now: number,
): string[] {
  return oldSecret !== null && now < (oldSecretUntil ?? 0) ? [secret, oldSecret] : [secret];
}

/** Why an attempt failed, in words that hold nothing of what was received. */
export function problemOf(outcome: Outcome): string {
  if ('problem' in outcome) {
    return outcome.problem;
  }
  const isRedirect = outcome.status >= 300 && outcome.status < 400;
  return isRedirect ? 'redirects are not followed' : 'the answer was not 2xx';
}

/** Retry-After in milliseconds, where it is a number of seconds; else 0. */
export function retryAfterOf(outcome: Outcome): number {
  const text = 'status' in outcome ? (outcome.headers['retry-after'] ?? '') : '';
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : 0;
}
