import {
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
} from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, issueFor, sentToken, standardUser, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** A map that the layers of one server share. */
const mapOf = <V>(context: LayerContext, name: string): Map<string, V> =>
  kept(context, name, () => new Map<string, V>());

const tokenOf = (request: PlainRequest) => sentToken(request)?.token ?? '';

const givenToken = (body: string) => {
  const token = objectOf(body)?.access_token;
  return typeof token === 'string' ? token : undefined;
};

/** Answers with 401 whoever comes with one of the tokens that `ends` adds after a request. */
function ending(
  ends: (request: PlainRequest, body: string, context: Parameters<Layer>[2]) => Iterable<string>,
): Layer {
  return async (request, next, context) => {
    const ended = mapOf<true>(context, 'wrongly ended');
    if (ended.has(tokenOf(request))) {
      return jsonAnswer(401, { message: 'signed out' });
    }
    const response = await next(request);
    if (response.status === 200) {
      for (const token of ends(request, response.body, context)) {
        ended.set(token, true);
      }
    }
    return response;
  };
}

const logoutEndsEverybody: Fault = {
  id: 'sequences.logout-ends-the-session-before',
  breaks: 'AUT-34',
  caughtBy: 'sequences.sessions',
  how: 'A logout ends the token that was last given to another user as well.',
  layers: [
    ending((request, body, context) => {
      const newest = mapOf<string>(context, 'newest by user');
      const given = givenToken(body);
      const user = callerOf(given ? withToken(request, given) : request, context)?.id;
      if (given && user) {
        newest.delete(user);
        newest.set(user, given);
      }
      if (context.endpoint !== 'logout') {
        return [];
      }
      // By now the reference server has ended the session: its holder is in the map.
      const own = [...newest].find(([, token]) => token === tokenOf(request))?.[0];
      const other = [...newest].findLast(([holder]) => holder !== own);
      return own && other ? [other[1]] : [];
    }),
  ],
};

/** Makes a session of a token that should be dead: another token of the same user. */
function revived(request: PlainRequest, context: LayerContext, userId: string): PlainRequest {
  const slot = `revived ${tokenOf(request)}`;
  const token = String(context.memory.get(slot) ?? issueFor(context, userId));
  context.memory.set(slot, token);
  return withToken(request, token);
}

/** Lets tokens live on after a logout for which `lives` says so. */
function survives(
  lives: (token: string, userId: string, context: Parameters<Layer>[2]) => boolean,
): Layer {
  return async (request, next, context) => {
    const alive = mapOf<string>(context, 'live on');
    const token = tokenOf(request);
    const user = context.endpoint === 'logout' ? callerOf(request, context)?.id : undefined;
    const holder = alive.get(token);
    if (holder) {
      return next(revived(request, context, holder));
    }
    const refreshed = mapOf<string>(context, 'refreshed from');
    const response = await next(request);
    const given = response.status === 200 ? givenToken(response.body) : undefined;
    const giver = given && callerOf(withToken(request, given), context)?.id;
    if (given && giver) {
      mapOf<string>(context, 'given').set(given, giver);
      if (context.endpoint === 'refresh') {
        refreshed.set(given, token);
      }
    }
    if (user && response.status === 200 && lives(token, user, context)) {
      alive.set(token, user);
    }
    return response;
  };
}

const newestOnly: Fault = {
  id: 'sequences.logout-ends-the-newest-only',
  breaks: 'AUT-12',
  caughtBy: 'sequences.sessions',
  how: 'After a second login of a user a logout ends only the token that was given last.',
  layers: [
    survives((token, userId, context) => {
      const own = [...mapOf<string>(context, 'given')].filter(([, id]) => id === userId);
      return own.length > 1 && own.at(-1)?.[0] !== token;
    }),
  ],
};

const refreshedSurvives: Fault = {
  id: 'logout.refreshed-token-survives',
  breaks: 'AUT-12',
  caughtBy: 'authentication.after-logout.fetch-organisation-preference',
  how: 'A token that a refresh gave works on after it was logged out.',
  layers: [survives((token, _, context) => mapOf<string>(context, 'refreshed from').has(token))],
  alsoCaughtBy: [
    {
      checks: ['authentication.after-logout.*', 'logout.*', 'refresh.*', 'sequences.*'],
      because: 'a token that a refresh gave is logged out there, too',
    },
  ],
};

const loginRevives: Fault = {
  id: 'sequences.login-revives-logged-out-tokens',
  breaks: 'AUT-12',
  caughtBy: 'sequences.sessions',
  how: 'A token of the first customer that was logged out works again once that one has logged in again.',
  layers: [
    async (request, next, context) => {
      const ended = mapOf<string>(context, 'logged out');
      const back = mapOf<string>(context, 'back');
      const token = tokenOf(request);
      const holder = back.get(token);
      if (holder && context.endpoint !== 'refresh' && context.endpoint !== 'logout') {
        return next(revived(request, context, holder));
      }
      const user = context.endpoint === 'logout' ? callerOf(request, context)?.id : undefined;
      const response = await next(request);
      if (user && response.status === 200) {
        ended.set(token, user);
      }
      const given = context.endpoint === 'login' ? givenToken(response.body) : undefined;
      const again = given && callerOf(withToken(request, given), context)?.id;
      for (const [each, id] of ended) {
        if (id === again && id === standardUser(context, 'customer').id) {
          back.set(each, id);
        }
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    {
      checks: ['authentication.after-logout.*'],
      because: 'the session that was logged out is shared by them, and its user logs in meanwhile',
    },
  ],
};

const refreshForTheLast: Fault = {
  id: 'sequences.second-refresh-refused',
  breaks: 'RFR-1',
  caughtBy: 'sequences.sessions',
  how: 'A session can be refreshed once: with the token that the first refresh gave it is refused.',
  layers: [
    async (request, next, context) => {
      const refreshed = mapOf<true>(context, 'from a refresh');
      if (context.endpoint === 'refresh' && refreshed.has(tokenOf(request))) {
        return jsonAnswer(401, { message: 'log in again' });
      }
      const response = await next(request);
      const given = context.endpoint === 'refresh' ? givenToken(response.body) : undefined;
      if (given) {
        refreshed.set(given, true);
      }
      return response;
    },
  ],
};

const managersLogout: Fault = {
  id: 'sequences.logout-of-staff-ends-customers',
  breaks: 'AUT-34',
  caughtBy: 'sequences.sessions',
  how: 'When a manager logs out all tokens of the customer end, those of others do not.',
  layers: [
    ending((request, body, context) => {
      const customers = mapOf<true>(context, 'of the customer');
      const managers = mapOf<true>(context, 'of the manager');
      const given = givenToken(body);
      const id = given && callerOf(withToken(request, given), context)?.id;
      if (given && id === standardUser(context, 'customer').id) {
        customers.set(given, true);
      }
      if (given && id === standardUser(context, 'manager').id) {
        managers.set(given, true);
      }
      const isMeant = context.endpoint === 'logout' && managers.has(tokenOf(request));
      return isMeant ? customers.keys() : [];
    }),
  ],
};

/** Section 5: what shows only when several logins, refreshes and logouts follow one another. */
export const sessionSequenceFaults: Fault[] = [
  logoutEndsEverybody,
  newestOnly,
  refreshedSurvives,
  loginRevives,
  refreshForTheLast,
  managersLogout,
];
