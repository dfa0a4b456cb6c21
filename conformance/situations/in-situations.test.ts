import { describe, expect, it } from 'vitest';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { Deviation } from '../outcome.ts';
import { inSituations } from './in-situations.ts';

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

  it('tries two situations at once, and tells what broke the rule when both have ended', async () => {
    let under = 0;
    let most = 0;
    const ended: number[] = [];
    const check = inSituations({
      ...trying(1, []),
      refusal: { name: 'portfolios.page-text' },
      endpoint: 'portfolios',
      run: async ({ turn = 0 }) => {
        under += 1;
        most = Math.max(most, under);
        await new Promise(setImmediate);
        under -= 1;
        ended.push(turn);
        if (turn === 1) {
          throw new Deviation('a refusal', 'HTTP 200');
        }
      },
    });
    const own = {
      seed: 1,
      target: { users: {}, capabilities: [] },
      passed: async () => true,
      shared: async () => [],
      aside: () => own,
    } as never;
    await expect(check.again?.(own)).rejects.toThrow('Expected a refusal');
    expect(most).toBe(2);
    expect(ended).toEqual([1, 2]);
  });

  it('tries every value in every situation where more than pairs are asked for', async () => {
    const turns: number[] = [];
    const check = inSituations({
      ...trying(3, turns),
      refusal: { name: 'portfolios.page-text' },
      endpoint: 'portfolios',
    });
    const own = {
      ...{ seed: 1, strength: 3, target: { users: {}, capabilities: [] } },
      passed: async () => true,
      shared: async () => [],
      aside: () => own,
    } as never;
    await check.again?.(own);
    const values = turns.map((turn) => turn % 3);
    const each = [0, 1, 2].map((value) => values.filter((one) => one === value).length);
    expect(each).toEqual(Array(3).fill(turns.length / 3));
  });

  it('stays as it is where it tries one thing', () => {
    const check = trying(1, []);
    expect(inSituations(check)).toBe(check);
  });
});
