import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { importJWK, type JSONWebKeySet } from 'jose';
import { SERVER_TO_SERVER } from '../../contract/extensions/server-to-server.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Operation } from '../authorization/rights.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import type { Caller } from '../http/authenticate.ts';
import { conflict, invalid, notFound } from '../http/refusal.ts';
import { bodyLike } from '../http/validation.ts';
import type { GuardedRoute } from '../routes/route.ts';
import { addressOf } from '../webhooks/call.ts';
import type { Dispatcher } from '../webhooks/dispatcher.ts';
import { audienceOf } from './assertions.ts';
import type { KeySource, ServiceClient } from './service-clients.ts';

/** Most servers that act for one user. */
const MOST_CLIENTS = 20;

/** How long a registration waits for DNS, in milliseconds. */
const LOOK_UP = 5000;

/** Of a JWK, what must not leave its owner (RFC 7518 6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

type Keys = { jwks?: JSONWebKeySet; jwksUri?: string };

/** Extension, section 5.8: registers a server that acts for the caller. */
export function createServiceClient({ store, clock, webhooks }: Dependencies): GuardedRoute {
  const body = bodyLike<Keys & { name: string }>(
    SERVER_TO_SERVER['create-service-client'].request.schema,
  );
  return async (c, { user }) => {
    const { name, ...keys } = await body(c);
    const source = await sourceOf(keys, webhooks);
    const [id, createdAt] = [randomUUID(), clock.now()];
    const client = { id, userId: user.id, name, createdAt, ...source };
    store.transaction(() => {
      if (store.serviceClients.ofUser(user.id).length >= MOST_CLIENTS) {
        throw conflict(`a user has at most ${MOST_CLIENTS} service clients`);
      }
      store.serviceClients.add(client);
    });
    const data = shown({ ...client, tenantId: user.tenantId });
    return answer(c, { status: 'SUCCESS', data }, 201);
  };
}

/** Extension: the servers that act for the caller. */
export function listServiceClients({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const serviceClients = store.serviceClients.ofUser(user.id).map(shown);
    return answer(c, { status: 'SUCCESS', data: { serviceClients } });
  };
}

/** Extension: other keys in place of a server's; to rotate, first both, then the new one alone. */
export function changeServiceClientKeys({ store, webhooks }: Dependencies): GuardedRoute {
  const body = bodyLike<Keys>(SERVER_TO_SERVER['change-service-client-keys'].request.schema);
  return async (c, caller) => {
    const client = ownClient(c, store, caller, 'change-service-client-keys');
    const source = await sourceOf(await body(c), webhooks);
    store.serviceClients.changeKeys(client.id, source);
    const { id, userId, tenantId, name, createdAt } = client;
    const data = shown({ id, userId, tenantId, name, createdAt, ...source });
    return answer(c, { status: 'SUCCESS', data });
  };
}

/** Extension: removes a server, and ends its sessions: its tokens are refused at once. */
export function removeServiceClient({ store, clock }: Dependencies): GuardedRoute {
  return (c, caller) => {
    const { id } = ownClient(c, store, caller, 'remove-service-client');
    store.transaction(() => {
      for (const session of store.serviceClients.sessionsOf(id)) {
        store.sessions.end(session, clock.now());
      }
      store.serviceClients.remove(id);
    });
    return answer(c, { status: 'SUCCESS', message: 'the service client is removed' });
  };
}

function ownClient(
  c: Context<AppEnv>,
  store: Dependencies['store'],
  { user }: Caller,
  operation: Operation,
): ServiceClient {
  const client = store.serviceClients.find(c.req.param('id') ?? '');
  if (client === undefined) {
    throw notFound('there is no such service client');
  }
  permitReach(user, operation, client, 'the service client');
  return client;
}

async function sourceOf({ jwks, jwksUri }: Keys, webhooks: Dispatcher): Promise<KeySource> {
  if (jwks !== undefined && jwksUri === undefined) {
    return { jwks: await usable(jwks), jwksUri: null };
  }
  if (jwks !== undefined || jwksUri === undefined) {
    throw invalid([{ path: 'body', message: 'must have either jwks or jwksUri' }]);
  }
  const wrong = (message: string) => invalid([{ path: 'body /jwksUri', message }]);
  if (!URL.canParse(jwksUri) || !/^https?:$/.test(new URL(jwksUri).protocol)) {
    throw wrong('must be a URL of https');
  }
  const signal = AbortSignal.timeout(LOOK_UP);
  const found = await addressOf(new URL(jwksUri), webhooks, signal);
  if ('problem' in found && found.problem !== 'the host was not found' && !signal.aborted) {
    throw wrong(`is refused: ${found.problem}`);
  }
  return { jwks: null, jwksUri };
}

/** @throws Refusal 400 where a key is private, or none that can be used */
async function usable(jwks: JSONWebKeySet): Promise<JSONWebKeySet> {
  for (const [at, key] of jwks.keys.entries()) {
    const path = `body /jwks/keys/${at}`;
    if (PRIVATE.some((part) => part in key)) {
      throw invalid([{ path, message: 'is private; send the public key alone' }]);
    }
    try {
      await importJWK(key, key.alg ?? (key.kty === 'RSA' ? 'PS256' : undefined));
    } catch {
      throw invalid([{ path, message: 'is no key for ES256, PS256 or EdDSA' }]);
    }
  }
  const kids = jwks.keys.map(({ kid }) => kid);
  if (new Set(kids).size < kids.length) {
    throw invalid([{ path: 'body /jwks/keys', message: 'must have a kid of its own each' }]);
  }
  return jwks;
}

function shown(client: ServiceClient) {
  const { id, name, userId, jwks, jwksUri, createdAt } = client;
  const createdDate = new Date(createdAt).toISOString();
  return { id, name, userId, audience: audienceOf(client), createdDate, jwks, jwksUri };
}
