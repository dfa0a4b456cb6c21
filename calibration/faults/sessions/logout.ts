import { replace } from '../../servers/answers.ts';
import { failed, jsonAnswer, type Layer, type PlainRequest } from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, claimedUser, issueFor, sentToken, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { loggedOut } from '../tokens/accepted-tokens.ts';

/** What a refresh does for sessions that have ended. */
const AFTER_LOGOUT = [
  {
    what: 'logged-out-access-token-accepted',
    breaks: 'LGO-8',
    caughtBy: 'refresh.refuses.logged-out',
    how: 'A refresh with both tokens of a session that was logged out gives a token.',
    isMeant: (sameSession: boolean) => sameSession,
  },
  {
    what: 'logged-out-refresh-token-accepted',
    breaks: 'LGO-9',
    caughtBy: 'logout.ends-refresh-token',
    how: 'The refresh token of a session that was logged out works beside a live access token.',
    isMeant: (sameSession: boolean) => !sameSession,
  },
];

/** Revoked tokens that a server remembers, before it forgets the oldest. */
const REMEMBERED = 30;

const forgotten: Fault = {
  id: 'logout.forgotten-after-thirty',
  breaks: 'AUT-12',
  caughtBy: 'authentication.after-logout.for-good',
  how: `Of tokens that were logged out the latest ${REMEMBERED} are remembered.`,
  layers: [
    async (request, next, context) => {
      const ended = kept(context, 'revoked tokens', (): string[] => []);
      const token = sentToken(request)?.token ?? '';
      const user = claimedUser(token, context);
      if (user && ended.slice(0, -REMEMBERED).includes(token)) {
        return next(withToken(request, issueFor(context, user.id)));
      }
      const response = await next(request);
      if (context.endpoint === 'logout' && response.status === 200) {
        ended.push(token);
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    {
      checks: ['sequences.sessions'],
      because: 'a long sequence looks at all its tokens at its end',
    },
  ],
};

/** Serves tokens that were logged out where `isThere`, of those logouts that are left undone. */
const servesEnded =
  (
    isThere: (context: Parameters<Layer>[2], request: PlainRequest) => boolean,
    isUndone: (logout: PlainRequest) => boolean = () => true,
  ): Layer =>
  async (request, next, context) => {
    const ended = loggedOut(context);
    const token = sentToken(request)?.token ?? '';
    const user =
      isThere(context, request) && ended.has(token) ? claimedUser(token, context) : undefined;
    const response = await next(user ? withToken(request, issueFor(context, user.id)) : request);
    if (context.endpoint === 'logout' && response.status === 200 && isUndone(request)) {
      ended.add(token);
    }
    return response;
  };

/** What reads the body of a logout by its media type alone, and does nothing where it finds none. */
const undoneByCharset: Fault = {
  id: 'logout.undone-by-a-charset',
  breaks: 'AUT-12',
  caughtBy: 'authentication.after-logout.awaiting-payments',
  how: 'A logout whose Content-Type names a charset is answered and leaves the token as it is.',
  layers: [
    servesEnded(
      () => true,
      ({ headers }) => headers['content-type']?.includes('charset') === true,
    ),
  ],
};

/** What forgets the logouts of others than the customer, where their sessions are renewed. */
const renewedOfAgents: Fault = {
  id: 'logout.agent-renewed-after-it',
  breaks: 'LGO-8',
  caughtBy: 'logout.at-once',
  how: 'An agent who was logged out is given a token by a refresh.',
  layers: [
    async (request, next, context) => {
      const ended = loggedOut(context);
      const token = sentToken(request)?.token ?? '';
      const user = claimedUser(token, context);
      if (context.endpoint === 'refresh' && ended.has(token) && user?.role === 'AGENT') {
        return jsonAnswer(200, { access_token: issueFor(context, user.id), expires_in: 3600 });
      }
      const response = await next(request);
      if (context.endpoint === 'logout' && response.status === 200) {
        ended.add(token);
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    { checks: ['sequences.sessions'], because: 'agents refresh there after a logout, too' },
  ],
};

/** Two hosts that do not tell each other who has logged out. */
const onLendingHost: Fault = {
  id: 'logout.unknown-on-the-lending-host',
  breaks: 'AUT-12',
  caughtBy: 'authentication.after-logout.request-loan',
  how: 'The lending host takes requests for loans with tokens that were logged out.',
  layers: [servesEnded(({ endpoint, host }) => endpoint === 'request-loan' && host === 'lending')],
};

/** Agents who borrow are looked up where nobody knows who has logged out. */
const ofAgents: Fault = {
  id: 'logout.unknown-of-agents-who-borrow',
  breaks: 'AUT-12',
  caughtBy: 'authentication.after-logout.request-loan',
  how: 'Requests for loans are taken with tokens of agents that were logged out.',
  layers: [
    servesEnded(
      (context, request) =>
        context.endpoint === 'request-loan' &&
        claimedUser(sentToken(request)?.token ?? '', context)?.role === 'AGENT',
    ),
  ],
};

/** Lists whose later pages come from where nobody knows who has logged out. */
const onLaterPages: Fault[] = (['awaiting-payments', 'portfolios'] as const).map((listed) => ({
  id: `logout.unknown-on-later-pages.${listed}`,
  breaks: 'AUT-12',
  caughtBy: `authentication.after-logout.${listed}`,
  how: `Pages of ${listed} beyond the first are shown to tokens that were logged out.`,
  layers: [
    servesEnded(({ endpoint }, { path }) => endpoint === listed && /[?&]page=[2-9]/.test(path)),
  ],
}));

const KEPT_MS = 3_000;

/** A list whose later pages keep who asked, so as not to look at each token again. */
const keptFromLaterPages: Fault = {
  id: 'logout.unknown-where-a-later-page-was-read',
  breaks: 'AUT-12',
  caughtBy: 'authentication.after-logout.awaiting-payments',
  how: 'A token that a later page of awaiting payments was read with is good there for three seconds more.',
  layers: [
    async (request, next, context) => {
      const slot = `read a later page ${sentToken(request)?.token}`;
      const until = context.memory.get(slot) as number | undefined;
      const user = claimedUser(sentToken(request)?.token ?? '', context);
      if (context.endpoint !== 'awaiting-payments' || !user) {
        return next(request);
      }
      const response = await next(
        until !== undefined && Date.now() < until
          ? withToken(request, issueFor(context, user.id))
          : request,
      );
      if (response.status === 200 && /[?&]page=[2-9]/.test(request.path)) {
        context.memory.set(slot, Date.now() + KEPT_MS);
      }
      return response;
    },
  ],
};

/** A session that knows of its newest token only when it ends. */
const replacedLivesOn: Fault = {
  id: 'logout.replaced-token-lives-on',
  breaks: 'AUT-12',
  caughtBy: 'logout.ends-replaced-token',
  how: 'A logout with the token from before a refresh answers well and ends nothing.',
  layers: [
    async (request, next, context) => {
      const slot = `replaced ${sentToken(request)?.token}`;
      if (context.endpoint === 'logout' && context.memory.has(slot)) {
        return jsonAnswer(200, { status: 'SUCCESS' });
      }
      const response = await next(request);
      if (context.endpoint === 'refresh' && response.status === 200) {
        context.memory.set(slot, true);
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    { checks: ['sequences.sessions'], because: 'a sequence may log such a token out, too' },
  ],
};

/** Section 4.3 and 5.6 where a refresh follows a logout. */
const refreshedAfter: Fault[] = AFTER_LOGOUT.map(({ what, breaks, caughtBy, how, isMeant }) => ({
  id: `refresh.${what}`,
  breaks,
  caughtBy,
  how,
  layers: [
    async (request, next, context) => {
      const ended = kept(context, 'ended sessions', () => new Map<string, string>());
      const access = sentToken(request)?.token ?? '';
      const sent = objectOf(request.body)?.refresh_token;
      const owner = typeof sent === 'string' ? ended.get(sent) : undefined;
      const user = claimedUser(access, context);
      if (context.endpoint === 'refresh' && owner && user && isMeant(owner === access)) {
        return Promise.resolve(
          jsonAnswer(200, { access_token: issueFor(context, user.id), expires_in: 3600 }),
        );
      }
      const response = await next(request);
      const given = context.endpoint === 'login' ? objectOf(response.body) : undefined;
      if (given) {
        context.memory.set(String(given.access_token), given.refresh_token);
      }
      if (context.endpoint === 'logout' && response.status === 200) {
        ended.set(String(context.memory.get(access)), access);
      }
      return response;
    },
  ],
}));

const revokesRefused: Fault = {
  id: 'logout.refused-and-revoked',
  breaks: 'LGO-11',
  caughtBy: 'logout.refused-ends-nothing',
  how: 'A logout without a platform is refused, once its token is revoked.',
  layers: [
    replace(
      'logout',
      failed(400, 'platform is required'),
      ({ status }, { headers }) => status === 200 && headers.platform === undefined,
    ),
  ],
};

/** One state of a session for all that it is asked: what was refused last is still there when it is logged out. */
const refusedAfterRefusal: Fault = {
  id: 'logout.refused-after-a-refusal',
  breaks: 'LGO-1',
  caughtBy: 'logout.succeeds-each-time',
  how: 'A customer whose last request was refused with 400 cannot log out: 400.',
  layers: [
    async (request, next, context) => {
      const refused = kept(context, 'refused last', () => new Set<string>());
      const token = sentToken(request)?.token ?? '';
      const role = context.endpoint === 'logout' ? callerOf(request, context)?.role : undefined;
      if (role === 'CUSTOMER' && refused.has(token)) {
        return failed(400, 'finish what you have begun');
      }
      const response = await next(request);
      refused[response.status === 400 ? 'add' : 'delete'](token);
      return response;
    },
  ],
};

/** Section 4.3 and 5.6: what logging out ends, and for how long. */
export const logoutFaults: Fault[] = [
  ...refreshedAfter,
  forgotten,
  undoneByCharset,
  renewedOfAgents,
  onLendingHost,
  ofAgents,
  ...onLaterPages,
  keptFromLaterPages,
  replacedLivesOn,
  revokesRefused,
  refusedAfterRefusal,
];
