import type { User } from '../../../server/store/users.ts';
import { tokenHash } from '../../../server/tokens.ts';
import { replace } from '../../servers/answers.ts';
import { jsonAnswer, type PlainRequest } from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, claimedUser, issueFor, payloadOf, sentToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** Gives a new access token without looking at the refresh token. */
const giveToken = (context: Parameters<typeof issueFor>[0], userId: string) =>
  Promise.resolve(jsonAnswer(200, { access_token: issueFor(context, userId), expires_in: 3600 }));

const LAX = [
  {
    what: 'refresh-token-missing-accepted',
    breaks: 'RFR-6',
    check: 'refresh.refuses.missing',
    how: 'A refresh without refresh_token gives a token.',
    isMeant: (token: unknown) => token === undefined,
  },
  {
    what: 'refresh-token-number-accepted',
    breaks: 'RFR-6',
    check: 'refresh.refuses.not-a-string',
    how: 'A refresh_token that is a number gives a token.',
    isMeant: (token: unknown) => typeof token === 'number',
  },
  {
    what: 'refresh-token-missing-accepted-of-phones',
    breaks: 'RFR-6',
    check: 'refresh.refuses.missing',
    how: 'A refresh without refresh_token gives a token on the platform ANDROID.',
    isMeant: (token: unknown, { platform }: PlainRequest['headers']) =>
      token === undefined && platform === 'ANDROID',
  },
  {
    what: 'refresh-token-missing-accepted-of-agents',
    breaks: 'RFR-6',
    check: 'refresh.refuses.missing',
    how: 'A refresh without refresh_token gives an agent a token.',
    isMeant: (token: unknown, _: unknown, { role }: User) =>
      token === undefined && role === 'AGENT',
  },
];

/** Section 4.2: refreshes that a server must refuse, given a token all the same. */
export const refreshRefusalFaults: Fault[] = [
  ...LAX.map(
    ({ what, breaks, check, how, isMeant }): Fault => ({
      id: `refresh.${what}`,
      breaks,
      caughtBy: check,
      how,
      layers: [
        (request, next, context) => {
          const body = objectOf(request.body);
          const caller = callerOf(request, context);
          return context.endpoint === 'refresh' &&
            body &&
            caller &&
            isMeant(body.refresh_token, request.headers, caller)
            ? giveToken(context, caller.id)
            : next(request);
        },
      ],
    }),
  ),
  {
    id: 'refresh.end-of-refresh-token-not-compared',
    breaks: 'RFR-11',
    caughtBy: 'refresh.refuses.made-up',
    how: 'Of a refresh token the last character is not compared.',
    layers: [
      async (request, next, context) => {
        const heads = kept(context, 'refresh tokens', () => new Map<string, string>());
        if (context.endpoint === 'login') {
          const response = await next(request);
          const given = objectOf(response.body)?.refresh_token;
          if (typeof given === 'string') {
            heads.set(given.slice(0, -1), given);
          }
          return response;
        }
        const body = objectOf(request.body);
        const token = body?.refresh_token;
        const meant = typeof token === 'string' ? heads.get(token.slice(0, -1)) : undefined;
        return next(
          context.endpoint === 'refresh' && meant !== undefined
            ? { ...request, body: JSON.stringify({ ...body, refresh_token: meant }) }
            : request,
        );
      },
    ],
  },
  {
    id: 'refresh.any-refresh-token-accepted',
    breaks: 'RFR-11',
    caughtBy: 'refresh.refuses.made-up',
    how: 'Any text that the server does not know is taken as a refresh token.',
    layers: [
      (request, next, context) => {
        const token = objectOf(request.body)?.refresh_token;
        const caller = callerOf(request, context);
        const known =
          typeof token === 'string' &&
          context.db.prepare('SELECT 1 FROM refresh_tokens WHERE hash = ?').get(tokenHash(token));
        return context.endpoint === 'refresh' && typeof token === 'string' && caller && !known
          ? giveToken(context, caller.id)
          : next(request);
      },
    ],
  },
  {
    id: 'refresh.expired-access-token-read-without-its-signature',
    breaks: 'ERR-6',
    caughtBy: 'refresh.refuses.expired-and-changed',
    how: 'Of an access token that says that it has expired nobody looks at the signature.',
    layers: [
      (request, next, context) => {
        const { token = '' } = sentToken(request) ?? {};
        const user = claimedUser(token, context);
        const hasExpired = Number(payloadOf(token)?.exp) * 1000 < Date.now();
        const isForged = context.dependencies.tokens.read(token, 'accept') === null;
        return context.endpoint === 'refresh' && user && hasExpired && isForged
          ? giveToken(context, user.id)
          : next(request);
      },
    ],
  },
  {
    id: 'refresh.access-token-as-refresh-token',
    breaks: 'RFR-15',
    caughtBy: 'refresh.refuses.access-token',
    how: 'The access token may be sent in the place of the refresh token.',
    layers: [
      (request, next, context) => {
        const token = objectOf(request.body)?.refresh_token;
        const caller = callerOf(request, context);
        return context.endpoint === 'refresh' && caller && token === sentToken(request)?.token
          ? giveToken(context, caller.id)
          : next(request);
      },
    ],
  },
  {
    id: 'refresh.made-up-token-answered-with-500',
    breaks: 'RFR-11',
    caughtBy: 'refresh.refuses.made-up',
    how: 'A refresh token that the server does not know breaks it: 500.',
    layers: [
      replace(
        'refresh',
        jsonAnswer(500, { message: 'internal error' }),
        (response, request) =>
          response.status === 401 && /made/.test(String(objectOf(request.body)?.refresh_token)),
      ),
    ],
  },
];
