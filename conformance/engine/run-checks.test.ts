import { describe, expect, it } from 'vitest';
import type { Check } from '../check.ts';
import type { CheckResult } from '../result.ts';
import { runChecks } from './run-checks.ts';

function check(id: string, phase?: 'sessions'): Check {
  const rest = { title: id, requirements: [], level: 'must' as const, async run() {} };
  return { id, ...rest, ...(phase && { phase }) };
}

/** Evaluates checks that end when `most` of them are under way; tells what was, each time. */
function evaluationOf(most: number) {
  const underWay = new Set<string>();
  const seen: string[][] = [];
  let release = Promise.withResolvers<void>();
  return {
    seen,
    async again(id: string): Promise<void> {
      await this.evaluate(id);
    },
    async evaluate(id: string): Promise<CheckResult> {
      underWay.add(id);
      seen.push([...underWay]);
      if (underWay.size === most || id.startsWith('alone')) {
        release.resolve();
        release = Promise.withResolvers<void>();
      } else {
        await release.promise;
      }
      underWay.delete(id);
      return { id } as CheckResult;
    },
  };
}

describe('the checks of a run', () => {
  it('go at once up to the concurrency, and those of the phase sessions alone at the end', async () => {
    const checks = [check('alone 1', 'sessions'), check('a'), check('b'), check('c'), check('d')];
    const evaluation = evaluationOf(2);
    await runChecks([...checks, check('alone 2', 'sessions')], evaluation, 2);
    expect(Math.max(...evaluation.seen.map(({ length }) => length))).toBe(2);
    expect(evaluation.seen.slice(-2)).toEqual([['alone 1'], ['alone 2']]);
    expect(new Set(evaluation.seen.flat()).size).toBe(6);
  });

  it('are tried again, and what is drawn for the first time, once all others are done', async () => {
    const told: string[] = [];
    const evaluation = {
      evaluate: async (id: string) => {
        told.push(id);
        return { id } as CheckResult;
      },
      again: async (id: string) => {
        told.push(`${id} again`);
      },
    };
    const again = async () => {};
    const checks = [
      { ...check('drawn'), drawn: true as const },
      { ...check('twin'), again },
      check('plain'),
      check('login', 'sessions'),
    ];
    await runChecks(checks, evaluation, 1, async () => {
      told.push('between');
    });
    expect(told.slice(0, 3)).toEqual(['twin', 'plain', 'between']);
    expect(told.slice(3, 5).sort()).toEqual(['drawn again', 'twin again']);
    expect(told.at(-1)).toBe('login again');
  });
});
