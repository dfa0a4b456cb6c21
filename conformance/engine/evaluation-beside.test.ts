import { describe, expect, it } from 'vitest';
import { deviate } from '../outcome.ts';
import { evaluate } from '../testing/evaluate-checks.ts';

describe('an evaluation of checks beside each other', () => {
  it('tells of what was found beside others only what is found again alone', async () => {
    let beside = true;
    const whileBeside = async () => {
      if (beside) {
        deviate('this', 'that');
      }
    };
    const { evaluation, reported } = evaluate([
      { id: 'a', phase: 'sessions', run: whileBeside },
      { id: 'b', phase: 'sessions', run: async () => deviate('this', 'that') },
      { id: 'c', phase: 'sessions', after: ['a'] },
      { id: 'd', phase: 'sessions', again: whileBeside },
      { id: 'e', phase: 'sessions', after: ['f'] },
      { id: 'f', level: 'should', run: whileBeside },
    ]);
    const trial = await evaluation.beside(async () => {
      await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => evaluation.again(id)));
    });
    beside = false;
    expect([...trial.doubted].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    // that `d` keeps its rule where it is not tried in situations stands, and what is of no session
    expect(reported.map(({ id, result }) => [id, result])).toEqual(
      expect.arrayContaining([
        ['d', 'pass'],
        ['f', 'warn'],
      ]),
    );
    reported.splice(0, Infinity);
    for (const id of trial.doubted) {
      await evaluation.again(id);
    }
    expect(Object.fromEntries(reported.map(({ id, result }) => [id, result]))).toEqual({
      a: 'pass',
      b: 'fail',
      c: 'pass',
      d: 'pass',
      e: 'blocked',
    });
  });

  it('makes shared values anew for what was found beside others', async () => {
    let made = 0;
    const { evaluation } = evaluate([
      {
        id: 'a',
        phase: 'sessions',
        run: async (context) => {
          const number = await context.shared('a value', async () => ++made);
          if (number === 1) {
            deviate('another', 'the first');
          }
        },
      },
    ]);
    const trial = await evaluation.beside(() => evaluation.again('a'));
    expect([...trial.doubted]).toEqual(['a']);
    expect(await evaluation.evaluate('a')).toMatchObject({ result: 'pass' });
  });
});
