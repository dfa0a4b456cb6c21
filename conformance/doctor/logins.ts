import { ROLES } from '../../contract/roles.ts';
import {
  ROLE_OF_USER,
  type Target,
  USER_NAMES,
  type UserEntry,
  type UserName,
} from '../../target/target.ts';
import type { Client } from '../http/client.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { buildRequest } from '../http/request.ts';
import { givenTokens } from '../http/token-of.ts';
import type { Diagnosis } from './diagnosis.ts';

/** What ends the session of a login. */
export interface BegunSession {
  as: { accessToken: string };
  /** the device that it began on, which it may be bound to */
  headers: { uuid: string; platform: string };
  /** the host of its user, where that is not the usual one */
  baseUrl?: string;
}

/** What a login showed, as far as the target showed it (section 2.1). */
export interface Login {
  /** why it did not succeed; absent where it did */
  failure?: { message: string; advice: string };
  /** the HTTP status by which the target said that it does not take the password */
  refused?: number;
  /** the HTTP status by which the target sent the login to another address */
  redirected?: number;
  userId?: string;
  role?: string;
  tenantId?: string;
  session?: BegunSession;
}

/** Logs in once (section 4.1); every token that comes is told to `onSecret`. */
export async function logIn(
  { email, password, baseUrl }: UserEntry,
  target: Target,
  client: Pick<Client, 'send'>,
  onSecret: (value: string) => void,
): Promise<Login> {
  const body = { email, currentPassword: password };
  const options = { body, ...(baseUrl !== undefined && { baseUrl }) };
  const exchange = await client.send(buildRequest(target, 'login', options).plain);
  const answer = jsonOf(exchange);
  const text = (...path: string[]) => {
    const value = valueAt(answer, ...path);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  for (const token of givenTokens(exchange)) {
    onSecret(token);
  }
  const accessToken = text('access_token');
  const { uuid = '', platform = '' } = exchange.request.headers;
  const failure = failureOf(exchange, accessToken !== undefined);
  const userId = text('user', 'id');
  const role = text('user', 'role');
  const tenantId = text('user', 'tenant_id');
  return {
    ...(failure && { failure }),
    ...(failure && isRefusal(exchange) && { refused: exchange.response?.status }),
    ...(isRedirect(exchange) && { redirected: exchange.response?.status }),
    ...(userId && { userId }),
    ...(role && { role }),
    ...(tenantId && { tenantId }),
    ...(accessToken !== undefined && {
      session: {
        as: { accessToken },
        headers: { uuid, platform },
        ...(baseUrl !== undefined && { baseUrl }),
      },
    }),
  };
}

/** Ends the session of a login (section 4.3): a user may have so many and no more. */
export async function logOut(
  { session }: Login,
  target: Target,
  client: Pick<Client, 'send'>,
): Promise<void> {
  if (session) {
    await client.send(buildRequest(target, 'logout', { ...session, body: {} }).plain);
  }
}

/** Statuses of a refused password; where section 7 leaves it open, FAILED in the body is one too. */
const REFUSED: readonly number[] = [400, 401, 403];

function isRefusal(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  const failed = valueAt(jsonOf(exchange), 'status') === 'FAILED';
  return REFUSED.includes(status) || (failed && status >= 200 && status < 500 && status !== 429);
}

function isRedirect({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status >= 300 && status < 400 && response?.headers.location !== undefined;
}

function failureOf({ response, error }: Exchange, hasToken: boolean): Login['failure'] {
  if (!response) {
    return {
      message: `the login got no answer: ${error?.message ?? 'no response'}`,
      advice: 'see the addresses above',
    };
  }
  const { status } = response;
  if (status >= 200 && status < 300) {
    return hasToken
      ? undefined
      : {
          message: `the login is answered HTTP ${status} without access_token`,
          advice: 'section 2.1 shows what a login answers; check e-mail address and password too',
        };
  }
  if (status >= 300 && status < 400) {
    return {
      message: `the login is answered HTTP ${status}; redirects are not followed`,
      advice: "write the address it leads to into baseUrl, or into the user's own",
    };
  }
  const advice =
    status === 404 || status >= 500 || status === 429
      ? 'check the target: a login is a PUT to /api/v6/services/securitymanagement/login'
      : 'check e-mail address and password';
  return { message: `the login is answered HTTP ${status}`, advice };
}

/** What the logins of the users show: whether they work, and whether role and tenant are right. */
export function judgeLogins(logins: ReadonlyMap<UserName, Login>): Diagnosis[] {
  return USER_NAMES.map((name): Diagnosis => {
    const base = { area: 'users' as const, subject: name, untested: [] };
    const login = logins.get(name);
    if (!login) {
      return {
        ...base,
        finding: 'not supplied',
        message: 'is not in the target file',
        advice: `add the role ${ROLE_OF_USER[name]} as users.${name} with email and password`,
      };
    }
    if (login.failure) {
      return { ...base, finding: 'problem', ...login.failure };
    }
    const wrong = wrongRole(name, login) ?? wrongTenant(name, login, logins.get('customer'));
    if (wrong) {
      return { ...base, finding: 'problem', ...wrong };
    }
    return { ...base, finding: 'ok', message: `logs in as ${login.role}` };
  });
}

type Wrong = Pick<Diagnosis, 'message' | 'advice'> | undefined;

function wrongRole(name: UserName, { role }: Login): Wrong {
  const expected = ROLE_OF_USER[name];
  if (role === expected) {
    return undefined;
  }
  // a text of the target is shown only where it is one of the four that the specification knows
  const seen =
    ROLES.find((one) => one === role) ?? (role ? 'one that is none of the four' : 'none');
  return {
    message: `logs in, but user.role is ${seen}; expected ${expected}`,
    advice: `write a user with the role ${expected} into users.${name}`,
  };
}

function wrongTenant(name: UserName, { tenantId }: Login, customer: Login | undefined): Wrong {
  if (name === 'customer' || !tenantId || !customer?.tenantId) {
    return undefined;
  }
  const sameTenant = tenantId === customer.tenantId;
  if (sameTenant === (name !== 'otherManager')) {
    return undefined;
  }
  const expected = sameTenant ? "a tenant other than customer's" : "customer's tenant";
  return {
    message: `logs in, but into ${sameTenant ? "customer's tenant" : "a tenant other than customer's"}; expected ${expected}`,
    advice: `write a user of ${expected} into users.${name}`,
  };
}
