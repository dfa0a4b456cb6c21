import { setTimeout as pause } from 'node:timers/promises';
import { PERMISSIONS } from '../../../server/authorization/permissions.ts';
import { editBody, intercept, replace, successful, type Which } from '../../servers/answers.ts';
import { failed, jsonAnswer, type PlainResponse } from '../../servers/exchange-layer.ts';
import { isFrom, objectOf } from '../../servers/requests.ts';
import { callerOf, isUser, sentToken } from '../../servers/tokens.ts';
import type { Explanation, Fault } from '../fault.ts';

/** How long a login stays under way, so that another can come, in milliseconds. */
const STAY_MS = 15;

/** The good answers to a user on a platform. */
const on =
  (platform: string, user: 'agent' | 'otherCustomer' | 'otherManager'): Which =>
  (response, request, context) =>
    successful(response, request, context) &&
    isFrom(platform)(request) &&
    isUser(user)(request, context);

const OF_SOMEBODY_ELSE: Explanation[] = [
  { checks: ['session.user.*'], because: 'all that is told of the user is of somebody else' },
];

/** Sections 2.1 and 5.5: logins that tell of another one, or end what another one began. */
export const loginOrderFaults: Fault[] = [
  {
    id: 'session.permissions-of-the-login-before',
    breaks: 'SES-21',
    caughtBy: 'session.user.same-permissions',
    how: 'A cashier who logs in right after an agent gets the permissions of agents.',
    layers: [
      editBody('login', (body, _request, { memory }) => {
        const { user } = body as { user: { role: string; permissions: string[] } };
        if (user.role === 'CASHIER' && memory.get('last role') === 'AGENT') {
          user.permissions = [...PERMISSIONS.AGENT];
        }
        memory.set('last role', user.role);
      }),
    ],
  },
  {
    id: 'session.of-the-token-sent',
    breaks: 'SES-20',
    caughtBy: 'session.user.same-user',
    how: 'A login with the token of a session tells of whose session that is.',
    layers: [
      editBody('login', (body, request, context) => {
        const caller = callerOf(request, context);
        if (caller) {
          const { id, email, role, tenantId: tenant_id } = caller;
          const permissions = [...PERMISSIONS[role]];
          Object.assign(body as object, { user: { id, email, role, tenant_id, permissions } });
        }
      }),
    ],
    alsoCaughtBy: OF_SOMEBODY_ELSE,
  },
  {
    id: 'session.of-the-device',
    breaks: 'SES-20',
    caughtBy: 'session.user.same-user',
    how: 'A login from a device that somebody else logged in from tells of them.',
    layers: [
      editBody('login', (body, request, { memory }) => {
        const slot = `user of the device ${request.headers.uuid}`;
        const { user } = body as { user: object };
        Object.assign(body as object, { user: memory.get(slot) ?? user });
        memory.set(slot, memory.get(slot) ?? user);
      }),
    ],
    alsoCaughtBy: OF_SOMEBODY_ELSE,
  },
  ...['ANDROID', 'IOS'].map(
    (platform): Fault => ({
      id: `login.refuses-${platform.toLowerCase()}`,
      breaks: 'LGN-21',
      caughtBy: `login.platform.${platform.toLowerCase()}`,
      how: `A right login on the platform ${platform} is refused.`,
      layers: [
        intercept('login', jsonAnswer(400, { message: 'unknown platform' }), isFrom(platform)),
      ],
    }),
  ),
  {
    id: 'session.of-who-logs-in-beside',
    breaks: 'SES-20',
    caughtBy: 'session.user.same-user',
    how: 'Of two who log in at once from one device the second is told of the first.',
    layers: [
      async (request, next, { endpoint, memory }) => {
        if (endpoint !== 'login') {
          return next(request);
        }
        const slot = `logging in on ${request.headers.uuid}`;
        const before = memory.get(slot) as Promise<PlainResponse> | undefined;
        const answer = pause(STAY_MS).then(() => next(request));
        memory.set(slot, before ?? answer);
        const response = await answer;
        memory.delete(slot);
        const { user } = objectOf((await before)?.body ?? '') ?? {};
        const body = objectOf(response.body);
        return user && body?.user
          ? { ...response, body: JSON.stringify({ ...body, user }) }
          : response;
      },
    ],
    alsoCaughtBy: OF_SOMEBODY_ELSE,
  },
  {
    id: 'login.wrong-password-ends-the-session',
    breaks: 'AUT-53',
    caughtBy: 'login.refusal-ends-no-session',
    how: 'A login with a wrong password ends the session that its user began last.',
    layers: [
      async (request, next, context) => {
        if (context.memory.has(`ended ${sentToken(request)?.token}`)) {
          return jsonAnswer(401, { message: 'signed out' });
        }
        const response = await next(request);
        if (context.endpoint === 'login') {
          const slot = `last session of ${objectOf(request.body)?.email}`;
          const given = objectOf(response.body)?.access_token;
          if (typeof given === 'string') {
            context.memory.set(slot, given);
          } else {
            context.memory.set(`ended ${context.memory.get(slot)}`, true);
          }
        }
        return response;
      },
    ],
  },
  {
    id: 'login.token-of-no-use-after-a-wrong-password',
    breaks: 'AUT-2',
    caughtBy: 'login.token-after-refusal',
    how: 'The token of a login is not accepted when the login of its user before was refused.',
    layers: [
      async (request, next, context) => {
        if (context.memory.has(`useless ${sentToken(request)?.token}`)) {
          return jsonAnswer(401, { message: 'log in first' });
        }
        const response = await next(request);
        if (context.endpoint === 'login') {
          const slot = `refused ${objectOf(request.body)?.email}`;
          const given = objectOf(response.body)?.access_token;
          if (typeof given !== 'string') {
            context.memory.set(slot, true);
          } else if (context.memory.delete(slot)) {
            context.memory.set(`useless ${given}`, true);
          }
        }
        return response;
      },
    ],
  },
  {
    id: 'fetch-organisation-preference.not-found-on-android-by-another-tenant',
    breaks: 'ORG-1',
    caughtBy: 'fetch-organisation-preference.on-platforms',
    how: 'For managers of another tenant there is no preference on ANDROID: 404.',
    layers: [
      replace(
        'fetch-organisation-preference',
        failed(404, 'there is no such resource'),
        on('ANDROID', 'otherManager'),
      ),
    ],
  },
  {
    id: 'awaiting-payments.one-less-for-agents-on-ios',
    breaks: 'PAY-19',
    caughtBy: 'awaiting-payments.on-platforms',
    how: 'On IOS the first of the payments is missing where an agent lists them.',
    layers: [
      editBody(
        'awaiting-payments',
        (body) => {
          (body as { data: { awaitingPayments: unknown[] } }).data.awaitingPayments.shift();
        },
        on('IOS', 'agent'),
      ),
    ],
  },
  {
    id: 'portfolios.unauthorized-on-android-for-another',
    breaks: 'PTF-3',
    caughtBy: 'portfolios.on-platforms',
    how: 'Customers but the first are asked to log in again on ANDROID: 401.',
    layers: [replace('portfolios', failed(401, 'log in again'), on('ANDROID', 'otherCustomer'))],
  },
  {
    id: 'refresh.not-found-on-ios',
    breaks: 'RFR-1',
    caughtBy: 'refresh.on-platforms',
    how: 'On IOS there is no refresh: 404.',
    layers: [intercept('refresh', failed(404, 'there is nothing here'), isFrom('IOS'))],
    alsoCaughtBy: [
      { checks: ['authentication.bearer.refresh'], because: 'Bearer is tried from IOS, too' },
    ],
  },
  {
    id: 'logout.refused-on-android-for-cashiers',
    breaks: 'LGO-1',
    caughtBy: 'logout.on-platforms',
    how: 'A cashier who logs out on ANDROID is told that this cannot be done: 400.',
    layers: [
      (request, next, context) =>
        context.endpoint === 'logout' &&
        request.headers.platform === 'ANDROID' &&
        callerOf(request, context)?.role === 'CASHIER'
          ? Promise.resolve(failed(400, 'this cannot be done'))
          : next(request),
    ],
  },
];
