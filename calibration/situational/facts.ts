import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { User } from '../../server/store/users.ts';
import type {
  Layer,
  LayerContext,
  PlainRequest,
  PlainResponse,
  Route,
} from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import { callerOf, claimedUser, sentToken } from '../servers/tokens.ts';
import { remembered } from '../strangers/situation.ts';

/** What a request does not say itself: who sends it, and what he did before. */
export interface Facts {
  /** by a token that is good, by what a bad one claims, or by the address of a login */
  user: User | undefined;
  /** the token came from a refresh */
  refreshed: boolean;
  /** another session of the user was logged out since the token's began */
  outlivedAnother: boolean;
  /** the last answer to this token, or to this user's logins, was a refusal */
  afterRefusal: boolean;
  /** which request it is of this token to this endpoint; of a user's logins where there is none */
  turn: number;
  /** which request it is of this user to this endpoint */
  userTurn: number;
  /** the uuid is another than that of the login */
  otherDevice: boolean;
  /** others that are on the way to this endpoint at the same time: by this user, by others */
  meanwhile: Set<'same-user' | 'other-user'>;
}

/** A token that was given out. */
interface Given {
  token: string;
  userId: string;
  device: string;
  refreshed: boolean;
  /** the place of its session's login in the order of everything */
  began: number;
}

/** Longest that a request waits for another to come beside it, in milliseconds. */
const HOLD_MS = 12;

const place = (map: Map<string, number>, key: string): number => {
  const next = (map.get(key) ?? 0) + 1;
  map.set(key, next);
  return next;
};

/** The tokens that were given out, latest last. */
export const givenTokens = (context: LayerContext): Given[] => {
  const kept = remembered<Given[]>(context, 'given tokens');
  const list = kept.get('all') ?? [];
  kept.set('all', list);
  return list;
};

/** Finds out the facts of a request; called once for each, when it comes. */
function factsOf(request: PlainRequest, context: LayerContext & Route): Facts {
  const token = sentToken(request)?.token ?? '';
  const endpoint = context.endpoint as EndpointName;
  const login = endpoint === 'login';
  const user = login
    ? context.dependencies.store.users.byEmail(String(objectOf(request.body)?.email))
    : (callerOf(request, context) ?? claimedUser(token, context));
  const whose = user?.id ?? 'nobody';
  const given = givenTokens(context).findLast((each) =>
    login ? each.userId === whose : each.token === token,
  );
  const turns = remembered<number>(context, 'turns');
  const logout = remembered<number>(context, 'logouts').get(whose) ?? 0;
  return {
    user,
    refreshed: !login && given?.refreshed === true,
    outlivedAnother: logout > (login ? 0 : (given?.began ?? Number.POSITIVE_INFINITY)),
    afterRefusal: remembered<boolean>(context, 'refused').get(login ? whose : token) === true,
    turn: place(turns, `${endpoint} ${login ? whose : token}`),
    userTurn: place(turns, `${endpoint} by ${whose}`),
    otherDevice: given !== undefined && request.headers.uuid !== given.device,
    meanwhile: new Set(),
  };
}

/** Remembers what an answer means for the requests that follow. */
function remember(
  request: PlainRequest,
  { user }: Facts,
  response: PlainResponse,
  context: LayerContext & Route,
): void {
  const { endpoint } = context;
  if (response.status !== 200 || user === undefined) {
    return;
  }
  const token = sentToken(request)?.token ?? '';
  const order = remembered<number>(context, 'order');
  if (endpoint === 'logout') {
    remembered<number>(context, 'logouts').set(user.id, place(order, 'all'));
  } else if (endpoint === 'login' || endpoint === 'refresh') {
    const tokens = givenTokens(context);
    const before = tokens.find((each) => each.token === token);
    tokens.push({
      token: String(objectOf(response.body)?.access_token),
      userId: user.id,
      device: request.headers.uuid ?? '',
      refreshed: endpoint === 'refresh',
      began: (endpoint === 'refresh' && before?.began) || place(order, 'all'),
    });
  }
}

/** Whether this is a request that goes wrong. */
export type Occasion = (
  request: PlainRequest,
  facts: Facts,
  context: LayerContext & Route,
  next: Parameters<Layer>[1],
) => boolean | Promise<boolean>;

/**
 * A server that goes wrong on occasion, and remembers what occasions are made of. Where it matters
 * what comes at the same time, every request is held for a moment, so that two can meet.
 */
export function onOccasion(occasion: Occasion, wrong: Layer, meets: boolean): Layer {
  return async (request, next, context) => {
    if (context.endpoint === undefined) {
      return next(request);
    }
    const facts = factsOf(request, context);
    const known = remembered<Facts[]>(context, 'on the way');
    const others = known.get(context.endpoint) ?? [];
    for (const other of others) {
      const who = other.user?.id === facts.user?.id ? 'same-user' : 'other-user';
      other.meanwhile.add(who);
      facts.meanwhile.add(who);
    }
    known.set(context.endpoint, [...others, facts]);
    const recorded: typeof next = async (passed) => {
      const response = await next(passed);
      remember(passed, facts, response, context);
      return response;
    };
    if (meets) {
      await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
    }
    const response = (await occasion(request, facts, context, next))
      ? await wrong(request, recorded, context)
      : await recorded(request);
    const left = known.get(context.endpoint) ?? [];
    known.set(
      context.endpoint,
      left.filter((each) => each !== facts),
    );
    const key = context.endpoint === 'login' ? facts.user?.id : sentToken(request)?.token;
    remembered<boolean>(context, 'refused').set(key ?? '', response.status >= 400);
    return response;
  };
}
