import { tokenHash } from '../../../server/tokens.ts';
import { withBody } from '../../servers/answers.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import { callerOf, claimedUser, isApiToken, sentToken, withToken } from '../../servers/tokens.ts';
import { allOf, at, only, remembered, staleClaims, takenFor } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { failed, onHost, stale } from './circumstances.ts';

const UNAUTHORISED = {
  sentence: 'Invalid or expired access token, missing token header, malformed JWT | HTTP 401',
  section: '7',
};

/** Tokens and roles that are taken or told wrongly in some situation (sections 5, 7). */
export const TOKEN_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.refusal.second-role.role-of-the-first',
    how: 'The refusal of an endpoint is built once, with the role of the first who was refused.',
    sentence: "role (string, caller's role)",
    section: '7',
    situation: 'an endpoint refuses one role, then another',
    things: 3,
    layers: [
      async (request, next, context) => {
        const response = await next(request);
        if (response.status !== 403 || context.endpoint === undefined) {
          return response;
        }
        const first = remembered<string>(context, 'first refused roles');
        const body = JSON.parse(response.body) as { role: string };
        const role = first.get(context.endpoint) ?? body.role;
        first.set(context.endpoint, role);
        return withBody(response, JSON.stringify({ ...body, role }));
      },
    ],
  },
  {
    id: 'second.token.missing-for-an-unknown-application.not-found',
    how: 'The application is looked up before the caller is.',
    ...UNAUTHORISED,
    situation: 'no token, and an application that does not exist',
    things: 2,
    layers: [
      only(at('update-application'), (request, next, { dependencies }) => {
        const id = pathParameterOf(request.method, request.path) ?? '';
        return sentToken(request) || dependencies.store.loanApplications.byId(id)
          ? next(request)
          : failed(404, 'there is no such loan application');
      }),
    ],
  },
  {
    id: 'second.token.fourth-part.accepted-on-the-lending-host',
    how: 'The lending host splits a token at its dots and looks at the first three parts.',
    ...UNAUTHORISED,
    situation: 'a good token with a dot and more after it, on the lending host',
    things: 2,
    layers: [
      only(onHost('lending'), (request, next) => {
        const token = sentToken(request)?.token;
        return next(token ? withToken(request, token.split('.').slice(0, 3).join('.')) : request);
      }),
    ],
  },
  {
    id: 'second.token.empty-signature.accepted-on-the-investment-host',
    how: 'The investment host compares a signature only where there is one.',
    ...UNAUTHORISED,
    situation: 'a token whose third part is empty, on the investment host',
    things: 2,
    layers: [
      only(
        onHost('investment'),
        takenFor((request, context) => {
          const token = sentToken(request)?.token ?? '';
          return /^[^.]+\.[^.]+\.$/.test(token) ? claimedUser(token, context)?.id : undefined;
        }),
      ),
    ],
  },
  {
    id: 'second.token.expired.logout-succeeds',
    how: 'Logout does not look at the hour of the token.',
    ...UNAUTHORISED,
    situation: 'a logout with an expired token',
    things: 2,
    layers: [
      only(
        allOf(at('logout'), stale('expired')),
        takenFor((request, context) => staleClaims(request, context)?.sub),
      ),
    ],
  },
  {
    id: 'second.token.api-token.ended-by-a-logout-of-its-user',
    how: 'A logout ends the API tokens of the user as well.',
    sentence:
      'API tokens: long-lived tokens created from a dashboard, sent in X-Auth-Token, without the login flow.',
    section: '5.7',
    situation: 'an API token is made, its user logs out of a session, the API token is used',
    things: 3,
    layers: [
      async (request, next, context) => {
        const ended = remembered<true>(context, 'ended API tokens');
        const token = sentToken(request)?.token ?? '';
        if (isApiToken(token)) {
          return ended.has(tokenHash(token).toString('hex'))
            ? failed(401, 'the token is invalid, expired or revoked')
            : next(request);
        }
        const caller = callerOf(request, context);
        const response = await next(request);
        if (context.endpoint === 'logout' && response.status === 200) {
          const hashes = context.db
            .prepare<[string], Buffer>('SELECT hash FROM api_tokens WHERE user_id = ?')
            .pluck()
            .all(caller?.id ?? '') as Buffer[];
          for (const hash of hashes) {
            ended.set(hash.toString('hex'), true);
          }
        }
        return response;
      },
    ],
  },
];
