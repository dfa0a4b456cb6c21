import { valueAt } from '../../../conformance/http/exchange.ts';
import type { User } from '../../../server/store/users.ts';
import { withBody } from '../../servers/answers.ts';
import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, issueFor, sentToken, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** Sessions are known by their device, so that who logs out ends whatever began on it. */
const endsTheDevice: Fault = {
  id: 'logout.ends-all-of-the-device',
  breaks: 'AUT-34',
  caughtBy: 'logout.leaves-others-on-device',
  how: 'A logout ends the sessions of everybody who logged in on its device.',
  layers: [
    async (request, next, context) => {
      const ended = `ended ${sentToken(request)?.token}`;
      if (context.memory.has(ended)) {
        return jsonAnswer(401, { message: 'signed out' });
      }
      const response = await next(request);
      const slot = `begun on ${request.headers.uuid}`;
      const begun = kept(context, slot, () => new Set<string>());
      if (context.endpoint === 'login' && response.status === 200) {
        begun.add(String(objectOf(response.body)?.access_token));
      }
      if (context.endpoint === 'logout' && response.status === 200) {
        for (const token of begun) {
          context.memory.set(`ended ${token}`, true);
        }
      }
      return response;
    },
  ],
};

/** A refresh looks for its user by the device. */
const refreshedByDevice: Fault = {
  id: 'refresh.token-of-who-logged-in-last-on-the-device',
  breaks: 'PAY-53',
  caughtBy: 'awaiting-payments.own.everywhere',
  how: 'A refresh gives an access token of whoever logged in last on its device.',
  layers: [
    async (request, next, context) => {
      const response = await next(request);
      const slot = `last on ${request.headers.uuid}`;
      const body = objectOf(response.body);
      if (context.endpoint === 'login' && response.status === 200) {
        context.memory.set(slot, valueAt(body, 'user', 'id'));
      }
      const last = context.memory.get(slot) as string | undefined;
      if (context.endpoint !== 'refresh' || response.status !== 200 || last === undefined) {
        return response;
      }
      const access_token = issueFor(context, last);
      return withBody(response, JSON.stringify({ ...body, access_token }));
    },
  ],
};

/** The role is kept with the device, of which whoever logged in last has one. */
const roleOfTheDevice: Fault = {
  id: 'session.role-of-who-logged-in-last-on-the-device',
  breaks: 'PAY-51',
  caughtBy: 'awaiting-payments.lists-nothing-to-cashiers',
  how: 'A cashier is served like whoever logged in last on the device of their login.',
  layers: [
    async (request, next, context) => {
      const last = kept(context, 'last by device', () => new Map<string, string>());
      const begun = kept(context, 'device by token', () => new Map<string, string>());
      const uuid = String(request.headers.uuid);
      const isListing = context.endpoint === 'awaiting-payments';
      const device = begun.get(sentToken(request)?.token ?? '');
      const other = isListing && device !== undefined ? last.get(device) : undefined;
      const isCashier = callerOf(request, context)?.role === 'CASHIER';
      const response = await next(
        isCashier && other !== undefined ? withToken(request, issueFor(context, other)) : request,
      );
      if (context.endpoint === 'login' && response.status === 200) {
        const body = objectOf(response.body);
        begun.set(String(body?.access_token), uuid);
        last.set(uuid, String(valueAt(body, 'user', 'id')));
      }
      return response;
    },
  ],
};

/** Tells something of whoever logged out on a device at the next login there of which there is any to tell. */
const tellsOfFormer =
  (told: (former: User, role: unknown) => object | undefined): Layer =>
  async (request, next, context) => {
    const by = callerOf(request, context);
    const response = await next(request);
    const slot = `logged out on ${request.headers.uuid}`;
    const former = context.memory.get(slot) as User | undefined;
    if (context.endpoint === 'logout' && response.status === 200) {
      context.memory.set(slot, by);
    }
    const isLogin = context.endpoint === 'login' && response.status === 200;
    const body = objectOf(response.body);
    const user = body?.user as Record<string, unknown> | undefined;
    const other = isLogin && former && told(former, user?.role);
    if (!other) {
      return response;
    }
    context.memory.delete(slot);
    return withBody(response, JSON.stringify({ ...body, user: { ...user, ...other } }));
  };

/** The session that was ended on a device is found again at the next login of the same role there. */
const formerUserTold: Fault = {
  id: 'session.of-who-logged-out-on-the-device',
  breaks: 'SES-20',
  caughtBy: 'session.user.same-user',
  how: 'A login on the device of somebody of the same role who logged out tells of that one.',
  layers: [tellsOfFormer(({ id, email, role }, own) => (role === own ? { id, email } : undefined))],
  alsoCaughtBy: [{ checks: ['session.user.*'], because: "what is told of the user is another's" }],
};

/** The role of who logged out is told of whoever logs in next. */
const formerRoleTold: Fault = {
  id: 'session.role-of-who-logged-out-on-the-device',
  breaks: 'SVC-6',
  caughtBy: 'session.user.role-of-user',
  how: 'The first login on the device of somebody who logged out tells the role of that one.',
  layers: [tellsOfFormer(({ role }) => ({ role }))],
};

/** Sections 5.5 and 5.6: a device is nobody's. */
export const sharedDeviceFaults: Fault[] = [
  endsTheDevice,
  refreshedByDevice,
  roleOfTheDevice,
  formerUserTold,
  formerRoleTold,
];
