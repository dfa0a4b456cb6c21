import type { Context, Hono } from 'hono';
import { errors } from 'jose';
import { TOKEN_ENDPOINT } from '../../contract/extensions/server-to-server.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { readText } from '../http/body.ts';
import { patiently } from '../http/patience.ts';
import { Refusal } from '../http/refusal.ts';
import { assertions, issuerOf, MOST_AGE } from './assertions.ts';
import type { ServiceClient } from './service-clients.ts';

/** The grant of RFC 7523 2.1. */
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Longer ones are not looked at. */
const LONGEST_JTI = 255;

/**
 * Extension, section 5.8: an access token for an assertion of a service client (RFC 7523 2.1). It is
 * that of a session of the client's user, lives as long as any other, and is not refreshed (RFC 7521
 * 4.1). Each assertion is good once.
 */
export function addTokenEndpoint(app: Hono<AppEnv>, dependencies: Dependencies): void {
  const { store, clock, tokens, webhooks } = dependencies;
  const { verify } = assertions({ clock, calls: webhooks });

  app.post(
    TOKEN_ENDPOINT.path,
    patiently(async (c) => {
      const assertion = await assertionOf(c);
      const client = clientOf(assertion, store.serviceClients.find);
      const { jti, exp } = await verified(verify(assertion, client));
      if (typeof jti !== 'string' || jti === '' || jti.length > LONGEST_JTI) {
        throw wrongGrant();
      }
      const now = clock.now();
      const session = store.transaction(() => {
        // It may have been removed while its keys were asked for.
        if (store.serviceClients.find(client.id) === undefined) {
          throw wrongGrant();
        }
        // One that lives longer than it may be old need not be remembered longer.
        const until = Math.min(exp * 1000, now + 2 * MOST_AGE * 1000);
        if (!store.serviceClients.use(client.id, jti, until, now)) {
          throw wrongGrant();
        }
        const begun = store.sessions.start(client.userId, now);
        store.serviceClients.began(client.id, begun.id);
        return begun;
      });
      return answer(c, {
        access_token: tokens.issue(client.userId, session.id, now, client.id),
        token_type: 'Bearer',
        expires_in: tokens.lifetime,
      });
    }),
  );
}

async function assertionOf(c: Context<AppEnv>): Promise<string> {
  const form = new URLSearchParams(await readText(c));
  const grants = form.getAll('grant_type');
  const [assertion, ...others] = form.getAll('assertion');
  if (grants.length !== 1 || assertion === undefined || others.length > 0) {
    const message = 'a form must have grant_type and assertion, each once';
    throw new Refusal(400, message, oauth('invalid_request', message));
  }
  if (grants[0] !== GRANT) {
    const message = `the grant_type must be ${GRANT}`;
    throw new Refusal(400, message, oauth('unsupported_grant_type', message));
  }
  return assertion;
}

function clientOf(
  assertion: string,
  find: (id: string) => ServiceClient | undefined,
): ServiceClient {
  let client: ServiceClient | undefined;
  try {
    client = find(issuerOf(assertion));
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) {
      throw error;
    }
  }
  if (client === undefined) {
    throw wrongGrant();
  }
  return client;
}

async function verified<T>(verifying: Promise<T>): Promise<T> {
  try {
    return await verifying;
  } catch (error) {
    // jose says by TypeError that a key cannot be used.
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw wrongGrant();
    }
    throw error;
  }
}

/** One for all that is wrong with an assertion: what exactly helps only an attacker. */
function wrongGrant(): Refusal {
  const message = 'the assertion is invalid, expired, used before, or of an unknown client';
  return new Refusal(400, message, oauth('invalid_grant', message));
}

/** An error of RFC 6749 5.2, beside our own form. */
function oauth(error: string, error_description: string) {
  return { error, error_description };
}
