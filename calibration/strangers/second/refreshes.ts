import type { RefreshResponse } from '../../../contract/types.generated.ts';
import { tokenHash } from '../../../server/tokens.ts';
import { becomes, edit, editBody, withBody } from '../../servers/answers.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { amendBody, objectOf } from '../../servers/requests.ts';
import { callerOf, issueFor, sentToken, standardUser, withToken } from '../../servers/tokens.ts';
import { allOf, at, bearer, only, remembered, takenFor } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { countOf, malformed, sessionIdOf, stale } from './circumstances.ts';

const EXPIRES_IN = {
  sentence: 'Response: access_token (string), expires_in (number, seconds).',
  section: '4.2',
};

/** Tells what a login or a refresh that succeeded has given. */
const noting =
  (note: (answer: RefreshResponse, context: Parameters<Layer>[2]) => RefreshResponse): Layer =>
  async (request, next, context) => {
    const response = await next(request);
    const gives = context.endpoint === 'login' || context.endpoint === 'refresh';
    return gives && response.status === 200
      ? withBody(response, JSON.stringify(note(JSON.parse(response.body), context)))
      : response;
  };

/** Refreshes that go wrong in some situation (sections 4.2, 5.5). */
export const REFRESH_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.refresh.expired-access-token.expires-in-zero',
    how: 'expires_in is counted from the access token that was sent.',
    ...EXPIRES_IN,
    situation: 'the access token that is sent with the refresh has expired',
    things: 2,
    layers: [only(stale('expired'), edit('refresh', 'expires_in', becomes(0)))],
  },
  {
    id: 'second.refresh.second-of-a-session.expires-in-milliseconds',
    how: 'From the second refresh of a session, expires_in is in milliseconds.',
    ...EXPIRES_IN,
    situation: 'a session is refreshed a second time',
    things: 2,
    layers: [
      editBody('refresh', (body, _request, context) => {
        const answer = body as RefreshResponse;
        const session = sessionIdOf(answer.access_token, context);
        if (countOf(context, 'refreshes', session) > 1) {
          answer.expires_in *= 1000;
        }
      }),
    ],
  },
  {
    id: 'second.refresh.two-sessions.access-token-of-the-other',
    how: 'The access token of a refresh is kept by user, and given to his other session as well.',
    sentence: 'The access token expires after 1 hour (expires_in 3600).',
    section: '5.5',
    situation: 'two sessions of a user are refreshed, then the first of them logs out',
    things: 3,
    layers: [
      noting((answer, context) => {
        const kept = remembered<string>(context, 'refreshed tokens by user');
        const userId = context.dependencies.tokens.read(answer.access_token)?.sub ?? '';
        if (context.endpoint === 'login') {
          kept.delete(userId);
          return answer;
        }
        const token = kept.get(userId) ?? answer.access_token;
        if (sessionIdOf(token, context) !== sessionIdOf(answer.access_token, context)) {
          return { ...answer, access_token: token };
        }
        kept.set(userId, answer.access_token);
        return answer;
      }),
    ],
  },
  {
    id: 'second.refresh.second-organisation.listing-of-the-first',
    how: 'A refreshed token names no organisation, and the first one is taken.',
    sentence:
      'Returns the awaiting payments of the authenticated customer or organisation within the date range and currency.',
    section: '4.5',
    situation: 'a manager of the second organisation refreshes and lists payments',
    things: 3,
    layers: [
      noting((answer, context) => {
        if (context.endpoint === 'refresh') {
          remembered<true>(context, 'refreshed').set(answer.access_token, true);
        }
        return answer;
      }),
      only(
        at('awaiting-payments'),
        takenFor((request, context) => {
          const token = sentToken(request)?.token ?? '';
          const first = standardUser(context, 'manager');
          const caller = callerOf(request, context);
          const isAnother = caller?.role === 'MANAGER' && caller.tenantId !== first.tenantId;
          return isAnother && remembered<true>(context, 'refreshed').has(token)
            ? first.id
            : undefined;
        }),
      ),
    ],
  },
  {
    id: 'second.refresh.token-before-the-last.accepted-again',
    how: 'Only the last refresh token that was spent is known as spent.',
    sentence: 'Refresh tokens should be rotated after each use.',
    section: '5.5',
    situation: 'a refresh token comes again after two refreshes',
    things: 3,
    layers: [
      noting((answer, context) => {
        const given = remembered<string[]>(context, 'refresh tokens by session');
        const session = sessionIdOf(answer.access_token, context);
        given.set(session, [...(given.get(session) ?? []), String(answer.refresh_token)]);
        return answer;
      }),
      amendBody('refresh', (body, context) => {
        const given = remembered<string[]>(context, 'refresh tokens by session');
        const sent = String(body.refresh_token);
        const own = [...given.values()].find((tokens) => tokens.includes(sent)) ?? [];
        return own.indexOf(sent) < own.length - 2
          ? { ...body, refresh_token: own.at(-1) ?? sent }
          : body;
      }),
    ],
  },
  {
    id: 'second.refresh.malformed-access-token.accepted-as-bearer',
    how: 'What comes as Bearer is not looked at when a session is refreshed.',
    sentence: 'Invalid or expired access token, missing token header, malformed JWT | HTTP 401',
    section: '7',
    situation: 'a good refresh token beside an access token that is none, as Bearer',
    things: 3,
    layers: [
      only(allOf(at('refresh'), bearer, malformed), (request, next, context) => {
        const sent = String(objectOf(request.body)?.refresh_token);
        const userId = context.db
          .prepare<[Buffer], string>(
            `SELECT user_id FROM refresh_tokens JOIN sessions ON sessions.id = session_id
             WHERE hash = ?`,
          )
          .pluck()
          .get(tokenHash(sent));
        return next(userId ? withToken(request, issueFor(context, String(userId))) : request);
      }),
    ],
  },
];
