import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { notFound } from '../http/refusal.ts';
import type { GuardedRoute } from '../routes/route.ts';
import { ALGORITHMS } from './open-payload.ts';
import type { PayloadKey } from './payload-keys.ts';

/** How long an earlier key opens, in milliseconds: who has fetched it needs time to fetch again. */
const OVERLAP = 24 * 3600 * 1000;

/** Extension, section 5.8: the public keys of the caller's organisation, as a JWK Set has them. */
export function listPayloadKeys({ store, clock }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const keys = store.payloadKeys.ofTenant(user.tenantId, clock.now()).map(shown);
    return answer(c, { status: 'SUCCESS', data: { keys } });
  };
}

/** Extension: makes a new current key; what was encrypted for earlier ones is opened for a day. */
export function rotatePayloadKey({ store, clock }: Dependencies): GuardedRoute {
  return async (c, { user: { tenantId } }) => {
    const options = { crv: 'P-256', extractable: true };
    const { privateKey } = await generateKeyPair(ALGORITHMS.key, options);
    const key = { kid: randomUUID(), tenantId, privateJwk: await exportJWK(privateKey) };
    const now = clock.now();
    store.payloadKeys.rotate(key, now + OVERLAP, now);
    return answer(c, { status: 'SUCCESS', data: shown(key) }, 201);
  };
}

/** Extension: retires a key at once, the current one, too. */
export function retirePayloadKey({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const found = store.payloadKeys.find(c.req.param('id') ?? '');
    if (found === undefined) {
      throw notFound('there is no such payload key');
    }
    // It is the organisation's, whoever made it.
    const owner = { userId: '', tenantId: found.tenantId };
    permitReach(user, 'retire-payload-key', owner, 'the payload key');
    store.payloadKeys.retire(found.kid);
    return answer(c, { status: 'SUCCESS', message: 'the payload key is retired' });
  };
}

/** The public part. */
function shown({ kid, privateJwk: { kty, crv, x, y } }: Omit<PayloadKey, 'opensUntil'>) {
  return { kid, kty, crv, x, y, use: 'enc', alg: ALGORITHMS.key };
}
