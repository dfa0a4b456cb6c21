import { isIPv4 } from 'node:net';
import {
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
} from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import { callerOf, sentToken } from '../servers/tokens.ts';
import type { Axis, Choice } from './variant.ts';

/** Refuses what a form of a header keeps a server from taking, once the caller is known. */
const unless =
  (right: (request: PlainRequest, context: LayerContext) => boolean, status: number): Layer =>
  async (request, next, context) => {
    const { email } = objectOf(request.body) ?? {};
    const caller =
      context.endpoint === 'login'
        ? context.dependencies.store.users.byEmail(String(email))
        : callerOf(request, context);
    return caller && !right(request, context)
      ? jsonAnswer(status, {
          status: 'FAILED',
          error: 'forbidden',
          message: 'not in this form',
          role: caller.role,
        })
      : next(request);
  };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Addresses kept for documentation and private networks (RFC 5737, 3849, 1918). */
const OF_NOBODY = /^(192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:db8:|10\.|192\.168\.|127\.)/i;

const choice = (id: string, how: string, layers: readonly Layer[]): Choice => ({
  id: `header-forms.${id}`,
  how,
  wrapping: () => ({ layers }),
});

/** A key, where there is one, of which this is true. */
const keyIs = (right: (key: string) => boolean) =>
  unless(({ headers }) => {
    const key = headers['x-idempotency-key'];
    return key === undefined || right(key);
  }, 400);

/** Remembers the device of a login, and of the tokens that come of it. */
const boundToDevices: Layer = async (request, next, context) => {
  const { memory } = context;
  const sent = sentToken(request)?.token ?? '';
  const device = memory.get(`device of ${sent}`) ?? request.headers.uuid;
  if (
    context.endpoint !== 'login' &&
    request.headers.uuid !== undefined &&
    device !== request.headers.uuid
  ) {
    return jsonAnswer(401, { status: 'FAILED', message: 'this session has another device' });
  }
  const response = await next(request);
  const given = objectOf(response.body)?.access_token;
  if (typeof given === 'string') {
    memory.set(`device of ${given}`, device);
  }
  return response;
};

const isStaff = (request: PlainRequest, context: LayerContext): boolean => {
  const { email } = objectOf(request.body) ?? {};
  const user =
    callerOf(request, context) ?? context.dependencies.store.users.byEmail(String(email));
  return user !== undefined && user.role !== 'CUSTOMER';
};

/** In which forms headers are taken that the specification shows one value of. */
export const headerForms: Axis = {
  id: 'header-forms',
  open: [
    'section 5.10: shows no form of x-idempotency-key',
    'section 4.6: shows no other than an IPv4 address',
    'section 5.3: whether a session is of one device or platform is not said',
  ],
  choices: [
    choice('uuids-as-keys', 'takes UUIDs only as x-idempotency-key', [
      keyIs((key) => UUID.test(key)),
    ]),
    choice('keys-of-40', 'takes keys of 10 to 40 characters', [
      keyIs(({ length }) => length >= 10 && length <= 40),
    ]),
    choice('ipv4-only', 'takes IPv4 addresses only as x-fapi-customer-ip-address', [
      unless(({ headers }) => {
        const address = headers['x-fapi-customer-ip-address'];
        return address === undefined || isIPv4(address);
      }, 400),
    ]),
    choice('no-forged-address', 'takes no address that belongs to no customer', [
      unless(({ headers }) => !OF_NOBODY.test(headers['x-fapi-customer-ip-address'] ?? ''), 400),
    ]),
    choice('session-of-a-device', 'keeps a session to the device of its login', [boundToDevices]),
    choice('staff-on-the-web', 'serves everybody but customers on the platform WEB only', [
      unless(
        (request, context) =>
          (request.headers.platform ?? 'WEB') === 'WEB' || !isStaff(request, context),
        403,
      ),
    ]),
  ],
};
