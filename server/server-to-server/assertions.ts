import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Clock } from '../dependencies.ts';
import { callOnce } from '../webhooks/call.ts';
import type { Dispatcher } from '../webhooks/dispatcher.ts';
import type { ServiceClient } from './service-clients.ts';

/** Signatures that are taken: those of the FAPI 2.0 security profile (5.4.1). */
const ALGORITHMS = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** How old an assertion may be, in seconds; it is made for one request. */
export const MOST_AGE = 300;

/** How far clocks may differ, in seconds (FAPI 2.0, 5.3.2.1). */
const SKEW = 10;

/** How long a set of keys that is elsewhere is kept, and how soon it may be asked for again. */
const KEPT = 60_000;
const COOLDOWN = 10_000;

/** How long whoever has the keys may take, in milliseconds. */
const TIME_LIMIT = 5000;

/** Most sets of keys that are kept. */
const MOST_SETS = 1000;

/** What a good assertion says. */
export interface Assertion {
  jti: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Whom an assertion must name as its audience: the client's organisation at this server. */
export function audienceOf({ tenantId }: Pick<ServiceClient, 'tenantId'>): string {
  return `urn:assay:organisation:${tenantId}`;
}

/**
 * Who says to have made an assertion, before anything of it is believed.
 *
 * @throws JOSEError when it is no JWT
 */
export function issuerOf(assertion: string): string {
  return String(decodeJwt(assertion).iss);
}

/** Verifies assertions (RFC 7523 3), with the keys of their clients. */
export function assertions({ clock, calls }: { clock: Clock; calls: Dispatcher }) {
  const remote = new Map<string, JWTVerifyGetKey>();

  const keysAt = (uri: string): JWTVerifyGetKey => {
    const known = remote.get(uri);
    if (known !== undefined) {
      return known;
    }
    const keys = createRemoteJWKSet(new URL(uri), {
      cacheMaxAge: KEPT,
      cooldownDuration: COOLDOWN,
      timeoutDuration: TIME_LIMIT,
      // Where a client's keys are is as little to be trusted as where its webhooks go.
      [customFetch]: async (url, { signal }) => {
        const { addresses, resolve } = calls;
        const call = { url, method: 'GET' as const, headers: { accept: 'application/json' } };
        const options = { addresses, resolve, timeLimit: TIME_LIMIT, signal };
        const outcome = await callOnce(call, options);
        return 'status' in outcome && outcome.status === 200
          ? new Response(outcome.text)
          : new Response(null, { status: 502 });
      },
    });
    if (remote.size >= MOST_SETS) {
      remote.clear();
    }
    remote.set(uri, keys);
    return keys;
  };

  return {
    /**
     * What an assertion of this client says.
     *
     * @throws JOSEError when it is not signed by a key of the client, or says what it must not
     */
    async verify(assertion: string, client: ServiceClient): Promise<Assertion> {
      const keys = client.jwks === null ? keysAt(client.jwksUri) : createLocalJWKSet(client.jwks);
      const { payload } = await jwtVerify<JWTPayload & Assertion>(assertion, keys, {
        algorithms: ALGORITHMS,
        issuer: client.id,
        subject: client.userId,
        audience: audienceOf(client),
        requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'jti'],
        maxTokenAge: MOST_AGE,
        clockTolerance: SKEW,
        currentDate: new Date(clock.now()),
      });
      return payload;
    },
  };
}
