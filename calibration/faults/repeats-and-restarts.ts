import { randomBytes } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { User } from '../../server/store/users.ts';
import { tokenHash } from '../../server/tokens.ts';
import { edit } from '../servers/answers.ts';
import {
  jsonAnswer,
  type Layer,
  type PlainRequest,
  type PlainResponse,
} from '../servers/exchange-layer.ts';
import { keepsAnswers } from '../servers/kept-answers.ts';
import { onLateSessions } from '../servers/late-sessions.ts';
import { amend, objectOf, withHeader } from '../servers/requests.ts';
import { callerOf, sentToken, withToken } from '../servers/tokens.ts';
import type { Fault } from './fault.ts';
import { EVERY_PREFERENCE } from './sessions/preferences.ts';

/** An endpoint whose stored answers are given to whoever names their key. */
const keyOpensAll = (endpoint: EndpointName): Fault => ({
  id: `idempotency.key-without-token-answered.${endpoint}`,
  breaks: 'ERR-1',
  caughtBy: `idempotency.no-token.${endpoint}`,
  how: `A repeat of ${endpoint} is answered from what its key stored before the token is looked at.`,
  layers: [keepsAnswers(endpoint, (request, context) => callerOf(request, context) === undefined)],
});

/** An endpoint whose stored answers are given to tokens that are ours and were logged out. */
const keyOutlivesLogout = (endpoint: EndpointName): Fault => ({
  id: `idempotency.key-after-logout-answered.${endpoint}`,
  breaks: 'AUT-12',
  caughtBy: `idempotency.after-logout.${endpoint}`,
  how: `A repeat of ${endpoint} is answered from what its key stored, though the token was logged out.`,
  layers: [
    keepsAnswers(
      endpoint,
      (request, context) =>
        callerOf(request, context) === undefined &&
        context.dependencies.tokens.read(sentToken(request)?.token ?? '') !== null,
    ),
  ],
});

/** Endpoints whose stored answers are given before it is asked whether the caller may have them. */
const keyOpensToOthers: Fault[] = [
  {
    id: 'idempotency.key-by-others-answered.request-loan',
    breaks: 'LOAN-40',
    caughtBy: 'idempotency.by-others.request-loan',
    how: 'A repeat of request-loan by a manager or a cashier is answered from what its key stored.',
    layers: [
      keepsAnswers('request-loan', (request, context) =>
        ['MANAGER', 'CASHIER'].includes(callerOf(request, context)?.role ?? ''),
      ),
    ],
  },
  {
    id: 'idempotency.key-by-others-answered.repay-loan',
    breaks: 'REP-16',
    caughtBy: 'idempotency.by-others.repay-loan',
    how: 'A repeat of repay-loan is answered from what its key stored, whoever the path names.',
    layers: [
      keepsAnswers('repay-loan', (request, context) => {
        const caller = callerOf(request, context);
        return caller !== undefined && !request.path.includes(caller.id);
      }),
    ],
  },
];

/** A request whose key is another for each value of something else that comes with it. */
export function withKeyOf(
  request: PlainRequest,
  other: string | undefined,
): PlainRequest | undefined {
  const key = request.headers['x-idempotency-key'];
  return key && other
    ? withHeader(request, 'x-idempotency-key', tokenHash(`${other} ${key}`).toString('hex'))
    : undefined;
}

/**
 * An endpoint that holds keys against the access token, so that a fresh one makes all of them new: of late
 * sessions, since a run renews its own early.
 */
const keyOfTheToken = (endpoint: 'request-loan' | 'repay-loan'): Fault => ({
  id: `idempotency.key-of-the-token.${endpoint}`,
  breaks: endpoint === 'request-loan' ? 'LOAN-34' : 'REP-42',
  caughtBy: `idempotency.after-refresh.${endpoint}`,
  how: `In a session begun late ${endpoint} knows a key together with the access token only, so a new token has a new effect.`,
  layers: [
    onLateSessions(amend(endpoint, (request) => withKeyOf(request, sentToken(request)?.token))),
  ],
});

/** An endpoint that holds keys against the interaction, so that a retry begun anew is another request. */
const keyOfTheInteraction = (endpoint: 'request-loan' | 'repay-loan'): Fault => ({
  id: `idempotency.key-of-the-interaction.${endpoint}`,
  breaks: endpoint === 'request-loan' ? 'LOAN-34' : 'REP-42',
  caughtBy: `idempotency.repeated.${endpoint}`,
  how: `${endpoint} knows a key together with x-fapi-interaction-id only.`,
  layers: [
    amend(endpoint, (request) => withKeyOf(request, request.headers['x-fapi-interaction-id'])),
  ],
});

/** An answer that is kept for a device, whoever uses it next. */
const keptForTheDevice: Fault = {
  id: 'fetch-organisation-preference.kept-for-the-device',
  breaks: 'ORG-9',
  caughtBy: 'fetch-organisation-preference.own.same-device',
  how: 'The preference is answered from what was answered to the same uuid before, in any tenant.',
  layers: [
    async (request, next, context) => {
      const response = await next(request);
      if (context.endpoint !== 'fetch-organisation-preference' || response.status !== 200) {
        return response;
      }
      const slot = `preference of ${request.headers.uuid}`;
      const kept = context.memory.get(slot) as PlainResponse | undefined;
      context.memory.set(slot, kept ?? response);
      return kept ?? response;
    },
  ],
  alsoCaughtBy: [EVERY_PREFERENCE],
};

/** Gives every success the answer of the first one under its key, whoever had that. */
const firstSuccessUnderKey =
  (endpoint: EndpointName): Layer =>
  async (request, next, context) => {
    const response = await next(request);
    if (context.endpoint !== endpoint || response.status !== 200) {
      return response;
    }
    const slot = `first success of ${endpoint} under ${request.headers['x-idempotency-key']}`;
    const first = context.memory.get(slot) as PlainResponse | undefined;
    context.memory.set(slot, first ?? response);
    return first ?? response;
  };

/** A refresh that gives a token of whoever the refresh token belongs to, to some users. */
const renewingForAnother =
  (isFor: (caller: User) => boolean = () => true): Layer =>
  (request, next, context) => {
    const sent = String(objectOf(request.body)?.refresh_token);
    const row = context.db
      .prepare<[Buffer], { userId: string; sessionId: string }>(
        `SELECT user_id AS userId, session_id AS sessionId FROM refresh_tokens
         JOIN sessions ON sessions.id = session_id WHERE hash = ?`,
      )
      .get(tokenHash(sent));
    const caller = callerOf(request, context);
    const isOfAnother = caller && row && row.userId !== caller.id && isFor(caller);
    return context.endpoint === 'refresh' && isOfAnother
      ? next(withToken(request, context.dependencies.tokens.issue(row.userId, row.sessionId)))
      : next(request);
  };

/** What goes wrong at a repeat, or after a token has expired. */
export const repeatFaults: Fault[] = [
  keptForTheDevice,
  keyOfTheInteraction('request-loan'),
  keyOfTheInteraction('repay-loan'),
  keyOpensAll('request-loan'),
  keyOpensAll('repay-loan'),
  keyOpensAll('portfolios'),
  keyOutlivesLogout('request-loan'),
  keyOutlivesLogout('repay-loan'),
  ...keyOpensToOthers,
  {
    id: 'idempotency.key-of-all-users.repay-loan',
    breaks: 'REP-16',
    caughtBy: 'idempotency.by-others.repay-loan',
    how: 'What was stored for a key is given to everybody who repays under it for themselves.',
    layers: [
      keepsAnswers('repay-loan', (request, context) => {
        const caller = callerOf(request, context);
        return caller !== undefined && request.path.includes(caller.id);
      }),
    ],
  },
  keyOfTheToken('request-loan'),
  keyOfTheToken('repay-loan'),
  {
    id: 'portfolios.key-of-the-owner-opens-them',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.forbids.otherCustomer',
    how: 'Portfolios are given to everybody who names the x-idempotency-key that their owner named.',
    layers: [
      keepsAnswers('portfolios', (request, context) => callerOf(request, context) !== undefined),
    ],
  },
  {
    id: 'portfolios.key-shows-the-list-of-its-first-user',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.relation.key-of-another',
    how: 'Who lists the own portfolios is given those that were first listed under the key.',
    layers: [firstSuccessUnderKey('portfolios')],
  },
  {
    id: 'update-application.key-shows-the-offer-of-its-first-user',
    breaks: 'APP-36',
    caughtBy: 'update-application.own.everywhere',
    how: 'Who answers an offer is given the application that was first answered under the key.',
    layers: [firstSuccessUnderKey('update-application')],
  },
  {
    id: 'refresh.expired-token-answered-with-a-dead-one',
    breaks: 'RFR-10',
    caughtBy: 'refresh.expired-access-token',
    how: 'A refresh with an expired access token gives a token that no endpoint accepts.',
    layers: [
      edit(
        'refresh',
        'access_token',
        (body, key) => {
          const [head, payload] = String(body[key]).split('.');
          body[key] = `${head}.${payload}.${randomBytes(32).toString('base64url')}`;
        },
        (_response, request, { dependencies: { tokens } }) =>
          tokens.read(sentToken(request)?.token ?? '') === null,
      ),
    ],
  },
  {
    id: 'refresh.rotation.once-only',
    breaks: 'AUT-13',
    caughtBy: 'refresh.rotation.new-token',
    how: 'A second refresh of a session gives the refresh token that was sent.',
    layers: [
      async (request, next, context) => {
        const sent = objectOf(request.body)?.refresh_token;
        const response = await next(request);
        const body = context.endpoint === 'refresh' ? objectOf(response.body) : undefined;
        if (typeof body?.refresh_token !== 'string') {
          return response;
        }
        const isSecond = context.memory.has(`given ${String(sent)}`);
        context.memory.set(`given ${body.refresh_token}`, true);
        return isSecond
          ? { ...response, body: JSON.stringify({ ...body, refresh_token: sent }) }
          : response;
      },
    ],
  },
  {
    id: 'refresh.token-of-anybody-renews',
    breaks: 'RFR-14',
    caughtBy: 'refresh.refuses.token-of-another',
    how: 'A refresh looks at the refresh token alone and gives a token of whoever it belongs to.',
    layers: [renewingForAnother()],
  },
  {
    id: 'refresh.token-of-anybody-renews-for-cashiers',
    breaks: 'RFR-14',
    caughtBy: 'refresh.refuses.token-of-another',
    how: 'A refresh by a cashier looks at the refresh token alone.',
    layers: [renewingForAnother(({ role }) => role === 'CASHIER')],
  },
  {
    id: 'refresh.expired-bearer-refused',
    breaks: 'AUT-28',
    caughtBy: 'refresh.expired-access-token-as-bearer',
    how: 'A refresh with an expired access token is refused where that comes as Bearer.',
    layers: [
      (request, next, context) => {
        const sent = sentToken(request);
        const isExpired =
          context.endpoint === 'refresh' &&
          sent?.header === 'authorization' &&
          context.dependencies.tokens.read(sent.token) === null &&
          context.dependencies.tokens.read(sent.token, 'accept') !== null;
        return isExpired ? Promise.resolve(jsonAnswer(401, { message: 'expired' })) : next(request);
      },
    ],
  },
];
