import type { Check } from '../check.ts';
import { situationsOf } from './drawn-situations.ts';
import { readingsOf } from './readings.ts';
import { runIn } from './situation.ts';

/**
 * The check with what it tries again: situations, and each value it has; a check that is no refusal and
 * tries one thing stays as it is.
 */
export function inSituations(check: Check): Check {
  const { endpoint, tries = 1, refusal, inOtherForms: isRead = false } = check;
  const isTried = refusal !== undefined;
  if (endpoint === undefined || (!isTried && !isRead && tries === 1)) {
    return check;
  }
  return {
    ...check,
    ...(isTried && { drawn: true }),
    async again(context) {
      const situations = isTried
        ? await situationsOf(context, check)
        : isRead
          ? await readingsOf(context, { id: check.id, endpoint })
          : [];
      const turns = Math.max(tries, situations.length + 1);
      const inTurn = (turn: number) => {
        // A value more than there are situations is tried on the plainest request.
        const situation = situations[turn - 1] ?? { text: '', endpoint };
        return runIn({ ...situation, turn }, context, (own) => check.run(own));
      };
      // Two at once: what a target keeps of one request must not tell in the other. Wrong logins one
      // after the other, since a target may let a user have so many and no more.
      const atOnce = isTried || isRead ? 2 : 1;
      for (let turn = 1; turn < turns; turn += atOnce) {
        const now = Array.from({ length: Math.min(atOnce, turns - turn) }, (_, more) =>
          inTurn(turn + more),
        );
        for (const ended of await Promise.allSettled(now)) {
          if (ended.status === 'rejected') {
            throw ended.reason;
          }
        }
      }
    },
  };
}
