import type { Context } from 'hono';
import { permitReach } from '../authorization/authorize.ts';
import type { Operation } from '../authorization/rights.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { API_TOKEN_PREFIX, type Caller } from '../http/authenticate.ts';
import { notFound } from '../http/refusal.ts';
import { bodyLike } from '../http/validation.ts';
import type { GuardedRoute } from '../routes/route.ts';
import type { ApiToken } from '../store/api-tokens.ts';
import { opaqueToken, tokenHash } from '../tokens.ts';

const DAY = 24 * 3600 * 1000;

/** The choices of section 5.7 in milliseconds; a month has 30 days here, a year 365. */
const LIFETIMES = {
  '24_HOURS': DAY,
  '1_MONTH': 30 * DAY,
  '3_MONTHS': 90 * DAY,
  '6_MONTHS': 180 * DAY,
  '1_YEAR': 365 * DAY,
} as const;

type Wanted = { name: string; expiry: keyof typeof LIFETIMES };

/** Extension, section 5.7: makes an API token; its value is shown this once. */
export function createApiToken({ store, clock }: Dependencies): GuardedRoute {
  const body = bodyLike<Wanted>({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100 },
      expiry: { enum: Object.keys(LIFETIMES) },
    },
    required: ['name', 'expiry'],
  });

  return async (c, caller) => {
    const { name, expiry } = await body(c);
    const createdAt = clock.now();
    const expiresAt = createdAt + LIFETIMES[expiry];
    const token = opaqueToken(API_TOKEN_PREFIX);
    const hash = tokenHash(token);
    const id = store.apiTokens.add({ hash, userId: caller.user.id, name, createdAt, expiresAt });
    const data = { ...shown({ id, name, createdAt, expiresAt }), token };
    return answer(c, { status: 'SUCCESS', data }, 201);
  };
}

/** Extension: the caller's API tokens that are not revoked, without their values. */
export function listApiTokens({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const apiTokens = store.apiTokens.ofUser(user.id).map(shown);
    return answer(c, { status: 'SUCCESS', data: { apiTokens } });
  };
}

/** Extension: a new value for an API token, with its name and expiry; the old value is dead. */
export function rotateApiToken({ store, clock }: Dependencies): GuardedRoute {
  return (c, caller) => {
    const old = ownToken(c, store, caller, 'rotate-api-token');
    const token = opaqueToken(API_TOKEN_PREFIX);
    const id = store.transaction(() => {
      store.apiTokens.revoke(old.id, clock.now());
      return store.apiTokens.add({ ...old, hash: tokenHash(token), userId: caller.user.id });
    });
    return answer(c, { status: 'SUCCESS', data: { ...shown({ ...old, id }), token } });
  };
}

/** Extension: invalidates an API token. */
export function revokeApiToken({ store, clock }: Dependencies): GuardedRoute {
  return (c, caller) => {
    const { id } = ownToken(c, store, caller, 'revoke-api-token');
    store.apiTokens.revoke(id, clock.now());
    return answer(c, { status: 'SUCCESS', message: 'the token is revoked' });
  };
}

function ownToken(
  c: Context<AppEnv>,
  store: Dependencies['store'],
  { user }: Caller,
  operation: Operation,
): ApiToken {
  const id = c.req.param('id') ?? '';
  const userId = store.apiTokens.ownerOf(id);
  if (userId === undefined) {
    throw notFound('there is no such API token');
  }
  permitReach(user, operation, { userId }, 'the API token');
  const found = store.apiTokens.ofUser(user.id).find((token) => token.id === id);
  if (found === undefined) {
    throw notFound('the API token is revoked');
  }
  return found;
}

function shown({ id, name, createdAt, expiresAt }: ApiToken) {
  return {
    id,
    name,
    createdDate: new Date(createdAt).toISOString(),
    expiryDate: new Date(expiresAt).toISOString(),
  };
}
