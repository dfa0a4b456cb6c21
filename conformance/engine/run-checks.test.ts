import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../result.ts';
import { stubCheck } from '../testing/stub-check.ts';
import { runChecks } from './run-checks.ts';

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
    const checks = [
      stubCheck('alone 1', { phase: 'sessions' }),
      stubCheck('a'),
      stubCheck('b'),
      stubCheck('c'),
      stubCheck('d'),
    ];
    const evaluation = evaluationOf(2);
    await runChecks([...checks, stubCheck('alone 2', { phase: 'sessions' })], evaluation, 2);
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
      { ...stubCheck('drawn'), drawn: true as const },
      { ...stubCheck('twin'), again },
      stubCheck('plain'),
      stubCheck('login', { phase: 'sessions' }),
    ];
    await runChecks(checks, evaluation, 1, async () => {
      told.push('between');
    });
    expect(told.slice(0, 3)).toEqual(['twin', 'plain', 'between']);
    expect(told.slice(3, 5).sort()).toEqual(['drawn again', 'twin again']);
    expect(told.at(-1)).toBe('login again');
  });
});
