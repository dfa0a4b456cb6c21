import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { bodyFields, wrongValues } from '../kinds/body-fields.ts';
import { loginBody } from './login.ts';
import type { WrongLogin as WrongOne } from './wrong-login.ts';

/** A rule by which logins are refused, and what is wrong with those that try it. */
export interface WrongLogin {
  variant: string;
  requirement: string;
  what: string;
  /** says more of a rule that is tested already, so that a lock before it leaves nothing untested */
  isFurther?: true;
  /** whose devices the first of them come from: what a target remembers of those is another's */
  onDevicesOf?: readonly UserName[];
  /** with whose token those after the first come: a login looks at the password alone */
  withTokenOf?: UserName;
  /** which of them comes while its user logs in rightly */
  whileRight?: number;
  /** the last of each user comes right after the one before it, which was refused: it has no password to count by */
  endsInARow?: true;
  /** who logs in wrongly, one after the other, as often as there are changes; otherwise as IN_TURN says */
  users?: readonly UserName[];
  /** one for each login of a user, given the right values */
  changes(right: ReturnType<typeof loginBody>, context: CheckContext): Record<string, unknown>[];
}

/** The field of a login with values that are no text, whatever reads them. */
const notText = (field: 'email' | 'currentPassword', first: unknown): WrongLogin['changes'] => {
  const about = bodyFields('login').filter((each) => each.field === field);
  return (right) =>
    [first, ...about.flatMap((each) => wrongValues(each, right[field]))].map((value) => ({
      [field]: value,
    }));
};

/** A text in the other case; one of capitals in small letters. */
export const otherCase = (text: string) => {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
};

const NOBODYS = 'this-is-not-the-password-of-anybody';

/** The rules, in the order in which they are tried. */
export const WRONG_LOGINS: WrongLogin[] = [
  {
    variant: 'password-missing',
    requirement: 'LGN-6',
    what: 'a login without currentPassword',
    // Not the customer's, whose next login is to come after a refused one.
    whileRight: 1,
    changes: () => [{ currentPassword: undefined }],
  },
  {
    variant: 'unknown-email',
    requirement: 'LGN-9',
    what: 'the address of nobody',
    // Then near misses of the right one: as a part, with letters more and less, and as a pattern.
    changes: ({ email: right }) =>
      [
        'nobody-at-all@assay.invalid',
        `${right}x`,
        `x${right}`,
        right.slice(0, -2),
        `%${right.slice(1)}`,
      ].map((email) => ({ email })),
  },
  {
    variant: 'email-missing',
    requirement: 'LGN-5',
    what: 'a login without email',
    changes: () => [{ email: undefined }],
  },
  {
    variant: 'wrong-password',
    requirement: 'LGN-8',
    what: 'a wrong password',
    withTokenOf: 'manager',
    // A number is one, too, be it read as text or not.
    changes: () => [NOBODYS, NOBODYS, 12345].map((currentPassword) => ({ currentPassword })),
  },
  {
    variant: 'email-not-a-string',
    requirement: 'LGN-5',
    what: 'a login whose email is no text',
    changes: notText('email', 12345),
  },
  {
    variant: 'password-not-a-string',
    requirement: 'LGN-6',
    what: 'a login whose currentPassword is no text',
    changes: notText('currentPassword', true),
  },
  {
    variant: 'password-near-miss',
    requirement: 'LGN-8',
    what: 'a password that is nearly right',
    isFurther: true,
    whileRight: 0,
    // A password without letters is the same in any case. Blanks around it are not tried: a target may
    // take them for slips of who types.
    changes: ({ currentPassword: right }) =>
      [otherCase(right), right.slice(0, -1), `${right}x`, '']
        .filter((near) => near !== right)
        .map((currentPassword) => ({ currentPassword })),
  },
  {
    variant: 'wrong-password-of-others',
    requirement: 'LGN-8',
    what: 'a wrong or nearly right password of other users',
    isFurther: true,
    endsInARow: true,
    // Each of them every kind: who looks at a password may do so otherwise for each role.
    users: ['manager', 'agent', 'cashier', 'otherCustomer', 'otherManager'],
    changes: ({ email, currentPassword: right }, { target: { users } }) =>
      (email === users.otherManager?.email
        ? // Another tenant's may be kept otherwise, as a whole.
          [otherCase(right), undefined]
        : [otherCase(right), `${right}x`, right.slice(0, -1), users.customer?.password, undefined]
      ).map((currentPassword) => ({ currentPassword })),
  },
  {
    variant: 'password-of-another',
    requirement: 'LGN-8',
    what: "a password of another user's",
    onDevicesOf: ['otherCustomer', 'otherManager'],
    isFurther: true,
    users: ['customer'],
    changes: (_, { target: { users } }) =>
      [users.otherCustomer?.password, users.manager?.password].map((currentPassword) => ({
        currentPassword,
      })),
  },
];

/** Who logs in wrongly, in turn. */
const IN_TURN: readonly UserName[] = ['customer', 'manager', 'otherCustomer', 'agent'];

/** Each rule is tried on so many users at least. */
const LEAST_TRIED = 3;

/** The wrong logins of a rule: each user's own changes, one user after the other. */
export function wrongOnes(rule: WrongLogin, context: CheckContext): WrongOne[] {
  const { changes, onDevicesOf = [], withTokenOf } = rule;
  const present = (rule.users ?? IN_TURN).filter((user) => context.target.users[user]);
  const changesOf = (user: UserName) => {
    const right = loginBody(context, user);
    // Two users may have one password, and one without letters is the same in any case.
    return changes(right, context).filter(
      (change) =>
        !('currentPassword' in change) || change.currentPassword !== right.currentPassword,
    );
  };
  const most = Math.max(0, ...present.map((user) => changesOf(user).length));
  const count = rule.users ? most * present.length : Math.max(most, most > 0 ? LEAST_TRIED : 0);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const user = present[index % present.length] as UserName;
    const own = changesOf(user);
    const at = rule.users ? Math.floor(index / present.length) : index % own.length;
    const change = own[at];
    const sharer = onDevicesOf[index];
    const deviceOf = sharer && context.target.users[sharer] ? sharer : undefined;
    const whileRight = index === rule.whileRight;
    const isKnown = index > 0 && withTokenOf !== user && withTokenOf !== undefined;
    const tokenOf = isKnown && context.target.users[withTokenOf] ? withTokenOf : undefined;
    const inARow = rule.endsInARow === true && at > 0 && at === own.length - 1;
    return change ? [{ user, change, deviceOf, tokenOf, whileRight, inARow }] : [];
  });
}
