import { describe, expect, it } from 'vitest';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { Deviation } from '../outcome.ts';
import { inSituations, situationsOf } from './in-situations.ts';

/** A check of several values; its turns are noted. */
function trying(tries: number, turns: number[], broken?: number): Check {
  return {
    id: 'login.observes.values',
    title: 'tries several values',
    requirements: ['LGN-5'],
    level: 'must',
    endpoint: 'login',
    tries,
    run({ turn = 0 }) {
      turns.push(turn);
      if (turn === broken) {
        throw new Deviation('a refusal', 'HTTP 200');
      }
      return Promise.resolve();
    },
  };
}

/** What a check that sends nothing needs of a run. */
const context = {} as CheckContext;

describe('a check of several values', () => {
  it('runs once for each of them, where it has no situations', async () => {
    const turns: number[] = [];
    const check = inSituations(trying(3, turns));
    await check.run(context);
    expect(turns).toEqual([0]);
    await check.again?.(context);
    expect(turns).toEqual([0, 1, 2]);
  });

  it('deviates by the value that breaks the rule, told as it is', async () => {
    const turns: number[] = [];
    const again = inSituations(trying(3, turns, 1)).again?.(context);
    await expect(again).rejects.toThrow('Expected a refusal, got HTTP 200.');
    expect(turns).toEqual([1]);
  });

  it('stays as it is where it tries one thing', () => {
    const check = trying(1, []);
    expect(inSituations(check)).toBe(check);
  });
});

describe('the situations of a check', () => {
  /** What is tried beside the plainest request of a repayment, where every form of it is taken. */
  const drawn = async (seed: number) => {
    const own = { seed, passed: async () => true } as unknown as CheckContext;
    const check = { id: 'repay-loan.header.x-idempotency-key-missing', endpoint: 'repay-loan' };
    return (await situationsOf(own, check as Check)).map(({ text }) => text);
  };

  it('are drawn by the seed of the run', async () => {
    expect(await drawn(1)).toEqual(await drawn(1));
    expect(await drawn(7)).not.toEqual(await drawn(1));
  });
});
