import { randomBytes } from 'node:crypto';
import { withBody } from '../servers/answers.ts';
import type { Layer, PlainRequest } from '../servers/exchange-layer.ts';
import { jsonAnswer } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import { callerOf, payloadOf, sentToken } from '../servers/tokens.ts';
import type { WrappedServer } from '../servers/wrapped-server.ts';
import { succeeded } from './succeeded.ts';
import { type Axis, without } from './variant.ts';

/** Whether an endpoint gives tokens. */
export const isTokenAnswer = (endpoint: string | undefined) =>
  endpoint === 'login' || endpoint === 'refresh';

/** Changes the JSON of successful logins and refreshes. */
function onTokens(
  change: (body: Record<string, unknown>, request: PlainRequest) => Record<string, unknown>,
): Layer {
  return async (request, next, context) => {
    const response = await next(request);
    if (!isTokenAnswer(context.endpoint) || !succeeded(response, request, context)) {
      return response;
    }
    const body = objectOf(response.body);
    return typeof body?.access_token === 'string'
      ? withBody(response, JSON.stringify(change(body, request)))
      : response;
  };
}

const part = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Gives out tokens of another form, and takes them back as those of the reference server. */
function disguised(make: () => string): Layer {
  const real = new Map<string, string>();
  const give = onTokens((body) => {
    const token = make();
    real.set(token, String(body.access_token));
    return { ...body, access_token: token };
  });
  return (request, next, context) => {
    const sent = sentToken(request);
    const token = sent && real.get(sent.token);
    if (!sent || token === undefined) {
      return give(request, next, context);
    }
    const value = sent.header === 'authorization' ? `Bearer ${token}` : token;
    return give(
      { ...request, headers: { ...request.headers, [sent.header]: value } },
      next,
      context,
    );
  };
}

const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** How a JWT looks inside is not said (section 2.1). */
export const tokenFormat: Axis = {
  id: 'token-format',
  open: ['section 2.1: says JWT and no more'],
  choices: [
    {
      id: 'token-format.encrypted',
      how: 'gives encrypted JWTs of five parts (RFC 7516)',
      wrapping: () => ({
        layers: [
          disguised(
            () => `${header({ alg: 'dir', enc: 'A256GCM' })}..${part(12)}.${part(120)}.${part(16)}`,
          ),
        ],
      }),
    },
    {
      id: 'token-format.rs256',
      how: 'gives JWTs with another algorithm and only a subject in them',
      wrapping: () => ({
        layers: [
          disguised(
            () => `${header({ alg: 'RS256', kid: 'k1' })}.${header({ sub: part(6) })}.${part(256)}`,
          ),
        ],
      }),
    },
  ],
};

/** The Bearer form is "also listed" (section 5.2), while 4.5 to 4.9 require X-Auth-Token. */
export const bearer: Axis = {
  id: 'bearer',
  open: ['AUT-28', 'AUT-62'],
  choices: [
    {
      id: 'bearer.one-endpoint',
      how: 'takes Authorization: Bearer on the organisation preference only, and elsewhere no Authorization at all',
      warns: ['authentication.bearer.*', 'service.other-authorization'],
      wrapping: () => ({
        layers: [
          (request, next, { endpoint }) =>
            request.headers.authorization !== undefined &&
            endpoint !== 'fetch-organisation-preference'
              ? Promise.resolve(jsonAnswer(401, { message: 'send X-Auth-Token' }))
              : next(request),
        ],
      }),
    },
  ],
};

/** Answers a refresh as if there were no rotation: one refresh token for the whole session. */
function unrotated(keep: 'absent' | 'same' | 'null'): Layer {
  const current = new Map<string, string>();
  return async (request, next, context) => {
    const sent = objectOf(request.body);
    const first = typeof sent?.refresh_token === 'string' ? sent.refresh_token : '';
    const inner =
      context.endpoint === 'refresh' && current.has(first)
        ? { ...request, body: JSON.stringify({ ...sent, refresh_token: current.get(first) }) }
        : request;
    const response = await next(inner);
    if (context.endpoint !== 'refresh' || !succeeded(response, request, context)) {
      return response;
    }
    const { refresh_token: rotated, ...body } = objectOf(response.body) ?? {};
    if (typeof rotated === 'string') {
      current.set(first, rotated);
    }
    const shown = { absent: {}, same: { refresh_token: first }, null: { refresh_token: null } };
    return withBody(response, JSON.stringify({ ...body, ...shown[keep] }));
  };
}

/** A minute: a younger token is given again. */
const YOUNG_MS = 60_000;

/** Gives a token that is young still once more, with what is left of its hour. */
const youngAgain: Layer = async (request, next, context) => {
  const response = await next(request);
  const body = objectOf(response.body);
  const sent = sentToken(request)?.token ?? '';
  const { tokens, clock } = context.dependencies;
  const age = clock.now() - Number(payloadOf(sent)?.iat ?? 0) * 1000;
  if (
    context.endpoint !== 'refresh' ||
    !body?.access_token ||
    !tokens.read(sent) ||
    age > YOUNG_MS
  ) {
    return response;
  }
  const expiresIn = 3600 - Math.floor(age / 1000);
  return withBody(response, JSON.stringify({ ...body, access_token: sent, expires_in: expiresIn }));
};

/** Section 4.2 gives no number of seconds, and only section 2.1 calls the token new. */
export const youngTokens: Axis = {
  id: 'young-tokens',
  open: ['section 4.2: gives expires_in no number, and says of no token that it is a new one'],
  choices: [
    {
      id: 'young-tokens.again',
      how: 'answers a refresh within a minute with the same token and the seconds it has left',
      wrapping: () => ({ layers: [youngAgain] }),
    },
  ],
};

/** Rotation is recommended only (section 5.5). */
export const rotation: Axis = {
  id: 'rotation',
  open: ['RFR-12'],
  choices: [
    ...(['absent', 'same', 'null'] as const).map((keep) => ({
      id: `rotation.none-${keep}`,
      how: `does not rotate refresh tokens; the answer's refresh_token is ${keep}`,
      wrapping: () => ({ layers: [unrotated(keep)] }),
      target: (server: WrappedServer) => without(server.target, 'refreshRotation'),
    })),
    {
      id: 'rotation.none-once',
      how: 'lets a session be refreshed once and gives no refresh token then: who goes on logs in again',
      wrapping: () => ({
        layers: [
          onTokens(({ refresh_token, ...body }, { path }) =>
            path.endsWith('/refresh') ? body : { ...body, refresh_token },
          ),
        ],
      }),
      target: (server) => without(server.target, 'refreshRotation'),
    },
  ],
};

const LISTED = {
  login: ['content-type', 'platform', 'uuid'],
  refresh: ['content-type', 'platform', 'uuid'],
  logout: ['platform', 'uuid'],
  'fetch-organisation-preference': ['content-type', 'platform', 'uuid'],
  'awaiting-payments': ['content-type'],
  'request-loan': ['content-type'],
  'repay-loan': ['content-type'],
  portfolios: ['x-fapi-auth-date', 'x-fapi-customer-ip-address', 'x-fapi-interaction-id'],
  'update-application': [],
} as const;

/** Headers that are listed without being called required. */
export const listedHeaders: Axis = {
  id: 'listed-headers',
  open: ['LGN-3', 'RFR-4', 'LGO-3', 'ORG-4', 'PAY-23', 'PTF-18'],
  choices: [
    {
      id: 'listed-headers.required',
      how: 'refuses requests without a header that is only listed, once the caller is known',
      wrapping: () => ({
        layers: [
          async (request, next, context) => {
            const listed = context.endpoint ? LISTED[context.endpoint] : [];
            const missing = listed.filter((name) => !request.headers[name]);
            const known = context.endpoint === 'login' || callerOf(request, context) !== undefined;
            return missing.length > 0 && known
              ? jsonAnswer(400, { status: 'FAILED', message: `without ${missing.join(', ')}` })
              : next(request);
          },
        ],
      }),
    },
  ],
};

/** Extra permissions, in another order. */
export const permissions: Axis = {
  id: 'permissions',
  open: ['SES-12'],
  choices: [
    {
      id: 'permissions.more',
      how: 'gives more permissions, and roles other than the manager none',
      wrapping: () => ({
        layers: [
          onTokens((body) => {
            const user = body.user as { role: string; permissions: string[] } | undefined;
            if (!user) {
              return body;
            }
            const held = user.role === 'MANAGER' ? user.permissions.toReversed() : [];
            return {
              ...body,
              user: {
                ...user,
                permissions: user.role === 'MANAGER' ? [...held, 'audit:read:all'] : [],
              },
            };
          }),
        ],
      }),
    },
  ],
};
