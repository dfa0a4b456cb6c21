import type { Context } from 'hono';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { sha256 } from '../digest.ts';
import { answerJson } from './answer.ts';
import type { Caller } from './authenticate.ts';
import { headerOf } from './header.ts';
import { Refusal } from './refusal.ts';

/** How long a key is remembered, in milliseconds: 24 hours, as Stripe and UK Open Banking do. */
export const KEY_LIFETIME = 24 * 3600 * 1000;

/**
 * Runs an effect once per user, endpoint and x-idempotency-key, and answers a repeat with the
 * stored answer (IETF draft-ietf-httpapi-idempotency-key-header).
 *
 * Looking the key up, the effect and storing its answer are one transaction (a savepoint of one that
 * others share) under the write lock: after a crash either all of it is there or nothing, and of
 * repeats at the same moment the second comes after the first and gets the stored answer. An effect
 * that throws a Refusal changes and stores nothing, so the request can be mended and sent again under
 * its key.
 *
 * @param body the validated body, or null where the endpoint has none
 * @throws Refusal 422 when the key was used with another path, query or body
 */
export async function answerOnce(
  c: Context<AppEnv>,
  { store, clock }: Dependencies,
  caller: Caller,
  endpoint: EndpointName,
  body: unknown,
  effect: () => unknown,
): Promise<Response> {
  const key = headerOf(c, 'x-idempotency-key') ?? '';
  const fingerprint = fingerprintOf(c, body);
  const now = clock.now();
  const oldest = now - KEY_LIFETIME - (clock.ahead?.() ?? 0);

  const text = await store.together(() => {
    const slot = { userId: caller.user.id, endpoint, key };
    const earlier = store.idempotency.find(slot, oldest);
    if (earlier === undefined) {
      const made = JSON.stringify(effect());
      store.idempotency.remember(slot, { fingerprint, answer: made }, now);
      store.idempotency.forget(oldest);
      return made;
    }
    if (!fingerprint.equals(earlier.fingerprint)) {
      throw new Refusal(422, 'the x-idempotency-key was used for another request');
    }
    return earlier.answer;
  });
  return answerJson(c, text);
}

/**
 * A digest of what was asked: path, query and body. The order of an object's fields says nothing in
 * JSON (RFC 8259 4), so it changes nothing here.
 */
function fingerprintOf(c: Context<AppEnv>, body: unknown): Buffer {
  const { url, path } = c.req;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return sha256(JSON.stringify([path, query, sorted(body)]));
}

/**
 * Fields of which `__proto__` is one like any other. A class, since V8 makes a slow dictionary of what
 * `Object.create(null)` gives.
 */
class Fields {
  [name: string]: unknown;
}
Object.setPrototypeOf(Fields.prototype, null);

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  const fields = new Fields();
  for (const name of Object.keys(value).sort()) {
    fields[name] = sorted((value as Record<string, unknown>)[name]);
  }
  return fields;
}
