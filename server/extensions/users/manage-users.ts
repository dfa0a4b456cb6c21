import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Role } from '../../../contract/roles.ts';
import type { User as UserRecord } from '../../../contract/values/records.ts';
import { permitReach } from '../../authorization/authorize.ts';
import type { Operation } from '../../authorization/rights.ts';
import type { AppEnv, Dependencies } from '../../dependencies.ts';
import { answer } from '../../http/answer.ts';
import type { Caller } from '../../http/authenticate.ts';
import { realDay } from '../../http/calendar.ts';
import { conflict, notFound } from '../../http/refusal.ts';
import { hashOfPassword } from '../../passwords.ts';
import type { GuardedRoute } from '../../routes/route.ts';
import { type Member, memberAnswer } from '../../store/extensions/members.ts';
import type { Store } from '../../store/store.ts';
import { extensionBody } from '../extension-body.ts';
import { extensionQuery } from '../extension-query.ts';

/** Extension, section 1: the users of the caller's organisation. */
export function listUsers({ store }: Dependencies): GuardedRoute {
  const query = extensionQuery<{ role?: Role; page: number; size: number }>('list-users');
  return (c, { user }) => {
    const { role, page, size } = query(c);
    const listed = store.members.list(user.tenantId, role, {
      limit: size,
      offset: (page - 1) * size,
    });
    const data = { users: listed.users.map(memberAnswer), page, size, total: listed.total };
    return answer(c, { status: 'SUCCESS', data });
  };
}

/** Extension: another user of the caller's organisation, who logs in with the password given. */
export function createUser({ store }: Dependencies): GuardedRoute {
  const body = extensionBody<Omit<UserRecord, 'id' | 'tenantId'>>('create-user');
  return async (c, { user }) => {
    const { password, email, role, firstName, lastName, phoneNumber, bvn, dateOfBirth } =
      await body(c);
    realDay('dateOfBirth', dateOfBirth);
    const made = {
      ...{ id: randomUUID(), tenantId: user.tenantId, role, email: email.toLowerCase() },
      ...{ firstName, lastName, phoneNumber, bvn, dateOfBirth },
      passwordHash: await hashOfPassword(password),
    };
    if (!store.members.add(made)) {
      throw conflict('there is a user with this e-mail address');
    }
    const data = memberAnswer(memberOf(store, made.id));
    return answer(c, { status: 'SUCCESS', data }, 201);
  };
}

/** Extension: one user; to agents, one who is a customer ("view customer profiles"). */
export function viewUser({ store }: Dependencies): GuardedRoute {
  return (c, caller) => {
    const data = memberAnswer(reached(c, store, caller, 'view-user'));
    return answer(c, { status: 'SUCCESS', data });
  };
}

/**
 * Extension: shuts a user out at once, with all sessions and API tokens, or lets him in again; his
 * sessions are over, his API tokens work again. Nobody does it to himself.
 */
export function changeUserStatus({ store, clock }: Dependencies): GuardedRoute {
  const body = extensionBody<{ userStatus: 'ACTIVE' | 'DISABLED' }>('change-user-status');
  return async (c, caller) => {
    const { userStatus } = await body(c);
    const data = store.transaction(() => {
      const { id, disabledAt } = reached(c, store, caller, 'change-user-status');
      if (userStatus === 'ACTIVE') {
        store.members.enable(id);
      } else if (disabledAt === null) {
        store.members.disable(id, clock.now());
      }
      return memberAnswer(memberOf(store, id));
    });
    return answer(c, { status: 'SUCCESS', data });
  };
}

function reached(c: Context<AppEnv>, store: Store, { user }: Caller, operation: Operation): Member {
  const member = memberOf(store, c.req.param('id') ?? '');
  const { id: userId, tenantId, role } = member;
  permitReach(user, operation, { userId, tenantId, role }, 'the account');
  return member;
}

function memberOf(store: Store, id: string): Member {
  const member = store.members.byId(id);
  if (member === undefined) {
    throw notFound('there is no such user');
  }
  return member;
}
