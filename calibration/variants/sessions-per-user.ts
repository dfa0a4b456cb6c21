import type { Dependencies } from '../../server/dependencies.ts';
import type { User } from '../../server/store/users.ts';
import { jsonAnswer, type Layer, type LayerContext } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import { callerOf, sentToken } from '../servers/tokens.ts';
import type { Wrapping } from '../servers/wrapped-server.ts';
import { isTokenAnswer } from './sessions.ts';
import { succeeded } from './succeeded.ts';
import type { Axis } from './variant.ts';

/** Whom a rule about sessions is for. */
type Whose = (user: User) => boolean;

const EVERYBODY: Whose = () => true;
const STAFF: Whose = ({ role }) => role !== 'CUSTOMER';
const CUSTOMERS: Whose = ({ role }) => role === 'CUSTOMER';

/** Lets a login end the older sessions of the same user. */
function oneSession(whose = EVERYBODY): Layer {
  const newest = new Map<string, string>();
  return async (request, next, context) => {
    const anybody = callerOf(request, context);
    const caller = anybody && whose(anybody) ? anybody : undefined;
    const sent = sentToken(request)?.token ?? '';
    const latest = caller && newest.get(caller.id);
    if (latest !== undefined && latest !== sent && !sent.startsWith('assay_')) {
      return jsonAnswer(401, { message: 'signed in elsewhere' });
    }
    const response = await next(request);
    if (!isTokenAnswer(context.endpoint) || !succeeded(response, request, context)) {
      return response;
    }
    const token = String(objectOf(response.body)?.access_token);
    const owner = ownerOf(token, context);
    if (owner !== undefined) {
      newest.set(owner, token);
    }
    return response;
  };
}

function ownerOf(token: string, { dependencies }: LayerContext): string | undefined {
  const claims = dependencies.tokens.read(token);
  return claims ? dependencies.store.sessions.userOf(claims)?.id : undefined;
}

/** Keeps so many sessions of a user, those of the states counted too; a login ends the oldest. */
function keeping(most: number) {
  return (right: Dependencies): Dependencies => {
    const { sessions } = right.store;
    const kept = new Map<string, string[]>();
    const start: typeof sessions.start = (userId, now) => {
      const session = sessions.start(userId, now);
      const all = [...(kept.get(userId) ?? []), session.id];
      for (const oldest of all.splice(0, all.length - most)) {
        sessions.end(oldest, now);
      }
      kept.set(userId, all);
      return session;
    };
    return { ...right, store: { ...right.store, sessions: { ...sessions, start } } };
  };
}

/** It says FAILED, since another variant may answer refusals that do so with HTTP 200. */
const TOO_MANY = { status: 'FAILED', message: 'too many open sessions; log out first' };

/** Refuses the login of a user who has so many sessions open, that of an expired token of a state apart. */
function atMost(most: number, whose = EVERYBODY): Wrapping {
  return {
    layers: [
      (request, next, { endpoint, db, dependencies }) => {
        const { store, clock, tokens } = dependencies;
        const user = store.users.byEmail(String(objectOf(request.body)?.email));
        if (endpoint !== 'login' || user === undefined || !whose(user)) {
          return next(request);
        }
        const begun = clock.now() - tokens.lifetime * 1000;
        const open = db
          .prepare<[string, number], { open: number }>(
            'SELECT count(*) AS open FROM sessions WHERE user_id = ? AND started_at > ? AND ended_at IS NULL',
          )
          .get(user.id, begun)?.open;
        return (open ?? 0) >= most ? Promise.resolve(jsonAnswer(409, TOO_MANY)) : next(request);
      },
    ],
  };
}

/** How many sessions a user may have is not said. */
export const sessionsPerUser: Axis = {
  id: 'sessions-per-user',
  open: ['LGO-7'],
  choices: [
    {
      id: 'sessions-per-user.one',
      how: 'ends the older session of a user at a new login or refresh',
      wrapping: () => ({ layers: [oneSession()] }),
    },
    ...[1, 3].map((most) => ({
      id: `sessions-per-user.kept-${most}`,
      how: `keeps ${most} of a user, refresh tokens and those that the states give included`,
      wrapping: () => ({ dependencies: keeping(most) }),
    })),
    ...[1, 2, 5, 20].map((most) => ({
      id: `sessions-per-user.at-most-${most}`,
      how: `refuses the login of a user who has ${most} sessions open`,
      wrapping: () => atMost(most),
    })),
    ...[
      { whose: STAFF, who: 'staff' },
      { whose: CUSTOMERS, who: 'customers' },
    ].flatMap(({ whose, who }) => [
      {
        id: `sessions-per-user.one-of-${who}`,
        how: `ends the older session at a new login or refresh, of ${who} alone`,
        wrapping: () => ({ layers: [oneSession(whose)] }),
      },
      {
        id: `sessions-per-user.at-most-1-of-${who}`,
        how: `refuses the login of who has a session open, of ${who} alone`,
        wrapping: () => atMost(1, whose),
      },
    ]),
  ],
};
