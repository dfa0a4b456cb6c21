import { randomUUID } from 'node:crypto';
import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import { tokenHash } from '../../../server/tokens.ts';
import { edit, editBody, gone, renamed } from '../../servers/answers.ts';
import { jsonAnswer, type Layer, type LayerContext } from '../../servers/exchange-layer.ts';
import { amendBody, objectOf } from '../../servers/requests.ts';
import { callerOf, issueFor, sentToken, standardUser, withToken } from '../../servers/tokens.ts';
import { statusOf } from '../../strangers/proofs/calls.ts';
import type { Answer } from '../../strangers/proofs/client.ts';
import { staleClaims } from '../../strangers/situation.ts';
import { givenTokens } from '../facts.ts';
import type { Visit } from '../plan.ts';
import { type Rule, refused, sameStatus } from '../rule.ts';

const givesToken = ({ body }: Answer): boolean =>
  typeof body?.access_token === 'string' || typeof body?.data?.access_token === 'string';

const givesNone: Rule['kept'] = (answer) => !givesToken(answer);

/** Uses the token that a call gave, where the preference is fetched. */
async function using({ client, send }: Visit): Promise<Answer> {
  const { body } = await send();
  const status = await statusOf(client, String(body?.access_token));
  return { status, headers: {}, body: {} };
}

/** Ends the session of an access token in the database. */
function end(token: string, { db, dependencies }: LayerContext): void {
  const claims = dependencies.tokens.read(token, 'accept');
  db.prepare('UPDATE sessions SET ended_at = ? WHERE id = ?').run(Date.now(), claims?.sid ?? '');
}

/** A user of the caller's organisation with another role than his. */
function colleagueOf(userId: string, context: LayerContext): string {
  const user = context.dependencies.store.users.byId(userId);
  const names =
    user?.tenantId === standardUser(context, 'customer').tenantId
      ? (['customer', 'agent'] as const)
      : (['otherTenantCustomer', 'otherAgent'] as const);
  const [one, other] = names.map((name) => standardUser(context, name));
  return (user?.role === 'CUSTOMER' ? other?.id : one?.id) ?? '';
}

const passwordOf = (email: unknown): string | undefined =>
  Object.values(STANDARD_LOGINS).find((each) => each.email === email)?.password;

const logins: readonly Omit<Rule, 'endpoint'>[] = [
  {
    id: 'login.wrong-password-accepted',
    way: 'wrong-credentials-accepted',
    breaks: ['LGN-8'],
    how: 'a wrong password is accepted',
    layer: amendBody('login', (body) => {
      body.currentPassword =
        typeof body.currentPassword === 'string' ? passwordOf(body.email) : body.currentPassword;
    }),
    request(plan) {
      plan.fields.currentPassword = 'Not-the-password-1';
    },
    kept: givesNone,
  },
  {
    id: 'login.password-not-demanded',
    way: 'field-not-demanded',
    breaks: ['LGN-6'],
    how: 'the password may be missing',
    layer: amendBody('login', (body) => {
      body.currentPassword ??= passwordOf(body.email);
    }),
    request(plan) {
      plan.fields.currentPassword = undefined;
    },
    kept: givesNone,
  },
  {
    id: 'login.nobody-accepted',
    way: 'wrong-credentials-accepted',
    breaks: ['LGN-9'],
    how: 'an address that nobody has is taken for a customer',
    layer: amendBody('login', (body, context) => {
      const { email } = body;
      if (
        typeof email === 'string' &&
        context.dependencies.store.users.byEmail(email) === undefined
      ) {
        const { email: known, password } = STANDARD_LOGINS.otherCustomer;
        Object.assign(body, { email: known, currentPassword: password });
      }
    }),
    request(plan) {
      plan.fields.email = 'nobody@savannah.example';
    },
    kept: givesNone,
    // Nobody has no role, no turn and nothing that he did before.
    without: ['caller', 'often', 'order', 'at-once=same-user'],
  },
  {
    id: 'login.wrapped',
    way: 'session-wrapped',
    breaks: ['LGN-7'],
    how: 'the session is wrapped into data',
    layer: editBody('login', (data) => ({ status: 'SUCCESS', data })),
    kept: ({ body }) => typeof body.access_token === 'string',
  },
  {
    id: 'login.permission-missing',
    way: 'permission-missing',
    breaks: ['SES-11'],
    how: 'webhooks:manage is missing from the permissions of a manager',
    layer: editBody('login', (body) => {
      const { user } = body as { user: { permissions: string[] } };
      user.permissions = user.permissions.filter((each) => each !== 'webhooks:manage');
    }),
    request(plan) {
      plan.caller = plan.caller === 'customer' ? 'manager' : plan.caller;
    },
    kept: ({ body }) => body.user.permissions.includes('webhooks:manage'),
    without: ['caller'],
  },
  {
    id: 'login.session-of-somebody-else',
    way: 'session-of-somebody-else',
    breaks: ['SES-15', 'SVC-6', 'SES-20', 'AUT-25'],
    how: 'the session is that of another user',
    layer: async (request, next, context) => {
      const user = context.dependencies.store.users.byEmail(
        String(objectOf(request.body)?.email ?? ''),
      );
      const own = await next(request);
      if (own.status !== 200 || user === undefined) {
        return own;
      }
      const colleague = context.dependencies.store.users.byId(colleagueOf(user.id, context));
      const { email, password: currentPassword } =
        Object.values(STANDARD_LOGINS).find((each) => each.email === colleague?.email) ??
        STANDARD_LOGINS.agent;
      return next({ ...request, body: JSON.stringify({ email, currentPassword }) });
    },
    kept: ({ body }, right) => body.user.email === right.body.user.email,
  },
];

const bothGive: Rule[] = (['login', 'refresh'] as const).flatMap((endpoint): Rule[] => [
  {
    id: `${endpoint}.token-of-no-use`,
    way: 'token-of-no-use',
    endpoint,
    breaks: endpoint === 'login' ? ['AUT-2', 'AUT-11'] : ['RFR-9'],
    how: 'the access token that is given is not accepted anywhere',
    layer: editBody(endpoint, (body, _request, context) => {
      end((body as { access_token: string }).access_token, context);
    }),
    exchange: using,
    kept: sameStatus,
  },
]);

/** The session of another user ends, though only he himself may end it sooner. */
const endings: Rule[] = (['login', 'refresh', 'logout'] as const).map((endpoint) => ({
  id: `${endpoint}.ends-the-session-of-somebody-else`,
  way: 'ends-the-session-of-somebody-else',
  endpoint,
  breaks: ['AUT-34'],
  how: 'the session that another user began last is ended',
  layer: async (request, next, context) => {
    const body = objectOf(request.body);
    const id =
      callerOf(request, context)?.id ??
      context.dependencies.store.users.byEmail(String(body?.email))?.id;
    const victim = givenTokens(context).findLast(({ userId }) => userId !== id);
    const response = await next(request);
    if (response.status === 200 && victim !== undefined) {
      end(victim.token, context);
    }
    return response;
  },
  async exchange({ client, plan, send }) {
    const name = plan.caller === 'otherCustomer' ? 'customer' : 'otherCustomer';
    const { token } = await client.login(name);
    await send();
    return { status: await statusOf(client, token), headers: {}, body: {} };
  },
  kept: sameStatus,
  without: ['at-once'],
}));

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

const logouts: Rule[] = [
  {
    id: 'logout.token-lives-on',
    way: 'token-lives-on',
    endpoint: 'logout',
    breaks: ['LGO-5', 'AUT-12'],
    how: 'a logout is answered with success and ends nothing',
    layer: (request, next, context) =>
      callerOf(request, context) === undefined
        ? next(request)
        : Promise.resolve(jsonAnswer(200, { status: 'SUCCESS' })),
    async exchange({ client, session, send }) {
      await send();
      return { status: await statusOf(client, session.token), headers: {}, body: {} };
    },
    kept: sameStatus,
  },
];

/** Logins, refreshes and logouts (sections 2.1, 4.1 to 4.3, 5.5 and 5.6). */
export const SESSION_RULES: readonly Rule[] = [
  ...logins.map((rule): Rule => ({ ...rule, endpoint: 'login' })),
  ...bothGive,
  ...endings,
  ...refreshes.map((rule): Rule => ({ ...rule, endpoint: 'refresh' })),
  ...logouts,
];
