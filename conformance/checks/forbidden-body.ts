import type { EndpointName } from '../../contract/endpoint-names.ts';
import { ROLE_OF_USER, type StateName, type UserName } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { answerOf, expectField, statusOf } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { Certain, Deviation, deviate } from '../outcome.ts';
import type { Refusal } from '../situations/refusal.ts';
import { textOf } from './entry-text.ts';

/** An answer with HTTP 403, whose body section 7 shows. */
interface Refused {
  endpoint: EndpointName;
  /** the user who is refused */
  user: UserName;
  /** the refused request as the object of a sentence: `a listing by a cashier` */
  what: string;
  /** all users and states that the request needs */
  users: UserName[];
  states?: StateName[];
  /** the check that the answer is 403, where that is not the one of their ids */
  after?: string[];
  /** the caller is of another tenant and may be unknown at this host: 401 is right too */
  perhapsUnknown?: boolean;
  /** how many values of the request there are, which come in turn */
  tries?: number;
  refusal?: Refusal;
  /** asks, or gives the answer that was asked for already; nothing where it is not one to look at */
  answer(context: CheckContext): Promise<Exchange | undefined>;
}

/**
 * Demands that a caller of another tenant is refused: 403 (section 7), or 401 by a host that does
 * not know the tokens of other tenants.
 */
export function expectForbiddenOrUnknown(exchange: Exchange, what: string): void {
  if (![401, 403].includes(statusOf(exchange))) {
    deviate(`HTTP 403 or 401 for ${what}`, answerOf(exchange));
  }
}

/**
 * What is wrong with the body of a 403 to a user (section 7): error and message are strings, role is
 * the caller's; `undefined` where nothing is.
 */
export function forbiddenBodyProblem(exchange: Exchange, user: UserName): string | undefined {
  const body = jsonOf(exchange);
  const missing = ['error', 'message'].find((field) => typeof valueAt(body, field) !== 'string');
  if (missing) {
    return `${missing} ${textOf(valueAt(body, missing))}`;
  }
  const role = valueAt(body, 'role');
  return role === ROLE_OF_USER[user] ? undefined : `role ${textOf(role)}`;
}

/** A 403 to a request that is right in all but who sends it. */
interface RoleRefusal {
  user: UserName;
  /** the refused request as the object of a sentence */
  what: string;
  exchange: Exchange;
}

/** The 403s that checks of open points have got, which section 7 shows all the same. */
export function roleRefusals(context: CheckContext): Promise<RoleRefusal[]> {
  return context.shared('403s where the specification is open', async () => []);
}

/**
 * Keeps an answer for the check of such bodies, if it is a 403. Only for a request that is right but
 * for its sender: how a wrong one is refused is open, also where it is by a 403.
 */
export async function noteRoleRefusal(context: CheckContext, refusal: RoleRefusal): Promise<void> {
  if (statusOf(refusal.exchange) === 403) {
    (await roleRefusals(context)).push(refusal);
  }
}

/** The fields of a 403's body, and what it is to lack each. */
const FIELDS = [
  { field: 'error', requirement: 'ERR-12', cause: 'the body of a 403 has no error' },
  { field: 'message', requirement: 'ERR-13', cause: 'the body of a 403 has no message' },
  {
    field: 'role',
    requirement: 'ERR-14',
    cause: "the body of a 403 does not tell the caller's role",
  },
];

/**
 * One check for each field of a 403's body: error, message, and role, the caller's (section 7).
 *
 * @param id begins the id of each
 */
export function forbiddenBodyChecks(id: string, refused: Refused): Check[] {
  const { endpoint, user, what, users, states, tries, refusal, after = [id] } = refused;
  return FIELDS.map(({ field, requirement, cause }) => ({
    level: 'must',
    endpoint,
    users,
    ...(states && { states }),
    ...(tries !== undefined && { tries }),
    ...(refusal && { refusal }),
    after,
    id: `${id}.${field}`,
    title: `tells ${field === 'role' ? 'the role' : field} in the 403 for ${what}`,
    requirements: [requirement],
    cause,
    async run(context) {
      const exchange = await refused.answer(context);
      if (refused.perhapsUnknown && exchange && statusOf(exchange) === 401) {
        context.inconclusive('The caller is unknown at this host: a 401, whose body is open.');
      }
      try {
        if (exchange && field === 'role') {
          // In a situation somebody else may stand in the user's place.
          expectRole(exchange, context.senderOf(exchange) ?? user, what);
        } else if (exchange) {
          expectField([jsonOf(exchange)], 'forbidden-error', field, `403 for ${what}`);
        }
      } catch (error) {
        const plain = context.plain && (await refused.answer(context.plain));
        if (error instanceof Deviation && plain && exchange && saysTheSame(plain, exchange)) {
          const { expected, got, breaks } = error;
          throw new Certain(expected, got, breaks);
        }
        throw error;
      }
    },
  }));
}

/** What says no more than the status code, and so whoever answers with it. */
const NO_MORE_THAN_403 = /^(forbidden|access denied)?\W*$/i;

/** Whether two 403s are one refusal, by what either says of it: a firewall has words of its own. */
function saysTheSame(one: Exchange, other: Exchange): boolean {
  return ['message', 'role'].some((field) => {
    const [said, again] = [one, other].map((exchange) => valueAt(jsonOf(exchange), field));
    return typeof said === 'string' && !NO_MORE_THAN_403.test(said) && said === again;
  });
}

function expectRole(exchange: Exchange, user: UserName, what: string): void {
  const told = valueAt(jsonOf(exchange), 'role');
  if (told !== ROLE_OF_USER[user]) {
    deviate(`role "${ROLE_OF_USER[user]}" in the 403 for ${what}`, textOf(told));
  }
}
