import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { intercept, successful } from '../../servers/answers.ts';
import {
  failed,
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
} from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import {
  apiTokenRow,
  callerOf,
  claimedUser,
  isApiToken,
  issueFor,
  sendsApiToken,
  sentToken,
  standardUser,
  withToken,
} from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { isBearer, refuse, unauthorised } from './bearer.ts';
import { PROTECTED } from './refused-tokens.ts';

const headerIgnored: Fault = {
  id: 'authentication.x-auth-token-ignored',
  breaks: 'AUT-2',
  caughtBy: 'fetch-organisation-preference.succeeds',
  how: 'fetch-organisation-preference takes the token as Authorization: Bearer only.',
  layers: [refuse(['fetch-organisation-preference'], (request) => !isBearer(request))],
};

/** Tokens that a logout of this server has revoked. */
export const loggedOut = (context: LayerContext) =>
  kept(context, 'logged out', () => new Set<string>());

/** Lets a token that was logged out live on at some endpoints. */
function revive(endpoints: readonly EndpointName[]): Layer {
  return async (request, next, context) => {
    const token = sentToken(request)?.token;
    const { endpoint } = context;
    if (token === undefined || endpoint === undefined) {
      return next(request);
    }
    const dead = loggedOut(context).has(token);
    const user = dead && endpoints.includes(endpoint) ? claimedUser(token, context) : undefined;
    const response = await next(user ? withToken(request, issueFor(context, user.id)) : request);
    if (endpoint === 'logout' && response.status === 200) {
      loggedOut(context).add(token);
    }
    return response;
  };
}

const LIVING = PROTECTED.filter((name) => name !== 'refresh');

const logoutWithoutEffect: Fault[] = [
  ...LIVING.map((endpoint) => ({
    id: `authentication.logged-out-accepted.${endpoint}`,
    breaks: 'AUT-12',
    caughtBy: `authentication.after-logout.${endpoint}`,
    how: `${endpoint} accepts a token that was logged out.`,
    layers: [revive([endpoint])],
  })),
  {
    id: 'authentication.logout-without-effect',
    breaks: 'AUT-12',
    caughtBy: 'authentication.after-logout.awaiting-payments',
    how: 'Logout answers well and revokes nothing.',
    layers: [intercept('logout', jsonAnswer(200, { status: 'SUCCESS' }), isAlive)],
    alsoCaughtBy: [
      {
        checks: ['authentication.after-logout.*'],
        because: 'the token lives on at every endpoint, and each has its check',
      },
      {
        checks: ['refresh.refuses.logged-out', 'logout.ends-refresh-token'],
        because: 'nothing of the session has ended, so it can be refreshed as well',
      },
    ],
  },
];

function isAlive(request: PlainRequest, { dependencies }: LayerContext): boolean {
  const claims = dependencies.tokens.read(sentToken(request)?.token ?? '');
  return claims !== null && dependencies.store.sessions.userOf(claims) !== undefined;
}

/** Endpoints on which API tokens are tried: refresh and logout belong to the login flow. */
const BY_API_TOKEN = PROTECTED.filter((name) => name !== 'refresh' && name !== 'logout');
const apiTokensRefused: Fault[] = [
  ...BY_API_TOKEN.map((endpoint) => ({
    id: `api-tokens.refused.${endpoint}`,
    breaks: 'AUT-15',
    caughtBy: `api-tokens.accepted.${endpoint}`,
    how: `${endpoint} answers API tokens with 401.`,
    layers: [refuse([endpoint], sendsApiToken)],
  })),
  {
    id: 'api-tokens.not-found.repay-loan',
    breaks: 'AUT-15',
    caughtBy: 'api-tokens.accepted.repay-loan',
    how: 'For API tokens there is no repay-loan: 404.',
    layers: [intercept('repay-loan', failed(404, 'there is nothing here'), sendsApiToken)],
  },
  {
    id: 'api-tokens.repay-once',
    breaks: 'AUT-15',
    caughtBy: 'api-tokens.accepted.repay-loan',
    how: 'An API token is good for one repayment.',
    layers: [
      async (request, next, context) => {
        const used = context.memory.get('repaid by an API token') === true;
        if (context.endpoint !== 'repay-loan' || !sendsApiToken(request)) {
          return next(request);
        }
        const response = used ? await unauthorised() : await next(request);
        if (successful(response, request, context)) {
          context.memory.set('repaid by an API token', true);
        }
        return response;
      },
    ],
  },
  {
    id: 'api-tokens.refused.everywhere',
    breaks: 'AUT-15',
    caughtBy: 'api-tokens.work',
    how: 'API tokens are answered with 401 everywhere.',
    layers: [refuse(PROTECTED, sendsApiToken)],
  },
  {
    id: 'api-tokens.without-rights',
    breaks: 'AUT-15',
    caughtBy: 'api-tokens.work',
    how: 'An API token is recognised and may do nothing: 403 everywhere.',
    layers: [
      (request, next) =>
        sendsApiToken(request)
          ? Promise.resolve(
              jsonAnswer(403, { error: 'forbidden', message: 'no right', role: 'CUSTOMER' }),
            )
          : next(request),
    ],
  },
];

const DEAD = [
  { state: 'expired', requirement: 'AUT-16' },
  { state: 'revoked', requirement: 'AUT-17' },
] as const;

const deadApiTokens: Fault[] = DEAD.flatMap(({ state, requirement }) =>
  [...BY_API_TOKEN, 'logout' as const].map((endpoint) => ({
    id: `api-tokens.${state}-accepted.${endpoint}`,
    breaks: requirement,
    caughtBy: `api-tokens.${state}.${endpoint}`,
    how: `${endpoint} accepts an API token that is ${state}.`,
    layers: [
      (request, next, context) => {
        const row = apiTokenRow(sentToken(request)?.token ?? '', context);
        return next(
          context.endpoint === endpoint && row?.[state]
            ? withToken(request, issueFor(context, row.userId))
            : request,
        );
      },
    ] satisfies Layer[],
  })),
);

/** Remembers the API token that came last and takes no other one. */
const onlyLatestApiToken: Fault = {
  id: 'api-tokens.only-the-latest',
  breaks: 'AUT-19',
  caughtBy: 'api-tokens.several',
  how: 'The first use of an API token ends those of the same user that were made before it.',
  layers: [
    (request, next, context) => {
      const token = sentToken(request)?.token ?? '';
      const row = isApiToken(token) ? apiTokenRow(token, context) : undefined;
      if (!row || row.expired || row.revoked) {
        return next(request);
      }
      const seen = kept(context, 'API tokens', (): string[] => []);
      if (!seen.includes(token)) {
        seen.push(token);
      }
      return seen.at(-1) === token ? next(request) : unauthorised();
    },
  ],
};

/** Ends the API tokens of whoever logs out. */
const logoutEndsApiTokens: Fault = {
  id: 'api-tokens.ended-by-a-logout',
  breaks: 'AUT-35',
  caughtBy: 'api-tokens.outlive-sessions',
  how: 'A logout ends the API tokens of its user as well.',
  layers: [
    async (request, next, context) => {
      const token = sentToken(request)?.token ?? '';
      const row = isApiToken(token) ? apiTokenRow(token, context) : undefined;
      if (row && context.memory.has(`has logged out ${row.userId}`)) {
        return unauthorised();
      }
      const caller = callerOf(request, context)?.id;
      const response = await next(request);
      if (context.endpoint === 'logout' && response.status === 200 && caller) {
        context.memory.set(`has logged out ${caller}`, true);
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    { checks: ['api-tokens.several'], because: 'the owner may have logged out before it' },
  ],
};

const secondLogin: Fault = {
  id: 'login.second-token-dead',
  breaks: 'AUT-11',
  caughtBy: 'login.again',
  how: 'Only the first login of a user gives a token that works.',
  layers: [
    async (request, next, context) => {
      const response = await next(request);
      if (context.endpoint !== 'login' || response.status !== 200) {
        return response;
      }
      const body = JSON.parse(response.body) as { user: { id: string; email: string } };
      const manager = standardUser(context, 'manager');
      if (body.user.id !== manager.id) {
        return response;
      }
      if (!context.memory.has('manager has logged in')) {
        context.memory.set('manager has logged in', true);
        return response;
      }
      return { ...response, body: JSON.stringify({ ...body, access_token: 'a.b.c' }) };
    },
  ],
  alsoCaughtBy: [
    {
      checks: ['logout.succeeds', 'refresh.new-token-works'],
      because: 'logging out and refreshing need a second session, whose token does not work',
    },
  ],
};

/** Sections 5.2, 5.5, 5.6 and 5.7: what must be accepted, and how long. */
export const acceptedTokenFaults: Fault[] = [
  headerIgnored,
  secondLogin,
  ...logoutWithoutEffect,
  ...apiTokensRefused,
  ...deadApiTokens,
  onlyLatestApiToken,
  logoutEndsApiTokens,
];
