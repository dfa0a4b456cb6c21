import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { PROTECTED, PROTECTED_BY_LIVE_TOKEN } from '../../../contract/register/protected.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import {
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
} from '../../servers/exchange-layer.ts';
import {
  apiTokenRow,
  callerOf,
  claimedUser,
  issueFor,
  sentToken,
  standardUser,
  withToken,
} from '../../servers/tokens.ts';
import type { Client, LoggedIn } from '../../strangers/proofs/client.ts';
import { staleClaims } from '../../strangers/situation.ts';
import { givenTokens } from '../facts.ts';
import { type Rule, SUCCESS } from '../rule.ts';

type Kind =
  | 'missing'
  | 'no-jwt'
  | 'two-parts'
  | 'payload-changed'
  | 'signature-changed'
  | 'unsigned'
  | 'expired'
  | 'logged-out'
  | 'revoked-api'
  | 'expired-api';

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const parsed = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** What is wrong with the token of a request; undefined where it is good. */
function kindOf(request: PlainRequest, context: LayerContext): Kind | undefined {
  const token = sentToken(request)?.token;
  if (token === undefined || token === '') {
    return 'missing';
  }
  if (callerOf(request, context) !== undefined) {
    return undefined;
  }
  const row = apiTokenRow(token, context);
  if (row !== undefined) {
    return row.revoked ? 'revoked-api' : 'expired-api';
  }
  const stale = staleClaims(request, context);
  if (stale !== undefined) {
    return stale.why === 'expired' ? 'expired' : 'logged-out';
  }
  const [header = '', payload, signature] = token.split('.');
  const { alg } = Object(parsed(header)) as { alg?: unknown };
  if (payload === undefined || alg === undefined) {
    return 'no-jwt';
  }
  if (alg === 'none') {
    return 'unsigned';
  }
  if (signature === undefined || signature === '') {
    return 'two-parts';
  }
  const signed = givenTokens(context).some((each) =>
    each.token.startsWith(`${header}.${payload}.`),
  );
  return signed ? 'signature-changed' : 'payload-changed';
}

/** The owner of what a request names, whom it is most likely meant for. */
function meantFor(request: PlainRequest, context: LayerContext): string {
  const { users, loanApplications } = context.dependencies.store;
  const named = pathParameterOf(request.method, request.path) ?? '';
  const claimed = claimedUser(sentToken(request)?.token ?? '', context);
  const owner = users.byId(named)?.id ?? loanApplications.byId(named)?.userId;
  return owner ?? claimed?.id ?? standardUser(context, 'customer').id;
}

const accepts =
  (kind: Kind): Layer =>
  (request, next, context) =>
    next(
      kindOf(request, context) === kind
        ? withToken(request, issueFor(context, meantFor(request, context)))
        : request,
    );

const of =
  (change: (parts: [string, string, string]) => string) =>
  (_client: Client, { token }: LoggedIn): string =>
    change(token.split('.') as [string, string, string]);

/** The other half of a signature, so that no part of it is what it was. */
const turned = (signature: string): string => signature.split('').reverse().join('');

interface BadToken {
  breaks: readonly string[];
  endpoints: readonly EndpointName[];
  how: string;
  token: NonNullable<Parameters<NonNullable<Rule['request']>>[0]['token']>;
  without: readonly string[];
}

/** A token of the states hook is the customer's, and of no login. */
const GIVEN = ['caller', 'token', 'device', 'often', 'order', 'at-once=same-user', 'amount'];

/** Of a token that names nobody nothing more is known. */
const NOBODY = ['caller', 'token', 'device', 'often', 'order', 'at-once=same-user', 'amount'];

/** A token that is changed is another in every list of tokens. */
const CHANGED = ['token', 'device', 'often=second', 'order'];

const BAD: Readonly<Record<Kind, BadToken>> = {
  missing: {
    breaks: ['ERR-1'],
    endpoints: PROTECTED,
    how: 'no token is needed',
    token: () => null,
    without: [...NOBODY, 'header'],
  },
  'no-jwt': {
    breaks: ['ERR-3'],
    endpoints: PROTECTED,
    how: 'a token that is no JWT is accepted',
    token: () => 'not-a-token',
    without: NOBODY,
  },
  'two-parts': {
    breaks: ['ERR-4'],
    endpoints: PROTECTED,
    how: 'a token without its signature is accepted',
    token: of(([header, payload]) => `${header}.${payload}`),
    without: CHANGED,
  },
  'payload-changed': {
    breaks: ['ERR-5'],
    endpoints: PROTECTED,
    how: 'a token with a changed payload is accepted',
    token: of(([header, payload, signature]) => {
      const claims = Object(parsed(payload)) as object;
      return `${header}.${encoded({ ...claims, exp: 4_000_000_000 })}.${signature}`;
    }),
    without: CHANGED,
  },
  'signature-changed': {
    breaks: ['ERR-6'],
    endpoints: PROTECTED,
    how: 'a token with another signature is accepted',
    token: of(([header, payload, signature]) => `${header}.${payload}.${turned(signature)}`),
    without: CHANGED,
  },
  unsigned: {
    breaks: ['ERR-7'],
    endpoints: PROTECTED,
    how: 'an unsigned token (alg none) is accepted',
    token: of(([, payload]) => `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`),
    without: CHANGED,
  },
  expired: {
    breaks: ['ERR-8'],
    endpoints: PROTECTED_BY_LIVE_TOKEN,
    how: 'a token past its hour is accepted',
    token: (client) => String(client.state('expired-token').token),
    without: GIVEN,
  },
  'logged-out': {
    breaks: ['AUT-12', 'LGO-5'],
    endpoints: PROTECTED_BY_LIVE_TOKEN,
    how: 'a token that was logged out is accepted',
    async token(client, { token }) {
      await client.call('logout', { token, body: {} });
      return token;
    },
    without: ['order', 'often', 'at-once=same-user'],
  },
  'revoked-api': {
    breaks: ['AUT-17'],
    endpoints: PROTECTED_BY_LIVE_TOKEN,
    how: 'an API token that was invalidated is accepted',
    token: (client) => String(client.state('revoked-api-token').token),
    without: GIVEN,
  },
  'expired-api': {
    breaks: ['AUT-16'],
    endpoints: PROTECTED_BY_LIVE_TOKEN,
    how: 'an API token past its expiry is accepted',
    token: (client) => String(client.state('expired-api-token').token),
    without: GIVEN,
  },
};

const is401 = ({ status }: { status: number }): boolean => status === 401;

const accepted = Object.entries(BAD).flatMap(([kind, { token, endpoints, ...bad }]) =>
  endpoints.map(
    (endpoint): Rule => ({
      ...bad,
      id: `${endpoint}.token-${kind}-accepted`,
      way: `token-${kind}-accepted`,
      kind: 'badToken',
      endpoint,
      layer: accepts(kind as Kind),
      request(plan) {
        plan.token = token;
      },
      kept: is401,
      refuses: true,
    }),
  ),
);

const goodOnes = PROTECTED.map(
  (endpoint): Rule => ({
    id: `${endpoint}.good-token-refused`,
    way: 'good-token-refused',
    kind: 'refusing',
    endpoint,
    breaks: ['AUT-2', ...SUCCESS[endpoint]],
    how: 'a good token is answered with 401',
    layer: (request, next, context) =>
      callerOf(request, context) === undefined
        ? next(request)
        : Promise.resolve(jsonAnswer(401, { status: 'FAILED', message: 'log in first' })),
    kept: (answer) => !is401(answer),
  }),
);

/** An API token refused: AUT-15 says so of the listing only. */
const apiToken: Rule = {
  id: 'awaiting-payments.api-token-refused',
  way: 'good-token-refused',
  endpoint: 'awaiting-payments',
  breaks: ['AUT-15'],
  how: 'an API token is answered with 401',
  layer: (request, next, context) =>
    apiTokenRow(sentToken(request)?.token ?? '', context) === undefined
      ? next(request)
      : Promise.resolve(jsonAnswer(401, { status: 'FAILED', message: 'log in first' })),
  request(plan) {
    plan.token = (client) => String(client.state('api-token').token);
  },
  kept: (answer) => !is401(answer),
  // Sent in X-Auth-Token, says section 5.7.
  without: [...GIVEN, 'header'],
};

/** Tokens that are taken or refused wrongly (sections 5 and 7). */
export const TOKEN_RULES: readonly Rule[] = [...accepted, ...goodOnes, apiToken];
