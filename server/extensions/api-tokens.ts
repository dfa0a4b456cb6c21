import type { Context } from 'hono';
import { API_TOKEN_LIFETIMES, type ApiTokenExpiry } from '../../contract/extensions/api-tokens.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Operation } from '../authorization/rights.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { API_TOKEN_PREFIX, type Caller } from '../http/authenticate.ts';
import { conflict, notFound } from '../http/refusal.ts';
import type { GuardedRoute } from '../routes/route.ts';
import type { ApiToken } from '../store/api-tokens.ts';
import { opaqueToken, tokenHash } from '../tokens.ts';
import { extensionBody } from './extension-body.ts';

/** Extension, section 5.7: makes an API token; its value is shown this once. */
export function createApiToken({ store, clock }: Dependencies): GuardedRoute {
  const body = extensionBody<{ name: string; expiry: ApiTokenExpiry }>('create-api-token');

  return async (c, { user }) => {
    const { name, expiry } = await body(c);
    const createdAt = clock.now();
    const expiresAt = createdAt + API_TOKEN_LIFETIMES[expiry];
    const token = opaqueToken(API_TOKEN_PREFIX);
    const hash = tokenHash(token);
    const id = store.apiTokens.add({ hash, userId: user.id, name, createdAt, expiresAt });
    const made = shown(tokenOf(store, user.id, id), createdAt);
    return answer(c, { status: 'SUCCESS', data: { ...made, token } }, 201);
  };
}

/** Extension: the caller's API tokens, also those that have ended, without their values. */
export function listApiTokens({ store, clock }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const now = clock.now();
    const apiTokens = store.apiTokens.ofUser(user.id).map((token) => shown(token, now));
    return answer(c, { status: 'SUCCESS', data: { apiTokens } });
  };
}

/**
 * Extension: another value for an API token, with a lifetime that starts anew, as long as before
 * unless one is named. The old value is dead at once, or works on for the overlap that is asked
 * for, so that its users can be told of the new one without a request that fails.
 */
export function rotateApiToken({ store, clock }: Dependencies): GuardedRoute {
  const body = extensionBody<{ expiry?: ApiTokenExpiry; overlapSeconds?: number }>(
    'rotate-api-token',
  );

  return async (c, caller) => {
    const { expiry, overlapSeconds = 0 } = await body(c);
    const old = ownToken(c, store, caller, 'rotate-api-token');
    const now = clock.now();
    const lifetime =
      expiry === undefined
        ? old.expiresAt - (old.rotatedAt ?? old.createdAt)
        : API_TOKEN_LIFETIMES[expiry];
    const token = opaqueToken(API_TOKEN_PREFIX);
    const rotation = {
      hash: tokenHash(token),
      expiresAt: now + lifetime,
      overlapUntil: now + overlapSeconds * 1000,
    };
    if (!store.apiTokens.rotate(old.id, rotation, now)) {
      throw conflict(`the API token is ${statusOf(old, now)}; make a new one`);
    }
    const data = { ...shown(tokenOf(store, caller.user.id, old.id), now), token };
    return answer(c, { status: 'SUCCESS', data });
  };
}

/** Extension: ends an API token for good, with all its values; it stays in the list. */
export function invalidateApiToken({ store, clock }: Dependencies): GuardedRoute {
  return (c, caller) => {
    const token = ownToken(c, store, caller, 'invalidate-api-token');
    const now = clock.now();
    if (token.revokedAt !== null) {
      throw conflict('the API token is INVALIDATED');
    }
    store.apiTokens.revoke(token.id, now);
    const data = shown({ ...token, revokedAt: now }, now);
    return answer(c, { status: 'SUCCESS', data });
  };
}

/** Extension: ends an API token and forgets it. */
export function deleteApiToken({ store }: Dependencies): GuardedRoute {
  return (c, caller) => {
    store.apiTokens.delete(ownToken(c, store, caller, 'delete-api-token').id);
    return answer(c, { status: 'SUCCESS', message: 'the token is deleted' });
  };
}

function ownToken(
  c: Context<AppEnv>,
  store: Dependencies['store'],
  { user }: Caller,
  operation: Operation,
): ApiToken {
  const id = (c.req.param('id') ?? '').toLowerCase();
  const userId = store.apiTokens.ownerOf(id);
  if (userId === undefined) {
    throw notFound('there is no such API token');
  }
  permitReach(user, operation, { userId }, 'the API token');
  return tokenOf(store, userId, id);
}

function tokenOf(store: Dependencies['store'], userId: string, id: string): ApiToken {
  const found = store.apiTokens.ofUser(userId).find((token) => token.id === id);
  if (found === undefined) {
    throw notFound('there is no such API token');
  }
  return found;
}

function statusOf({ revokedAt, expiresAt }: ApiToken, now: number) {
  if (revokedAt !== null) {
    return 'INVALIDATED';
  }
  return now >= expiresAt ? 'EXPIRED' : 'ACTIVE';
}

function shown(token: ApiToken, now: number) {
  const { id, name, createdAt, expiresAt, rotatedAt, lastUsedAt } = token;
  return {
    id,
    name,
    tokenStatus: statusOf(token, now),
    createdDate: momentOf(createdAt),
    expiryDate: momentOf(expiresAt),
    rotatedDate: rotatedAt && momentOf(rotatedAt),
    lastUsedDate: lastUsedAt && momentOf(lastUsedAt),
  };
}

function momentOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
