import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../result.ts';
import { stubCheck } from '../testing/stub-check.ts';
import { runChecks } from './run-checks.ts';
import { Trial } from './trial.ts';

/** What an evaluation needs where nothing shows that sessions live on. */
const NEVER_BESIDE = {
  prepare: async () => {},
  beside: () => Promise.reject(new Error('nothing says that sessions live on')),
  forget: () => {},
};

/** Evaluates checks that end when `most` of them are under way; tells what was, each time. */
function evaluationOf(most: number) {
  const underWay = new Set<string>();
  const seen: string[][] = [];
  let release = Promise.withResolvers<void>();
  return {
    seen,
    ...NEVER_BESIDE,
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

/** Tells what is evaluated, and what again. */
const telling = (told: string[]) => ({
  ...NEVER_BESIDE,
  evaluate: async (id: string) => {
    told.push(id);
    return { id } as CheckResult;
  },
  again: async (id: string) => void told.push(`${id} again`),
});

describe('the checks of a run', () => {
  it('go some at once, and those of the phase sessions alone at the end', async () => {
    const checks = [
      stubCheck('alone 1', { phase: 'sessions' }),
      stubCheck('a'),
      stubCheck('b'),
      stubCheck('c'),
      stubCheck('d'),
    ];
    const evaluation = evaluationOf(4);
    await runChecks([...checks, stubCheck('alone 2', { phase: 'logins' })], evaluation, 2);
    expect(Math.max(...evaluation.seen.map(({ length }) => length))).toBe(4);
    expect(evaluation.seen.slice(-2)).toEqual([['alone 1'], ['alone 2']]);
    expect(new Set(evaluation.seen.flat()).size).toBe(6);
  });

  it('go at once in the end where those next to each other say so', async () => {
    const said = { phase: 'logins', atOnce: 'wrong logins' } as const;
    const checks = [
      stubCheck('alone 1', { phase: 'logins' }),
      stubCheck('x', said),
      stubCheck('y', said),
      stubCheck('alone 2', { phase: 'logins' }),
    ];
    const evaluation = evaluationOf(2);
    await runChecks(checks, evaluation, 2);
    expect(evaluation.seen).toEqual([['alone 1'], ['x'], ['x', 'y'], ['alone 2']]);
  });

  it('are first those that many others build on; tried again, and drawn, is what all others have gone before', async () => {
    const told: string[] = [];
    const evaluation = telling(told);
    const again = async () => {};
    const checks = [
      { ...stubCheck('drawn'), drawn: true as const },
      ...['one', 'two', 'three', 'four', 'five', 'six'].map((id) =>
        stubCheck(id, { after: id === 'six' ? ['twin', 'one'] : ['twin'] }),
      ),
      { ...stubCheck('twin'), again },
      stubCheck('login', { phase: 'sessions' }),
    ];
    await runChecks(checks, evaluation, 1, {
      between: async () => void told.push('between'),
    });
    expect(told.slice(0, 4)).toEqual(['twin', 'between', 'one', 'two']);
    expect(told.slice(8, 10).sort()).toEqual(['drawn again', 'twin again']);
    expect(told.at(-1)).toBe('login again');
  });

  it('go over to other forms before the rest even where that is little, of which much of the suite builds on some', async () => {
    const told: string[] = [];
    const evaluation = telling(told);
    const base = stubCheck('base');
    const building = ['one', 'two', 'three', 'four', 'five', 'six'].map((id) =>
      stubCheck(id, { after: ['base'] }),
    );
    const some = [base, building[0] ?? base, stubCheck('login', { phase: 'sessions' })];
    await runChecks(some, evaluation, 1, {
      between: async () => void told.push('between'),
      ...{ anyway: true, among: [base, ...building] },
    });
    expect(told).toEqual(['base', 'between', 'one', 'login again']);
  });

  /** Evaluates checks of which some fail beside others, or the first time, or always; tells what was asked. */
  function disturbed(ends: Record<string, 'beside' | 'always'>) {
    const asked: string[] = [];
    let trial: Trial | undefined;
    let beside = false;
    const known = new Map<string, CheckResult>();
    const evaluation = {
      async evaluate(id: string): Promise<CheckResult> {
        const before = known.get(id);
        if (before) {
          return before;
        }
        asked.push(beside ? `${id} beside` : id);
        const fails = ends[id] === 'always' || (ends[id] === 'beside' && beside);
        const result = { id, result: fails ? 'fail' : 'pass' } as CheckResult;
        known.set(id, result);
        if (beside && fails) {
          trial?.doubt(id, 'fail', []);
        }
        return result;
      },
      async prepare() {},
      async again(id: string) {
        await evaluation.evaluate(id);
      },
      async beside(act: (now: Trial) => Promise<void>) {
        trial = new Trial();
        beside = true;
        await act(trial);
        beside = false;
        evaluation.forget(trial.doubted);
        return trial;
      },
      forget(ids: Iterable<string>) {
        for (const id of ids) {
          known.delete(id);
        }
      },
    };
    return { asked, evaluation };
  }

  const ofSessions = ['a', 'b', 'c', 'd'].map((id) => stubCheck(id, { phase: 'sessions' }));
  const livingOn = { sessionsLiveOn: () => true };

  it('that log in go beside each other where sessions live on, and alone where they found anything', async () => {
    const { asked, evaluation } = disturbed({ b: 'always' });
    await runChecks(ofSessions, evaluation, 1, livingOn);
    expect(asked).toEqual(['a beside', 'b beside', 'c beside', 'd beside', 'b']);
  });

  it('that log in are observed anew where a finding goes away alone', async () => {
    const { asked, evaluation } = disturbed({ b: 'beside' });
    const open = stubCheck('e', { phase: 'sessions', level: 'open' });
    await runChecks([...ofSessions, open], evaluation, 1, livingOn);
    expect(asked.slice(5)).toEqual(['b', 'e']);
  });

  it('that are sequences are played again alone where anything was found', async () => {
    const { asked, evaluation } = disturbed({ b: 'always' });
    const sequence = stubCheck('f', { phase: 'sessions', drawn: true });
    await runChecks([...ofSessions, sequence], evaluation, 1, livingOn);
    expect(asked.slice(5)).toEqual(['b', 'f']);
  });

  it('that log in go no more beside each other once much was found so', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `${index}`);
    const { asked, evaluation } = disturbed(Object.fromEntries(many.map((id) => [id, 'beside'])));
    const checks = many.map((id) => stubCheck(id, { phase: 'sessions' }));
    await runChecks(checks, evaluation, 1, livingOn);
    expect(asked.filter((id) => id.endsWith('beside')).length).toBeLessThan(12);
    expect(asked.filter((id) => !id.endsWith('beside'))).toEqual(many);
  });

  it('that share what the last of them ends come in a row, whatever goes beside them', async () => {
    const { asked, evaluation } = disturbed({});
    const row = ['x', 'y', 'z'].map((id) => stubCheck(id, { phase: 'sessions', inARow: 'row' }));
    await runChecks([...ofSessions, ...row], evaluation, 4, livingOn);
    const places = ['x', 'y', 'z'].map((id) => asked.indexOf(`${id} beside`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(asked).toHaveLength(7);
  });
});
