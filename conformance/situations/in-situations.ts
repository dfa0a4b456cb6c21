import type { Check } from '../check.ts';
import { asksForMore } from './covering-array.ts';
import { situationsOf } from './drawn-situations.ts';
import { readingsOf } from './readings.ts';
import { runIn } from './situation.ts';

/** Which of the values a check tries, by a number that goes round them, and in which situation. */
interface Turn {
  turn: number;
  at: number;
}

/** Each situation with one of the values, and each value once; the first was tried on the plainest request. */
const turnsOf = (tries: number, situations: number): Turn[] =>
  Array.from({ length: Math.max(tries - 1, situations) }, (_, at) => ({ turn: at + 1, at }));

/** The other values of each situation. */
const moreTurnsOf = (tries: number, situations: number): Turn[] =>
  Array.from({ length: situations * (tries - 1) }, (_, index) => {
    const at = index % situations;
    return { turn: at + 2 + Math.floor(index / situations), at };
  });

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
      const inTurn = ({ turn, at }: Turn) => {
        // A value more than there are situations is tried on the plainest request.
        const situation = situations[at] ?? { text: '', endpoint };
        return runIn({ ...situation, turn }, context, (own) => check.run(own));
      };
      const turns = turnsOf(tries, situations.length);
      if (isTried && check.level === 'must' && asksForMore(context)) {
        turns.push(...moreTurnsOf(tries, situations.length));
      }
      // Two at once: what a target keeps of one request must not tell in the other. Wrong logins one
      // after the other, since a target may let a user have so many and no more.
      const atOnce = isTried || isRead ? 2 : 1;
      for (let next = 0; next < turns.length; next += atOnce) {
        const now = turns.slice(next, next + atOnce).map(inTurn);
        for (const ended of await Promise.allSettled(now)) {
          if (ended.status === 'rejected') {
            throw ended.reason;
          }
        }
      }
    },
  };
}
