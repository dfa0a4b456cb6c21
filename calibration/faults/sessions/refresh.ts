import { becomes, edit, gone, renamed, replace, withBody } from '../../servers/answers.ts';
import { failed, jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { sentToken, standardUser, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const wrongAnswers: Fault[] = [
  {
    id: 'refresh.body-not-json',
    breaks: 'SVC-12',
    caughtBy: 'refresh.body-is-json',
    how: 'The answer to a refresh is preceded by a guard against script inclusion, so it is no JSON.',
    layers: [replace('refresh', (response) => withBody(response, `)]}',\n${response.body}`))],
    alsoCaughtBy: [{ checks: ['refresh.*'], because: 'what is not JSON holds no token either' }],
  },
  {
    id: 'refresh.refuses-good-token',
    breaks: 'RFR-1',
    caughtBy: 'refresh.succeeds',
    how: 'Every refresh is refused.',
    layers: [replace('refresh', jsonAnswer(401, { message: 'log in again' }))],
  },
  {
    id: 'refresh.not-found',
    breaks: 'SVC-4',
    caughtBy: 'refresh.succeeds',
    how: 'Refresh is not there: 404.',
    layers: [replace('refresh', jsonAnswer(404, { message: 'no such path' }), () => true)],
  },
  {
    id: 'refresh.failed-with-200',
    breaks: 'RFR-1',
    caughtBy: 'refresh.succeeds',
    how: 'Every refresh is answered with 200 and status FAILED.',
    layers: [replace('refresh', failed(200, 'sorry'))],
  },
  {
    id: 'refresh.access_token.missing',
    breaks: 'RFR-1',
    caughtBy: 'refresh.succeeds',
    how: 'The answer of a refresh has no access_token.',
    layers: [edit('refresh', 'access_token', gone)],
  },
  {
    id: 'refresh.access_token.in-camel-case',
    breaks: 'RFR-1',
    caughtBy: 'refresh.succeeds',
    how: 'The access token of a refresh is called accessToken.',
    layers: [edit('refresh', 'access_token', renamed('accessToken'))],
  },
  {
    id: 'refresh.access_token.no-jwt',
    breaks: 'RFR-7',
    caughtBy: 'refresh.access_token',
    how: 'The access token of a refresh is no JWT, though it works.',
    layers: [
      (request, next, context) => {
        const known = context.memory.get(sentToken(request)?.token ?? '');
        return next(typeof known === 'string' ? withToken(request, known) : request);
      },
      async (request, next, context) => {
        const response = await next(request);
        const body = objectOf(response.body);
        if (context.endpoint !== 'refresh' || !body?.access_token) {
          return response;
        }
        const opaque = `opaque-${context.memory.size}`;
        context.memory.set(opaque, body.access_token);
        return { ...response, body: JSON.stringify({ ...body, access_token: opaque }) };
      },
    ],
  },
  {
    id: 'refresh.access_token.dead',
    breaks: 'RFR-9',
    caughtBy: 'refresh.new-token-works',
    how: 'The access token of a refresh is one that has expired.',
    layers: [
      edit('refresh', 'access_token', (body, key) => {
        body[key] = String(body[key]).replace(/\.[^.]*$/, '.AAAA');
      }),
    ],
  },
  ...Object.entries({
    missing: gone,
    null: becomes(null),
    'a-string': becomes('3600'),
    'in-camel-case': renamed('expiresIn'),
  }).map(([way, change]) => ({
    id: `refresh.expires_in.${way}`,
    breaks: 'RFR-8',
    caughtBy: 'refresh.expires_in',
    how: `expires_in of a refresh is ${way.replaceAll('-', ' ')}.`,
    layers: [edit('refresh', 'expires_in', change)],
  })),
  ...[1800, 7200, 3_600_000].map((seconds) => ({
    id: `refresh.expires_in.${seconds}`,
    breaks: 'AUT-10',
    caughtBy: 'refresh.expires_in',
    how: `expires_in of a refresh is ${seconds}.`,
    layers: [edit('refresh', 'expires_in', becomes(seconds))],
  })),
];

/** Refuses refreshes with an access token past its hour, from these platforms. */
const demandsLiving =
  (isDemanded: (platform?: string) => boolean): Layer =>
  (request, next, context) => {
    const { tokens } = context.dependencies;
    const token = sentToken(request)?.token ?? '';
    const expired = tokens.read(token) === null && tokens.read(token, 'accept') !== null;
    return context.endpoint === 'refresh' && expired && isDemanded(request.headers.platform)
      ? Promise.resolve(jsonAnswer(401, { message: 'the token has expired' }))
      : next(request);
  };

const strict: Fault = {
  id: 'refresh.live-access-token-demanded',
  breaks: 'RFR-10',
  caughtBy: 'refresh.expired-access-token',
  how: 'A refresh with an expired access token is answered with 401.',
  layers: [demandsLiving(() => true)],
};

const refusedBefore: Fault = {
  id: 'refresh.expired-access-token-refused-before',
  breaks: 'RFR-10',
  caughtBy: 'refresh.expired-access-token',
  how: 'No refresh is made with an access token that was answered with 401 elsewhere.',
  layers: [
    async (request, next, context) => {
      const slot = `refused ${sentToken(request)?.token}`;
      if (context.endpoint === 'refresh' && context.memory.has(slot)) {
        return jsonAnswer(401, { message: 'the token was refused' });
      }
      const response = await next(request);
      if (response.status === 401) {
        context.memory.set(slot, true);
      }
      return response;
    },
  ],
};

const ofPhones: Fault = {
  id: 'refresh.live-access-token-demanded-of-phones',
  breaks: 'RFR-10',
  caughtBy: 'refresh.expired-access-token',
  how: 'A refresh with an expired access token from a phone is answered with 401.',
  layers: [demandsLiving((platform) => platform !== 'WEB')],
};

const unknownWhereLent: Fault = {
  id: 'refresh.token-for-an-expired-one-unknown-where-lent',
  breaks: 'RFR-16',
  caughtBy: 'refresh.expired-access-token',
  how: 'A token that was given for an expired one is not known to repay-loan.',
  layers: [
    async (request, next, context) => {
      const { tokens } = context.dependencies;
      const { token = '' } = sentToken(request) ?? {};
      const given = (one: unknown) => `given for an expired one: ${one}`;
      if (context.endpoint === 'repay-loan' && context.memory.has(given(token))) {
        return jsonAnswer(401, { message: 'log in again' });
      }
      const response = await next(request);
      if (context.endpoint === 'refresh' && tokens.read(token) === null) {
        context.memory.set(given(objectOf(response.body)?.access_token), true);
      }
      return response;
    },
  ],
};

/** A session that is renewed for somebody else. */
const otherUser: Fault = {
  id: 'refresh.token-of-nobody',
  breaks: 'RFR-9',
  caughtBy: 'refresh.new-token-works',
  how: 'The token of a refresh belongs to a session that has ended.',
  layers: [
    async (request, next, context) => {
      const response = await next(request);
      const body = objectOf(response.body);
      if (context.endpoint !== 'refresh' || !body?.access_token) {
        return response;
      }
      const { store, tokens, clock } = context.dependencies;
      const user = standardUser(context, 'manager');
      const session = store.sessions.start(user.id, clock.now());
      store.sessions.end(session.id, clock.now());
      const token = tokens.issue(user.id, session.id);
      return { ...response, body: JSON.stringify({ ...body, access_token: token }) };
    },
  ],
};

/** Section 4.2, and what section 5.5 says of refreshing. */
export const refreshFaults: Fault[] = [
  ...wrongAnswers,
  strict,
  refusedBefore,
  ofPhones,
  unknownWhereLent,
  otherUser,
];
