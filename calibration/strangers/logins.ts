import { randomBytes } from 'node:crypto';
import { changed, edit, editBody, type Which } from '../servers/answers.ts';
import { sentToken, standardUser, withToken } from '../servers/tokens.ts';
import { remembered } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

interface SessionBody {
  access_token: string;
  expires_in: number;
  user: { id: string; role: string; tenant_id: string; permissions: string[] };
}

const loggedInAs =
  (role: string): Which =>
  ({ status, body }) =>
    status === 200 && (JSON.parse(body) as SessionBody).user.role === role;

/** Logins that go wrong for some users, devices and platforms only (sections 2.1 and 4.1). */
export const LOGIN_FAULTS: readonly SituationalFault[] = [
  {
    id: 'login.cashier.permissions-with-a-dot',
    how: 'The permissions of a cashier are written transactions.read.',
    sentence: 'permission names of the form `<area>:<action>`',
    section: '2.1',
    situation: 'the user is a cashier',
    things: 2,
    layers: [
      edit(
        'login',
        'user/permissions/*',
        changed((name) => String(name).replace(':', '.')),
        loggedInAs('CASHIER'),
      ),
    ],
  },
  {
    id: 'login.known-device.expires-in-a-day',
    how: 'Whoever logs in again from a known device is told that the token lasts a day.',
    sentence: 'seconds; 3600',
    section: '2.1',
    situation: 'a second login of a user with the same uuid header',
    things: 2,
    layers: [
      editBody('login', (body, request, context) => {
        const session = body as SessionBody;
        const devices = remembered<boolean>(context, 'devices');
        const device = `${session.user.id} ${request.headers.uuid}`;
        if (devices.has(device)) {
          session.expires_in = 86_400;
        }
        devices.set(device, true);
      }),
    ],
  },
  {
    id: 'login.manager-of-second-organisation.permission-missing',
    how: 'Managers of organisations other than the first are not given webhooks:manage.',
    sentence:
      'a manager receives users:read, users:write, transactions:read, transactions:write, reports:read, settings:write, webhooks:manage',
    section: '2.1',
    situation: "the manager is another organisation's",
    things: 2,
    layers: [
      editBody(
        'login',
        (body, _request, context) => {
          const { user } = body as SessionBody;
          if (user.tenant_id !== standardUser(context, 'manager').tenantId) {
            user.permissions = user.permissions.filter((name) => name !== 'webhooks:manage');
          }
        },
        loggedInAs('MANAGER'),
      ),
    ],
  },
  {
    id: 'login.platform-ios.opaque-access-token',
    how: 'The app for iOS is given an opaque access token, which works, but is no JWT.',
    sentence: 'string (JWT)',
    section: '2.1',
    situation: 'the platform header is IOS',
    things: 2,
    layers: [
      (request, next, context) => {
        const sent = sentToken(request)?.token ?? '';
        const token = remembered<string>(context, 'opaque').get(sent);
        return next(token === undefined ? request : withToken(request, token));
      },
      editBody('login', (body, request, context) => {
        if (request.headers.platform !== 'IOS') {
          return;
        }
        const session = body as SessionBody;
        const opaque = randomBytes(24).toString('hex');
        remembered<string>(context, 'opaque').set(opaque, session.access_token);
        session.access_token = opaque;
      }),
    ],
  },
];
