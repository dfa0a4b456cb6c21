import type { Target, UserName } from '../../target/target.ts';
import type { CheckData } from '../check.ts';
import type { Judgement } from './judgement.ts';

/** The check that logs a user in for everybody else. */
const loginCheckId = (user: UserName): string => `login.${user}`;

/** What the target file would have to supply, before anything is sent. */
export function missingFor(check: CheckData, target: Target): Judgement | undefined {
  if (check.capability && !target.capabilities.includes(check.capability)) {
    return {
      result: 'not applicable',
      message: `The target does not declare the capability ${check.capability}.`,
      missing: [`capability ${check.capability}`],
    };
  }
  const users = (check.users ?? []).filter((user) => !target.users[user]);
  const states = [...new Set([...(check.states ?? []), ...takenStates(check)])].filter(
    (state) => !target.states.url && !target.states.pools[state]?.length,
  );
  const missing = [...users.map((user) => `user ${user}`), ...states.map((s) => `state ${s}`)];
  if (missing.length === 0) {
    return undefined;
  }
  return {
    result: 'not tested',
    message: `The target file does not supply ${missing.join(', ')}.`,
    missing,
  };
}

/** The states whose entries a check consumes. */
export function takenStates(check: CheckData) {
  return Object.keys(check.takes ?? {}) as (keyof NonNullable<CheckData['takes']>)[];
}

/** The checks that must pass before this one runs: its users' logins, then its `after`. */
export function prerequisites(check: CheckData): string[] {
  const logins = (check.users ?? []).map(loginCheckId).filter((id) => id !== check.id);
  return [...new Set([...logins, ...(check.after ?? [])])];
}
