import {
  type Answer,
  type Ask,
  failed,
  jsonObject,
  Refusal,
  requireHeaders,
  unauthorized,
} from '../exchange.ts';
import { permissionsOf, type User } from '../records/people.ts';
import {
  accessToken,
  authenticate,
  endSessions,
  known,
  LIFETIME,
  openSession,
  type World,
} from './session.ts';

function findUser(ask: Ask, world: World, email: string, password: string): User | undefined {
  return world.store.users.find(
    (user) =>
      world.rules.sameEmail(email, user.email) &&
      user.password === password &&
      known(user, ask, world),
  );
}

function text(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value === '') {
    throw failed(400, `${field} must be a text`);
  }
  return value;
}

/** Section 4.1: `PUT …/securitymanagement/login`. */
export function login(ask: Ask, world: World): Answer {
  const { rules } = world;
  requireHeaders(ask, rules.loginHeadersRequired);
  const problem = rules.loginHeaders.map((rule) => rule(ask)).find((said) => said !== undefined);
  if (problem) {
    throw failed(400, problem);
  }
  const body = jsonObject(ask);
  const email = text(body, 'email');
  const password = text(body, 'currentPassword');
  for (const refuse of rules.beforeLogin) {
    const answer = refuse(email, world.now());
    if (answer) {
      throw new Refusal(answer);
    }
  }
  const user = findUser(ask, world, email, password);
  for (const note of rules.afterLogin) {
    note(email, user !== undefined, world.now());
  }
  if (!user) {
    throw unauthorized('the e-mail address or the password is wrong');
  }
  const session = openSession(world, user);
  if (rules.loginEndsOtherSessions) {
    endSessions(world, user.id, session);
  }
  return {
    status: 200,
    body: {
      access_token: accessToken(world, session),
      expires_in: LIFETIME,
      refresh_token: session.refreshToken,
      user: {
        id: user.id,
        email: user.email,
        role: user.role,
        tenant_id: rules.tenantName(user.tenantId),
        permissions: permissionsOf(user.role),
      },
    },
  };
}

/** Section 4.2: `POST …/securitymanagement/refresh`, which also takes an expired access token. */
export function refresh(ask: Ask, world: World): Answer {
  const { rules } = world;
  const { session, claims } = authenticate(ask, world, true);
  const token = text(jsonObject(ask), 'refresh_token');
  if (session?.spent.has(token) && rules.reuseEndsSession) {
    session.ended = true;
  }
  if (!session || session.refreshToken !== token) {
    throw unauthorized('this refresh token is not valid');
  }
  if (rules.refreshRevokesToken && claims) {
    session.revoked.add(claims.jti);
  }
  const body = { access_token: accessToken(world, session), expires_in: LIFETIME };
  if (!rules.rotateRefreshTokens) {
    return { status: 200, body };
  }
  session.spent.add(token);
  session.refreshToken = rules.newRefreshToken();
  return { status: 200, body: { ...body, refresh_token: session.refreshToken } };
}

/** Section 4.3: `POST …/securitymanagement/logout`. */
export function logout(ask: Ask, world: World): Answer {
  const { user, session, claims } = authenticate(ask, world);
  if (session && world.rules.logoutEndsSession) {
    session.ended = true;
  } else if (session && claims) {
    session.revoked.add(claims.jti);
  }
  if (world.rules.logoutEndsAllSessions) {
    endSessions(world, user.id);
  }
  return world.rules.logoutAnswer;
}
