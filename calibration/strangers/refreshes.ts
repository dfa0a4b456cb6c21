import { tokenHash } from '../../server/tokens.ts';
import { editBody } from '../servers/answers.ts';
import { jsonAnswer, type LayerContext, type PlainRequest } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import { sentToken } from '../servers/tokens.ts';
import {
  allOf,
  at,
  bearer,
  by,
  colleague,
  only,
  remembered,
  staleClaims,
  takenFor,
} from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

interface RefreshBody {
  access_token: string;
  refresh_token: string;
}

const refreshTokenOf = ({ body }: PlainRequest) => String(objectOf(body)?.refresh_token ?? '');

/** Remembers which access tokens came of refreshing. */
const remembersRefreshed = editBody('refresh', (body, _request, context) => {
  remembered<boolean>(context, 'refreshed').set((body as RefreshBody).access_token, true);
});

const isRefreshed = (request: PlainRequest, context: LayerContext) =>
  remembered<boolean>(context, 'refreshed').has(sentToken(request)?.token ?? '');

/** The user whose refresh token a request carries. */
function ownerOfRefreshToken(request: PlainRequest, { db, dependencies }: LayerContext) {
  const row = db
    .prepare<[Buffer], { userId: string }>(
      `SELECT user_id AS userId FROM refresh_tokens JOIN sessions ON sessions.id = session_id
       WHERE hash = ?`,
    )
    .get(tokenHash(refreshTokenOf(request)));
  return row && dependencies.store.users.byId(row.userId);
}

/** Refreshing that goes wrong the second time, past the hour or for others (sections 4.2, 5.5). */
export const REFRESH_FAULTS: readonly SituationalFault[] = [
  {
    id: 'refresh.second-refresh.refresh-token-kept',
    how: 'Only the refresh token of the login is rotated; the next one is given back and stays good.',
    sentence: 'Refresh tokens should be rotated after each use.',
    section: '5.5',
    situation: 'the second refresh of a session',
    things: 2,
    layers: [
      editBody('refresh', (body, request, context) => {
        const answer = body as RefreshBody;
        const sent = refreshTokenOf(request);
        const rotated = remembered<boolean>(context, 'rotated');
        if (rotated.has(sent)) {
          context.db
            .prepare('UPDATE refresh_tokens SET spent_at = NULL WHERE hash = ?')
            .run(tokenHash(sent));
          answer.refresh_token = sent;
        } else {
          rotated.set(answer.refresh_token, true);
        }
      }),
    ],
  },
  {
    id: 'refresh.expired-access-token.refused-as-bearer',
    how: 'An access token past its hour cannot be refreshed when it comes as Bearer.',
    sentence:
      'The access token expires after 1 hour (expires_in 3600). To continue, call the refresh endpoint (4.2) with the refresh token, or log in again.',
    section: '5.5',
    situation: 'a refresh, with an expired access token, sent as Bearer',
    things: 3,
    layers: [
      only(allOf(at('refresh'), bearer), (request, next, context) =>
        staleClaims(request, context)?.why === 'expired'
          ? Promise.resolve(jsonAnswer(401, { status: 'FAILED', message: 'the token is expired' }))
          : next(request),
      ),
    ],
  },
  {
    id: 'refresh.expired-access-token.answered-with-expired-one',
    how: 'The new access token keeps the time of issue of the old one, so it is past its hour too.',
    sentence: 'To continue, call the refresh endpoint (4.2) with the refresh token',
    section: '5.5',
    situation: 'a refresh with an expired access token',
    things: 2,
    layers: [
      editBody('refresh', (body, request, context) => {
        const claims = staleClaims(request, context);
        if (claims?.why !== 'expired') {
          return;
        }
        const { tokens } = context.dependencies;
        (body as RefreshBody).access_token = tokens.issue(
          claims.sub,
          claims.sid,
          claims.iat * 1000,
        );
      }),
    ],
  },
  {
    id: 'refresh.refresh-token-of-a-colleague.his-session',
    how: "A refresh token of another user of the organisation gives that user's access token.",
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: 'own access token, refresh token of another user, same organisation',
    things: 3,
    layers: [
      only(
        at('refresh'),
        takenFor((request, context) => {
          const claims = context.dependencies.tokens.read(sentToken(request)?.token ?? '');
          const caller = claims && context.dependencies.store.sessions.userOf(claims);
          const owner = ownerOfRefreshToken(request, context);
          return caller && owner?.tenantId === caller.tenantId ? owner.id : undefined;
        }),
      ),
    ],
  },
  {
    id: 'refresh.cashier.may-list-payments',
    how: 'A refreshed token does not carry the role, so nothing keeps a cashier from the listing.',
    sentence: 'Role CASHIER is not allowed to call it.',
    section: '4.5',
    situation: 'a cashier, with a refreshed token, lists awaiting payments',
    things: 3,
    layers: [
      remembersRefreshed,
      only(
        allOf(at('awaiting-payments'), by('CASHIER'), isRefreshed),
        takenFor((request, context) => colleague(request, context, 'MANAGER')),
      ),
    ],
  },
  {
    id: 'request-loan.refreshed-token.customer-forbidden',
    how: 'After a refresh customers are told that their role may not apply for a loan.',
    sentence: 'Callers are customers or agents.',
    section: '4.6',
    situation: 'a customer, with a refreshed token, requests a loan',
    things: 3,
    layers: [
      remembersRefreshed,
      only(allOf(at('request-loan'), by('CUSTOMER'), isRefreshed), async () =>
        jsonAnswer(403, { error: 'forbidden', message: 'the role may not', role: 'CUSTOMER' }),
      ),
    ],
  },
];
