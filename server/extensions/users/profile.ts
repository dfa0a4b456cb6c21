import type { Dependencies } from '../../dependencies.ts';
import { answer } from '../../http/answer.ts';
import { notFound } from '../../http/refusal.ts';
import type { GuardedRoute } from '../../routes/route.ts';
import { memberAnswer, type ProfileChange } from '../../store/extensions/members.ts';
import type { Store } from '../../store/store.ts';
import { extensionBody } from '../extension-body.ts';

/** Extension, section 1: what is known of the caller. */
export function viewProfile({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => answer(c, { status: 'SUCCESS', data: profileOf(store, user.id) });
}

/** Extension, section 1: "update profile information". */
export function updateProfile({ store }: Dependencies): GuardedRoute {
  const body = extensionBody<ProfileChange>('update-profile');
  return async (c, { user }) => {
    const { firstName, lastName, phoneNumber } = await body(c);
    store.members.update(user.id, {
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(phoneNumber !== undefined && { phoneNumber }),
    });
    return answer(c, { status: 'SUCCESS', data: profileOf(store, user.id) });
  };
}

function profileOf(store: Store, id: string) {
  const member = store.members.byId(id);
  if (member === undefined) {
    throw notFound('there is no such user');
  }
  return memberAnswer(member);
}
