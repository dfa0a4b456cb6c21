import { setTimeout as delay } from 'node:timers/promises';
import type { Layer } from '../../servers/exchange-layer.ts';
import { callerOf, issueFor, sentToken, withToken } from '../../servers/tokens.ts';
import { allOf, at, bearer, only, remembered, staleClaims, takenFor } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { stale } from './circumstances.ts';

const REVOKES = { sentence: 'Logout (4.3) revokes the token.', section: '5.6' };

/** How long it takes to write what is revoked, in milliseconds. */
const WRITING_TAKES = 25;

/** Says that the token is revoked, and revokes another one of the caller. */
const nothingRevoked: Layer = (request, next, context) => {
  const caller = callerOf(request, context);
  return next(caller ? withToken(request, issueFor(context, caller.id)) : request);
};

/** Logouts that revoke too little in some situation (sections 4.3, 5.6). */
export const LOGOUT_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.logout.again-with-the-revoked-token.succeeds',
    how: 'Whether a token is revoked is not looked at where tokens are revoked.',
    sentence: 'Invalid or expired access token, missing token header, malformed JWT | HTTP 401',
    section: '7',
    situation: 'a second logout with the token that was logged out',
    things: 2,
    layers: [
      only(
        allOf(at('logout'), stale('revoked')),
        takenFor((request, context) => staleClaims(request, context)?.sub),
      ),
    ],
  },
  {
    id: 'second.logout.bearer.nothing-revoked',
    how: 'The token to be revoked is read from X-Auth-Token only.',
    ...REVOKES,
    situation: 'the logout carries its token as Authorization: Bearer',
    things: 2,
    layers: [only(allOf(at('logout'), bearer), nothingRevoked)],
  },
  {
    id: 'second.logout.two-at-once.one-lives-on',
    how: "A user's list of revoked tokens is read, extended and written whole.",
    ...REVOKES,
    situation: 'two sessions of one user log out at the same moment',
    things: 3,
    layers: [
      only(at('logout'), async (request, next, context) => {
        const writing = remembered<true>(context, 'logging out');
        const caller = callerOf(request, context)?.id ?? '';
        if (writing.has(caller)) {
          return nothingRevoked(request, next, context);
        }
        writing.set(caller, true);
        await delay(WRITING_TAKES);
        const response = await next(request);
        writing.delete(caller);
        return response;
      }),
    ],
  },
  {
    id: 'second.logout.agent.token-good-for-the-preference',
    how: 'The administration does not hear of tokens of agents that were revoked.',
    ...REVOKES,
    situation: 'an agent fetches the organisation preference after his logout',
    things: 3,
    layers: [
      only(
        allOf(at('fetch-organisation-preference'), stale('revoked')),
        takenFor((request, context) => {
          const userId = staleClaims(request, context)?.sub ?? '';
          return context.dependencies.store.users.byId(userId)?.role === 'AGENT'
            ? userId
            : undefined;
        }),
      ),
    ],
  },
  {
    id: 'second.logout.token-of-before-the-refresh.lives-on',
    how: 'Only the latest access token of a session can be revoked.',
    ...REVOKES,
    situation: 'a session is refreshed, then logged out with the access token that it had before',
    things: 3,
    layers: [
      async (request, next, context) => {
        const earlier = remembered<true>(context, 'earlier access tokens');
        const token = sentToken(request)?.token ?? '';
        if (context.endpoint === 'logout' && earlier.has(token)) {
          return nothingRevoked(request, next, context);
        }
        const response = await next(request);
        if (context.endpoint === 'refresh' && response.status === 200) {
          earlier.set(token, true);
        }
        return response;
      },
    ],
  },
];
