import { randomUUID } from 'node:crypto';
import { tokenHash } from '../../../../server/tokens.ts';
import { edit, editBody, gone, renamed } from '../../../servers/answers.ts';
import { jsonAnswer, type Layer, type LayerContext } from '../../../servers/exchange-layer.ts';
import { objectOf } from '../../../servers/requests.ts';
import { issueFor, sentToken, withToken } from '../../../servers/tokens.ts';
import { staleClaims } from '../../../strangers/situation.ts';
import { type Rule, refused, sameStatus } from '../../rule.ts';
import { colleagueOf, givesNone } from './logins.ts';

/** Takes a refresh token for a good one, by starting a session for the user. */
function refreshesAnyway(when: (token: unknown, context: LayerContext) => boolean): Layer {
  return async (request, next, context) => {
    const { dependencies } = context;
    const claims = dependencies.tokens.read(sentToken(request)?.token ?? '', 'accept');
    const sent = objectOf(request.body)?.refresh_token;
    if (claims === null || !when(sent, context)) {
      return next(request);
    }
    const { refreshToken } = dependencies.store.sessions.start(claims.sub, Date.now());
    return next({
      ...withToken(request, issueFor(context, claims.sub)),
      body: JSON.stringify({ refresh_token: refreshToken }),
    });
  };
}

const refreshes: readonly Omit<Rule, 'endpoint'>[] = [
  {
    id: 'refresh.made-up-token-accepted',
    way: 'refresh-token-not-looked-at',
    breaks: ['RFR-11'],
    how: 'a refresh token that was made up is accepted',
    layer: refreshesAnyway((sent) => typeof sent === 'string' && !/^refresh_/.test(sent)),
    request(plan) {
      plan.fields.refresh_token = `made-up-${randomUUID()}`;
    },
    kept: givesNone,
  },
  {
    id: 'refresh.token-not-demanded',
    way: 'field-not-demanded',
    breaks: ['RFR-6'],
    how: 'refresh_token may be missing',
    layer: refreshesAnyway((sent) => sent === undefined),
    request(plan) {
      plan.fields.refresh_token = undefined;
    },
    kept: givesNone,
  },
  {
    id: 'refresh.spent-token-accepted',
    way: 'refresh-token-not-looked-at',
    breaks: ['AUT-14', 'AUT-29'],
    how: 'a refresh token that a new one has replaced gives another token',
    layer: refreshesAnyway((sent, { db }) => typeof sent === 'string' && isSpent(sent, db)),
    async exchange({ client, session, send }) {
      const body = { refresh_token: session.refreshToken };
      await client.call('refresh', { token: session.token, body });
      return send();
    },
    kept: givesNone,
    without: ['often', 'at-once', 'order=after-refusal'],
  },
  {
    id: 'refresh.of-a-logged-out-session',
    way: 'refresh-token-not-looked-at',
    breaks: ['LGO-8', 'LGO-9'],
    how: 'a session that was logged out can be refreshed',
    layer: async (request, next, context) => {
      const stale = staleClaims(request, context);
      if (stale?.why !== 'revoked') {
        return next(request);
      }
      const { refreshToken } = context.dependencies.store.sessions.start(stale.sub, Date.now());
      return next({
        ...withToken(request, issueFor(context, stale.sub)),
        body: JSON.stringify({ refresh_token: refreshToken }),
      });
    },
    async exchange({ client, session, send }) {
      await client.call('logout', { token: session.token, body: {} });
      return send();
    },
    kept: givesNone,
    // The session of which a request is made is the one that ended; a call beside it lives.
    without: ['order', 'at-once'],
  },
  {
    id: 'refresh.no-new-refresh-token',
    way: 'answer-field-missing',
    breaks: ['AUT-13'],
    how: 'there is no new refresh token, though rotation is declared',
    layer: edit('refresh', 'refresh_token', gone),
    kept: ({ body }) => body.refresh_token !== undefined,
  },
  {
    id: 'refresh.access-token-called-token',
    way: 'answer-field-missing',
    breaks: ['RFR-7'],
    how: 'access_token is called token',
    layer: edit('refresh', 'access_token', renamed('token')),
    kept: ({ body }) => body.access_token !== undefined,
  },
  {
    id: 'refresh.expired-access-token-refused',
    way: 'expired-access-token-refused',
    kind: 'refusing',
    breaks: ['RFR-10'],
    how: 'a session whose access token is past its hour cannot be refreshed',
    layer: (request, next, context) =>
      staleClaims(request, context)?.why === 'expired'
        ? Promise.resolve(jsonAnswer(401, { status: 'FAILED', message: 'log in again' }))
        : next(request),
    async exchange({ client, send }) {
      const { token, refreshToken } = client.state('expired-token');
      return send({ token: String(token), body: { refresh_token: refreshToken } });
    },
    kept: (answer) => !refused(answer),
    without: ['caller', 'token', 'order', 'often', 'at-once=same-user'],
  },
  {
    id: 'refresh.token-of-somebody-else',
    way: 'session-of-somebody-else',
    breaks: ['AUT-25', 'RFR-9', 'RFR-1'],
    how: 'the access token that is given is that of another user',
    layer: editBody('refresh', (body, request, context) => {
      const claims = context.dependencies.tokens.read(sentToken(request)?.token ?? '', 'accept');
      Object.assign(body as object, {
        access_token: issueFor(context, colleagueOf(claims?.sub ?? '', context)),
      });
    }),
    // He sees his own portfolios by it, or that he is somebody else.
    async exchange({ client, session, send }) {
      const { body } = await send();
      return client.call('portfolios', { token: body.access_token, path: session.id });
    },
    kept: sameStatus,
    without: ['caller'],
  },
];

/** Whether a refresh token was used up by a refresh. */
function isSpent(token: string, db: LayerContext['db']): boolean {
  const row = db
    .prepare<[Buffer], { spentAt: number | null }>(
      'SELECT spent_at AS spentAt FROM refresh_tokens WHERE hash = ?',
    )
    .get(tokenHash(token));
  return row !== undefined && row.spentAt !== null;
}

/** Refreshes (sections 4.2 and 5.5). */
export const REFRESH_RULES: readonly Rule[] = refreshes.map(
  (rule): Rule => ({ ...rule, endpoint: 'refresh' }),
);
