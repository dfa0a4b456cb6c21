import { randomUUID } from 'node:crypto';
import type { UserName } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { loginBody, ownHost } from '../checks/sessions/login.ts';
import { expectNoServerError, expectSuccess, isSuccess, statusOf } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { headerValue } from '../http/header-value.ts';
import { findCallers, type KnownCall } from './session-callers.ts';

/**
 * Who shares a device, the one whose session is looked at first: of one tenant, where that one refreshes as
 * well, and of two. It is the same for all, and goes on after them: whoever logs in next is not whose session
 * ended there, nor need they have the role of that one, as the rules of sessions see.
 */
const PAIRS: readonly { users: readonly [UserName, UserName]; goesOn: boolean }[] = [
  { users: ['customer', 'otherCustomer'], goesOn: true },
  { users: ['customer', 'otherManager'], goesOn: false },
];

/** A user who logged in on a shared device. */
interface OnDevice {
  user: UserName;
  accessToken: string;
  refreshToken: unknown;
  device: Device;
  /** what they are served, one at least */
  calls: readonly KnownCall[];
}

/** The headers of a device, which has one platform: that of who logs in on it first. */
type Device = Record<'uuid', string> & Partial<Record<'platform', string>>;

const isListing = ({ endpoint }: KnownCall): boolean => endpoint === 'awaiting-payments';

/** Logs a user in on a device; nothing where it does not take them, since it may be one user's. */
async function logInOn(
  context: CheckContext,
  on: Device,
  user: UserName,
  calls: readonly KnownCall[],
): Promise<OnDevice | undefined> {
  const exchange = await context.call('login', {
    body: loginBody(context, user),
    ...ownHost(context, user),
    headers: on,
  });
  expectNoServerError(exchange, `a login of ${user} on a device of somebody else`);
  const json = jsonOf(exchange);
  const accessToken = valueAt(json, 'access_token');
  const platform = headerValue(exchange.request.headers, 'platform');
  const device = { ...on, ...(platform !== undefined && { platform }) };
  return isSuccess(exchange) && typeof accessToken === 'string'
    ? { user, accessToken, refreshToken: valueAt(json, 'refresh_token'), device, calls }
    : undefined;
}

/** A request of the user's own, from the device. */
function use(
  context: CheckContext,
  { user, accessToken, device }: OnDevice,
  { call, time }: { call: KnownCall; time: string },
): Promise<Exchange> {
  const { options } = call;
  const sent: CallOptions = {
    as: { user, accessToken },
    headers: { ...options.headers, ...device },
  };
  return context.call(call.endpoint, { ...options, ...sent, situation: `shared device, ${time}` });
}

/** How often the second of a pair goes on: what a first refresh leaves alone the next may not. */
const REFRESHES = 2;

/** Refreshes a session on its device, as often as is said and gives another; gives the latest. */
async function refreshed(
  context: CheckContext,
  session: OnDevice,
  times: number,
): Promise<OnDevice> {
  let latest = session;
  for (let left = times; left > 0; left -= 1) {
    const exchange = await context.call('refresh', {
      as: latest,
      body: { refresh_token: latest.refreshToken },
      headers: session.device,
    });
    const json = jsonOf(exchange);
    const accessToken = valueAt(json, 'access_token');
    if (!isSuccess(exchange) || typeof accessToken !== 'string') {
      return latest;
    }
    latest = { ...latest, accessToken, refreshToken: valueAt(json, 'refresh_token') };
    // Of a token that was sent nothing says that it works once more.
    if (typeof latest.refreshToken !== 'string') {
      return latest;
    }
  }
  return latest;
}

/** Whether one of the pair was still let in after the other's login, so that something could be told. */
async function tryPair(
  context: CheckContext,
  [first, second]: readonly [OnDevice, OnDevice | undefined],
  goesOn: boolean,
): Promise<boolean> {
  // A device may have one session at a time, which the later login begins.
  const [call] = first.calls;
  if (!second || !call) {
    return false;
  }
  if (!isSuccess(await use(context, first, { call, time: 'before a logout' }))) {
    return false;
  }
  const latest = goesOn ? await refreshed(context, first, 1) : first;
  const logout = await context.call('logout', {
    as: await refreshed(context, second, REFRESHES),
    body: {},
    headers: second.device,
  });
  expectSuccess(logout, `a logout of ${second.user}`);
  // Whose the tokens of a refresh are shows in what is listed with them.
  const listing = first.calls.find(isListing) ?? call;
  const after = await use(context, latest, { call: listing, time: 'after a logout' });
  if (statusOf(after) === 401) {
    expectSuccess(
      after,
      `a request by ${first.user} after ${second.user} refreshed and logged out on the device`,
    );
  }
  return true;
}

/** Section 5.6: a logout revokes the token that it comes with, and not what else came from the device. */
export const sharedDeviceCheck: Check = {
  id: 'logout.leaves-others-on-device',
  title: 'leaves a session alive when somebody else refreshes and logs out on its device',
  requirements: ['AUT-34'],
  level: 'must',
  endpoint: 'logout',
  users: ['customer'],
  phase: 'sessions',
  after: ['logout.succeeds', 'fetch-organisation-preference.succeeds'],
  cause: 'what a user does ends the session of another',
  async run(context) {
    const callers = await findCallers(context);
    const uuid = randomUUID();
    let told = false;
    for (const { users, goesOn } of PAIRS) {
      const [one, other] = users;
      const [callsOfOne, callsOfOther] = users.map((user) => callers.get(user)?.harmless);
      if (!callsOfOne || !callsOfOther) {
        continue;
      }
      // What was somebody's device may stay theirs.
      const first =
        (await logInOn(context, { uuid }, one, callsOfOne)) ??
        (await logInOn(context, { uuid: randomUUID() }, one, callsOfOne));
      if (first) {
        const second = await logInOn(context, first.device, other, callsOfOther);
        told = (await tryPair(context, [first, second], goesOn)) || told;
      }
    }
    const cashier =
      context.target.users.cashier && (await logInOn(context, { uuid }, 'cashier', []));
    await logInOn(context, { uuid }, 'customer', []);
    const listed = callers.get('customer')?.harmless.find(isListing);
    if (cashier && listed) {
      await use(context, cashier, { call: listed, time: 'after a login of a customer' });
    }
    if (!told) {
      context.inconclusive('No two users have sessions on one device.');
    }
  },
};
