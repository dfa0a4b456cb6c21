import { editBody } from '../servers/answers.ts';
import { jsonAnswer, type Layer } from '../servers/exchange-layer.ts';
import { callerOf, sentToken, withToken } from '../servers/tokens.ts';
import { allOf, at, bearer, only, remembered, staleClaims, takenFor } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

interface TokenBody {
  access_token: string;
}

const SENTENCE = { sentence: 'Logout (4.3) revokes the token.', section: '5.6' };
const pretended = () => Promise.resolve(jsonAnswer(200, { status: 'SUCCESS' }));

/** Remembers of every access token with which uuid header it was asked for, and by what call. */
const remembersTokens = (['login', 'refresh'] as const).map(
  (endpoint): Layer =>
    editBody(endpoint, (body, { headers }, context) => {
      const { access_token: token } = body as TokenBody;
      remembered<{ by: string; uuid: string | undefined }>(context, 'tokens').set(token, {
        by: endpoint,
        uuid: headers.uuid,
      });
    }),
);

/** Logouts that end the wrong thing, or nothing, in some situation (sections 4.3 and 5.6). */
export const LOGOUT_FAULTS: readonly SituationalFault[] = [
  {
    id: 'logout.refreshed-token.lives-on',
    how: 'Logout knows the tokens of logins only; one that came of a refresh goes on working.',
    ...SENTENCE,
    situation: 'refresh, then logout with the new token',
    things: 2,
    layers: [
      ...remembersTokens,
      only(at('logout'), (request, next, context) => {
        const known = remembered<{ by: string }>(context, 'tokens');
        return known.get(sentToken(request)?.token ?? '')?.by === 'refresh'
          ? pretended()
          : next(request);
      }),
    ],
  },
  {
    id: 'logout.older-of-two-sessions.newest-ended',
    how: "Logout ends the user's newest session; the older one whose token was sent lives on.",
    ...SENTENCE,
    situation: 'two logins of a user, then logout with the token of the first',
    things: 2,
    layers: [
      editBody('login', (body, _request, context) => {
        const { access_token: token, user } = body as TokenBody & { user: { id: string } };
        const sessions = remembered<string[]>(context, 'sessions');
        sessions.set(user.id, [...(sessions.get(user.id) ?? []), token]);
      }),
      only(at('logout'), (request, next, context) => {
        const id = callerOf(request, context)?.id ?? '';
        const sessions = remembered<string[]>(context, 'sessions');
        const ofUser = sessions.get(id) ?? [];
        const newest = ofUser.at(-1);
        if (newest === undefined || !ofUser.includes(sentToken(request)?.token ?? '')) {
          return next(request);
        }
        sessions.set(id, ofUser.slice(0, -1));
        return next(withToken(request, newest));
      }),
    ],
  },
  {
    id: 'logout.revoked-token.accepted-as-bearer-for-lending',
    how: 'The lending endpoints do not look whether a Bearer token has been revoked.',
    ...SENTENCE,
    situation: 'a logged-out token, sent as Bearer, on a lending endpoint',
    things: 3,
    layers: [
      only(
        allOf(at('request-loan', 'repay-loan', 'update-application'), bearer),
        takenFor((request, context) => {
          const claims = staleClaims(request, context);
          return claims?.why === 'revoked' ? claims.sub : undefined;
        }),
      ),
    ],
  },
  {
    id: 'logout.other-uuid.nothing-revoked',
    how: 'Logout looks for the session by the uuid header, and ends none when it is another one.',
    ...SENTENCE,
    situation: 'logout with another uuid header than login had',
    things: 2,
    layers: [
      ...remembersTokens,
      only(at('logout'), (request, next, context) => {
        const tokens = remembered<{ uuid: string | undefined }>(context, 'tokens');
        const known = tokens.get(sentToken(request)?.token ?? '');
        return known !== undefined && known.uuid !== request.headers.uuid
          ? pretended()
          : next(request);
      }),
    ],
  },
];
