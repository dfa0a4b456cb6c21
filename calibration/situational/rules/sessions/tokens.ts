import { PROTECTED } from '../../../../contract/register/protected.ts';
import { pathParameterOf } from '../../../servers/endpoint-of.ts';
import {
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
} from '../../../servers/exchange-layer.ts';
import {
  apiTokenRow,
  callerOf,
  claimedUser,
  issueFor,
  sentToken,
  standardUser,
  withToken,
} from '../../../servers/tokens.ts';
import { staleClaims } from '../../../strangers/situation.ts';
import { givenTokens } from '../../facts.ts';
import { type Rule, SUCCESS } from '../../rule.ts';
import { BAD, GIVEN, type Kind, parsed } from './bad-tokens.ts';

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
