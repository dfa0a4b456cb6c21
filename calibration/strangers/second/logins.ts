import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../../../contract/types.generated.ts';
import { PERMISSIONS } from '../../../server/authorization/permissions.ts';
import { changed, edit, editBody, withBody } from '../../servers/answers.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, sentToken } from '../../servers/tokens.ts';
import { at, only, remembered, type Situation } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { onPlatform, sessionIdOf } from './circumstances.ts';

/** How long a login takes here, in milliseconds, so that another one can come in between. */
const LOGIN_TAKES = 25;

const inCapitals: Situation = ({ body }) => {
  const email = objectOf(body)?.email;
  return typeof email === 'string' && email !== email.toLowerCase();
};

/** Logins whose session is wrong in some situation (sections 2.1, 4.1). */
export const LOGIN_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.login.after-logout.refresh-token-of-the-ended-session',
    how: 'The row of the session that was logged out is used again, with its dead refresh token.',
    sentence: 'refresh_token | string | used to obtain a new access token',
    section: '2.1',
    situation: 'a user logs out, logs in again and then refreshes',
    things: 3,
    layers: [
      async (request, next, context) => {
        const current = remembered<string>(context, 'refresh tokens by session');
        const ended = remembered<string>(context, 'ended refresh tokens by user');
        const caller = callerOf(request, context);
        const response = await next(request);
        if (response.status !== 200) {
          return response;
        }
        if (context.endpoint === 'logout' && caller) {
          const sessionId = sessionIdOf(sentToken(request)?.token, context);
          ended.set(caller.id, current.get(sessionId) ?? '');
        }
        if (context.endpoint === 'login' || context.endpoint === 'refresh') {
          const answer = JSON.parse(response.body) as Session;
          current.set(sessionIdOf(answer.access_token, context), answer.refresh_token);
          const old = ended.get(answer.user?.id ?? '');
          if (old) {
            ended.delete(answer.user.id);
            return withBody(response, JSON.stringify({ ...answer, refresh_token: old }));
          }
        }
        return response;
      },
    ],
  },
  {
    id: 'second.login.platform-android.expires-in-as-text',
    how: 'The answer for the Android app has expires_in as a text.',
    sentence: 'expires_in | number | seconds; 3600',
    section: '2.1',
    situation: 'platform is ANDROID',
    things: 2,
    layers: [only(onPlatform('ANDROID'), edit('login', 'expires_in', changed(String)))],
  },
  {
    id: 'second.login.manager-after-a-cashier.permissions-of-the-cashier',
    how: 'Permissions are kept for a moment by organisation, not by role.',
    sentence:
      'a manager receives users:read, users:write, transactions:read, transactions:write, reports:read, settings:write, webhooks:manage',
    section: '2.1',
    situation: 'a manager logs in next after a cashier of his organisation',
    things: 3,
    layers: [
      editBody('login', (body, _request, context) => {
        const session = body as Session;
        const last = remembered<string>(context, 'role of the last login');
        const { tenant_id: tenantId, role } = session.user;
        if (role === 'MANAGER' && last.get(tenantId) === 'CASHIER') {
          session.user.permissions = [...PERMISSIONS.CASHIER];
        }
        last.set(tenantId, role);
      }),
    ],
  },
  {
    id: 'second.login.after-another-organisation.its-tenant-id',
    how: "The organisation of the login before is still in the thread's context.",
    sentence: 'user.tenant_id | string | tenant identifier',
    section: '2.1',
    situation: 'the login before was of a user of another organisation',
    things: 2,
    layers: [
      editBody('login', (body, _request, { memory }) => {
        const { user } = body as Session;
        const own = user.tenant_id;
        const last = memory.get('last tenant');
        memory.set('last tenant', own);
        user.tenant_id = typeof last === 'string' ? last : own;
      }),
    ],
  },
  {
    id: 'second.login.two-at-once.user-of-the-other',
    how: 'The user who logs in is kept in a field that all logins share.',
    sentence: 'user.id | string | user identifier',
    section: '2.1',
    situation: 'two users log in at the same moment',
    things: 2,
    layers: [
      only(at('login'), async (request, next, context) => {
        context.memory.set('who logs in', objectOf(request.body)?.email);
        await delay(LOGIN_TAKES);
        const response = await next(request);
        const email = String(context.memory.get('who logs in'));
        const user = context.dependencies.store.users.byEmail(email);
        const session = JSON.parse(response.body) as Session;
        if (response.status !== 200 || !user || user.id === session.user.id) {
          return response;
        }
        const shown = {
          id: user.id,
          email: user.email,
          role: user.role,
          tenant_id: user.tenantId,
          permissions: PERMISSIONS[user.role],
        };
        return withBody(response, JSON.stringify({ ...session, user: shown }));
      }),
    ],
  },
  {
    id: 'second.login.manager-in-capitals.no-permissions',
    how: 'The user is found whatever the case of the e-mail address, his permissions are not.',
    sentence: 'a manager receives users:read, users:write, transactions:read, […]',
    section: '2.1',
    situation: 'a manager writes his e-mail address with a capital letter',
    things: 2,
    layers: [
      only(
        inCapitals,
        edit(
          'login',
          'user/permissions',
          changed(() => []),
        ),
      ),
    ],
  },
];
