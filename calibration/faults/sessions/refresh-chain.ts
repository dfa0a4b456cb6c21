import { setTimeout as pause } from 'node:timers/promises';
import { tokenHash } from '../../../server/tokens.ts';
import { jsonAnswer, type Layer, type LayerContext } from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import { sendsBearer, sentToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { unspend } from '../tokens/refresh-rotation.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** By refresh token, how many refreshes its session has seen; a login's has seen none. */
const seenBy = (context: Pick<LayerContext, 'memory'>) =>
  kept(context, 'refreshes seen', () => new Map<string, number>());

/** The last refresh of a session that goes well. */
const GOOD = 2;

/** Does something with the refreshes after the second of a session. */
function afterTheSecond(
  act: (ask: () => ReturnType<Layer>, context: LayerContext) => ReturnType<Layer>,
): Layer {
  return async (request, next, context) => {
    if (context.endpoint !== 'refresh') {
      return next(request);
    }
    const seen = seenBy(context).get(text(objectOf(request.body)?.refresh_token)) ?? 0;
    const ask = () => next(request);
    const response = await (seen >= GOOD ? act(ask, context) : ask());
    const given = text(objectOf(response.body)?.refresh_token);
    if (given !== '') {
      seenBy(context).set(given, seen + 1);
    }
    return response;
  };
}

const chain: Fault[] = [
  {
    id: 'refresh.refused-after-the-second',
    how: 'Who has refreshed twice has to log in again.',
    layer: afterTheSecond(async () => jsonAnswer(401, { message: 'log in again' })),
  },
  {
    id: 'refresh.dead-token-after-the-second',
    how: 'The third refresh of a session gives an access token that nobody accepts.',
    layer: afterTheSecond(async (ask) => {
      const response = await ask();
      const body = objectOf(response.body);
      const token = text(body?.access_token).replace(/\.[^.]*$/, '.AAAA');
      return body && token !== ''
        ? { ...response, body: JSON.stringify({ ...body, access_token: token }) }
        : response;
    }),
  },
].map(({ id, how, layer }) => ({
  id,
  breaks: 'RFR-16',
  caughtBy: 'refresh.in-a-row',
  how,
  layers: [layer],
  alsoCaughtBy: [
    { checks: ['sequences.sessions'], because: 'its sessions are refreshed again and again, too' },
  ],
}));

/** Lets a refresh token that came from a refresh be used again, whatever has replaced it. */
const ofARefreshWorks: Layer = async (request, next, context) => {
  if (context.endpoint !== 'refresh') {
    return next(request);
  }
  const given = kept(context, 'given by refreshes', () => new Set<string>());
  const sent = text(objectOf(request.body)?.refresh_token);
  if (given.has(sent)) {
    unspend(sent, context);
  }
  const response = await next(request);
  given.add(text(objectOf(response.body)?.refresh_token));
  return response;
};

/** How long a refresh takes between looking whether its token is spent and spending it, in milliseconds. */
const SPENDING_MS = 30;

/** A refresh that looks whether its token is spent, and spends it later. */
const racing: Fault = {
  id: 'refresh.rotation.spent-twice-at-once',
  breaks: 'AUT-14',
  caughtBy: 'refresh.rotation.at-once',
  how: 'A refresh token that two requests use at the same time gives each a new one.',
  layers: [
    async (request, next, context) => {
      if (context.endpoint !== 'refresh') {
        return next(request);
      }
      const underWay = kept(context, 'refresh tokens under way', () => new Set<string>());
      const sent = text(objectOf(request.body)?.refresh_token);
      const isSecond = underWay.has(sent);
      underWay.add(sent);
      await pause(isSecond ? 2 * SPENDING_MS : SPENDING_MS);
      if (isSecond) {
        unspend(sent, context);
      }
      underWay.delete(sent);
      return next(request);
    },
  ],
};

const REPLACED = ['refresh.rotation.spent-token', 'refresh.replaced-token'];

const replaced: Fault[] = REPLACED.map((caughtBy) => ({
  id: `${caughtBy}-of-a-refresh-works`,
  breaks: caughtBy === 'refresh.replaced-token' ? 'AUT-29' : 'AUT-14',
  caughtBy,
  how: 'The refresh token of a login is good for once, that of a refresh for ever.',
  layers: [ofARefreshWorks],
  alsoCaughtBy: [
    { checks: REPLACED, because: 'what rotation spends is what a new token has replaced' },
  ],
}));

/** A way for expired access tokens that looks at whose refresh token it is, and not at whether it is spent. */
const spentWithExpired: Fault = {
  id: 'refresh.rotation.spent-token-works-with-an-expired-one',
  breaks: 'AUT-14',
  caughtBy: 'refresh.rotation.spent-token',
  how: 'A spent refresh token gives a new one where it comes with an expired access token.',
  layers: [
    (request, next, context) => {
      const { tokens } = context.dependencies;
      const token = sentToken(request)?.token ?? '';
      if (context.endpoint === 'refresh' && tokens.read(token) === null) {
        unspend(objectOf(request.body)?.refresh_token, context);
      }
      return next(request);
    },
  ],
};

/** The session keeps the token that was spent last, and knows of none before it. */
const firstReturns: Fault = {
  id: 'refresh.rotation.first-token-works-after-two',
  breaks: 'AUT-14',
  caughtBy: 'refresh.rotation.spent-token',
  how: 'The refresh token of a login works again once two others were given.',
  layers: [
    async (request, next, context) => {
      if (context.endpoint !== 'refresh') {
        return next(request);
      }
      const chains = kept(
        context,
        'chains',
        () => new Map<string, { first: string; by: number }>(),
      );
      const sent = text(objectOf(request.body)?.refresh_token);
      if ([...chains.values()].some(({ first, by }) => first === sent && by > 1)) {
        unspend(sent, context);
      }
      const response = await next(request);
      const given = text(objectOf(response.body)?.refresh_token);
      if (given !== '') {
        const { first, by } = chains.get(sent) ?? { first: sent, by: 0 };
        chains.set(given, { first, by: by + 1 });
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    { checks: ['refresh.replaced-token'], because: 'a token that was spent was replaced, too' },
  ],
};

/** Where the access token of a refresh comes by Bearer, the refresh token is not spent. */
const spentNotByBearer: Fault = {
  id: 'refresh.rotation.spends-nothing-by-bearer',
  breaks: 'AUT-14',
  caughtBy: 'refresh.rotation.spent-token',
  how: 'A refresh by Bearer spends no refresh token.',
  layers: [
    async (request, next, context) => {
      const response = await next(request);
      if (context.endpoint === 'refresh' && sendsBearer(request)) {
        unspend(text(objectOf(request.body)?.refresh_token), context);
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    { checks: ['refresh.replaced-token'], because: 'a token that was spent was replaced, too' },
  ],
};

/** Letters of a refresh token that was given; one of nobody mostly has fewer. */
const GIVEN_LENGTH = 43;

/** A refresh that is refused and costs the session its refresh token all the same. */
const spending: Fault[] = [
  {
    way: 'its-access-token',
    how: 'A refresh with a good refresh token, refused for its access token, spends it.',
    isMeant: (body: Record<string, unknown> | undefined, token: string) =>
      body?.refresh_token !== undefined && token.split('.').length < 3,
  },
  {
    way: 'its-body',
    how: 'A refresh without refresh_token ends the refresh token of the session.',
    isMeant: (body: Record<string, unknown> | undefined) =>
      body !== undefined && body.refresh_token === undefined,
  },
  {
    way: 'a-token-of-nobody',
    how: 'A refresh with a refresh token of nobody ends that of the session.',
    isMeant: (body: Record<string, unknown> | undefined) => {
      const { length } = text(body?.refresh_token);
      return length > 0 && length < GIVEN_LENGTH;
    },
  },
].map(({ way, how, isMeant }) => ({
  id: `refresh.spent-though-refused-for-${way}`,
  breaks: 'RFR-17',
  caughtBy: 'refresh.refusal-changes-nothing',
  how,
  layers: [
    async (request, next, context) => {
      const ofLogin = kept(context, 'refresh tokens of logins', () => new Map<string, string>());
      const response = await next(request);
      const token = sentToken(request)?.token ?? '';
      const body = objectOf(request.body);
      if (context.endpoint === 'login') {
        const given = objectOf(response.body);
        ofLogin.set(text(given?.access_token), text(given?.refresh_token));
      }
      if (context.endpoint === 'refresh' && response.status >= 400 && isMeant(body, token)) {
        const own = ofLogin.get(token);
        const spent = way === 'its-access-token' ? text(body?.refresh_token) : own;
        context.db
          .prepare('UPDATE refresh_tokens SET spent_at = ? WHERE hash = ?')
          .run(context.dependencies.clock.now(), tokenHash(spent ?? ''));
      }
      return response;
    },
  ],
}));

/** Section 5.5: sessions that cannot be continued as long as one likes, or by more than was given. */
export const refreshChainFaults: Fault[] = [
  ...chain,
  ...replaced,
  racing,
  spentNotByBearer,
  spentWithExpired,
  firstReturns,
  ...spending,
];
