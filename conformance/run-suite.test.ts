import { describe, expect, it } from 'vitest';
import { UsageError } from '../contract/errors.ts';
import { DEFAULT_SEED } from '../contract/register/version.ts';
import type { Target } from '../target/target.ts';
import { CHECKS } from './checks/index.ts';
import { NOTHING_SHOWN } from './engine/further-pass.ts';
import type { Plan } from './engine/thread/messages.ts';
import type { RunEvents, Runner, RunOutcome } from './engine/thread/runner.ts';
import type { CheckResult } from './result.ts';
import { runSuite } from './run-suite.ts';

const target = { name: 'a target', concurrency: 1, secrets: [] } as unknown as Target;
const selected = CHECKS.slice(0, 3);

function resultOf(index: number, result: CheckResult['result']): CheckResult {
  const { id, title, requirements, level } = selected[index] ?? CHECKS[0] ?? neverEmpty();
  return {
    ...{ id, title, requirements, level, result, message: '' },
    ...{ observations: [], exchanges: [], durationMs: 1 },
  };
}

function neverEmpty(): never {
  throw new Error('there are no checks');
}

/** A runner that gives the results told and then ends, or goes on until it is stopped. */
function runnerGiving(results: CheckResult[], goesOn: boolean, plans: Plan[] = []): Runner {
  return {
    async run(plan, events: RunEvents = {}): Promise<RunOutcome> {
      plans.push(plan);
      const stopped = new Promise<void>((resolve) => {
        events.signal?.addEventListener('abort', () => resolve(), { once: true });
      });
      for (const result of results) {
        if (!events.signal?.aborted) {
          events.onResult?.(result);
        }
      }
      if (goesOn && !events.signal?.aborted) {
        await stopped;
      }
      return {
        results: [],
        requests: 0,
        secrets: ['seen'],
        shown: NOTHING_SHOWN,
        problems: goesOn ? [] : ['the worker died'],
      };
    },
    checks: async () => CHECKS,
    secretsSeen: () => [],
    close: async () => {},
  };
}

describe('a run of the suite', () => {
  it('tells its checks the seed asked for, or else that of the register’s version', async () => {
    const plans: Plan[] = [];
    const runner = runnerGiving([], false, plans);
    const runs = [
      await runSuite({ target, selected, runner }),
      await runSuite({ target, selected, runner, seed: 7 }),
    ];
    expect(plans.map(({ seed }) => seed)).toEqual([DEFAULT_SEED, 7]);
    expect(runs.map(({ seed }) => seed)).toEqual([DEFAULT_SEED, 7]);
  });

  it('ends at its deadline, with a result for every check that was selected', async () => {
    const runner = runnerGiving([resultOf(0, 'pass')], true);
    const run = await runSuite({ target, selected, runner, deadlineMs: 20 });
    expect(run.partialReason).toBe('the deadline of 20 ms');
    expect(run.results.map(({ result }) => result)).toEqual(['pass', 'not tested', 'not tested']);
    expect(run.results[1]?.message).toBe('Not run: the deadline of 20 ms.');
    expect(run.secrets).toEqual(['seen']);
  });

  it('ends as wrong usage where nobody may log in', async () => {
    const plans: Plan[] = [];
    const runner = runnerGiving([], false, plans);
    const { run } = runner;
    runner.run = async (...args) => ({ ...(await run(...args)), refused: 'nobody may log in' });
    await expect(runSuite({ target, selected, runner, firstLogin: true })).rejects.toThrow(
      new UsageError('nobody may log in'),
    );
    expect(plans[0]?.firstLogin).toBe(true);
  });

  it('stops at the first failure when told to bail', async () => {
    const results = [resultOf(0, 'warn'), resultOf(1, 'fail'), resultOf(2, 'pass')];
    const run = await runSuite({
      target,
      selected,
      runner: runnerGiving(results, true),
      bail: true,
    });
    expect(run.partialReason).toBe(`the failure of ${selected[1]?.id}`);
    expect(run.results.map(({ result }) => result)).toEqual(['warn', 'fail', 'not tested']);
  });

  it('stops from outside, with the reason it was given', async () => {
    const signal = AbortSignal.abort('Ctrl-C');
    const run = await runSuite({ target, selected, runner: runnerGiving([], true), signal });
    expect(run.partialReason).toBe('Ctrl-C');
    expect(run.results.every(({ result }) => result === 'not tested')).toBe(true);
    expect(run.results).toHaveLength(selected.length);
  });

  it('never takes a check without a result for one that passed', async () => {
    const run = await runSuite({
      target,
      selected,
      runner: runnerGiving([resultOf(0, 'pass')], false),
    });
    expect(run.partialReason).toBeUndefined();
    expect(run.results.map(({ result }) => result)).toEqual(['pass', 'error', 'error']);
    expect(run.results[1]?.message).toBe('The harness gave no result: the worker died.');
  });
});
