import { describe, expect, it } from 'vitest';
import type { CheckData } from './check.ts';
import { NOTHING_SHOWN } from './engine/further-pass.ts';
import type { Plan } from './engine/thread/messages.ts';
import type { Runner } from './engine/thread/runner.ts';
import type { CheckResult, Result } from './result.ts';
import { SAMPLE_TARGET } from './testing/sample-report.ts';
import { stubCheck } from './testing/stub-check.ts';
import { furtherPasses, repeatedChecks } from './thorough.ts';

function result(id: string, outcome: Result, message = outcome as string): CheckResult {
  const rest = { title: id, requirements: [], level: 'must' as const, observations: [] };
  return { id, ...rest, result: outcome, message, exchanges: [], durationMs: 1 };
}

const POOL = [{ applicationId: 'one' }];

describe('what a thorough run tries again', () => {
  const checks = [
    stubCheck('drawn', { drawn: true }),
    stubCheck('plain'),
    stubCheck('session', { phase: 'sessions' }),
    stubCheck('observed', { level: 'open' }),
    stubCheck('login.refuses.wrong-password', { phase: 'logins', wrongLogins: true }),
    stubCheck('rule', { phase: 'rules' }),
    stubCheck('takes', { takes: { 'offer-sent': 1 } }),
    stubCheck('after', { after: ['takes'] }),
  ];
  const ids = (states: object) =>
    repeatedChecks(checks, checks, { states } as Parameters<typeof repeatedChecks>[2]).map(
      ({ id }) => id,
    );

  it('is all that may fail, but logins that may lock their user', () => {
    expect(ids({ url: 'http://x', pools: {} })).toEqual([
      'drawn',
      'plain',
      'session',
      'rule',
      'takes',
      'after',
    ]);
  });

  it('is nothing that takes entries of a pool, or builds on what does', () => {
    expect(ids({ pools: { 'offer-sent': POOL } })).toEqual(['drawn', 'plain', 'session', 'rule']);
  });
});

describe('further passes', () => {
  /** A runner whose runs take `requests` each; `results` gives what a seed finds. */
  function runnerOf(
    requests: number,
    results: (seed: number, select: readonly string[]) => CheckResult[] = () => [],
  ) {
    const plans: Plan[] = [];
    const runner: Runner = {
      async run(plan, events = {}) {
        plans.push(plan);
        for (const each of results(plan.seed, plan.select)) {
          events.onResult?.(each);
        }
        const secrets = [`of ${plan.seed}`];
        const shown = { sessionsLiveOn: plan.seed === 6, forms: {} };
        return { results: [], requests, shown, secrets, problems: [] };
      },
      checks: async () => [],
      secretsSeen: () => [],
      close: async () => {},
    };
    return { runner, plans };
  }

  const checks = [stubCheck('drawn', { drawn: true }), stubCheck('rule', { phase: 'rules' })];
  const goOn = (
    { runner }: { runner: Runner },
    results: CheckResult[],
    budget: Omit<Parameters<typeof furtherPasses>[2], 'pass'>,
    signal = new AbortController().signal,
    tried: readonly CheckData[] = checks,
  ) => {
    const kept = new Map(results.map((each) => [each.id, each]));
    const of = { target: SAMPLE_TARGET, checks: tried, seed: 5, shown: NOTHING_SHOWN };
    const plan = { ...of, results: kept };
    return furtherPasses(runner, plan, { ...budget, pass: 100 }, signal).then((made) => ({
      made,
      kept,
    }));
  };

  it('go by one seed after the other until the next would send too many requests', async () => {
    const made = runnerOf(100);
    const { made: further } = await goOn(made, [], { requests: 380 });
    expect(made.plans.map(({ seed, pass }) => [seed, pass])).toEqual([
      [6, 1],
      [7, 2],
      [8, 3],
    ]);
    expect(further).toEqual({ passes: 3, requests: 300, secrets: ['of 6', 'of 7', 'of 8'] });
  });

  it('know of the target what the pass before has shown', async () => {
    const made = runnerOf(100, (seed) => (seed === 6 ? [result('drawn', 'fail')] : []));
    await goOn(made, [result('drawn', 'pass')], { requests: 460 });
    expect(made.plans.map(({ seed, before }) => [seed, before?.sessionsLiveOn])).toEqual([
      [6, false],
      [6, true],
      [7, true],
      [8, false],
    ]);
  });

  it('are not begun where the first would already send too many requests', async () => {
    const made = runnerOf(100);
    expect((await goOn(made, [], { requests: 199 })).made.passes).toBe(0);
    expect(made.plans).toEqual([]);
  });

  it('keep a result that is worse, with its seed, and none that is not or was not asked for', async () => {
    const made = runnerOf(100, (seed) =>
      seed === 7
        ? [result('drawn', 'fail', 'It broke.'), result('other', 'fail')]
        : [result('drawn', 'pass'), result('rule', 'not tested')],
    );
    const before = [result('drawn', 'pass'), result('rule', 'pass'), result('other', 'pass')];
    const { kept } = await goOn(made, before, { requests: 360 });
    expect([...kept.values()].map(({ id, result: now }) => [id, now])).toEqual([
      ['drawn', 'fail'],
      ['rule', 'pass'],
      ['other', 'pass'],
    ]);
    expect(kept.get('drawn')?.message).toBe('By seed 7, in another order of calls: It broke.');
  });

  it('believe nothing that does not come again without the rest', async () => {
    const made = runnerOf(100, (_, select) =>
      select.length > 1 ? [result('drawn', 'fail')] : [result('drawn', 'pass')],
    );
    const { kept } = await goOn(made, [result('drawn', 'pass')], { requests: 460 });
    expect(kept.get('drawn')?.result).toBe('pass');
    expect(made.plans.map(({ seed, select }) => [seed, select])).toEqual([
      [6, ['drawn', 'rule']],
      ...[1, 2, 3].map(() => [6, ['drawn']]),
    ]);
  });

  it('look again for what does not come at once, up to a third time', async () => {
    let times = 0;
    const made = runnerOf(10, (_, select) => {
      times += select.length > 2 ? 0 : 1;
      const isEverySecond = select.length > 2 || times % 2 === 0;
      return isEverySecond ? [result('drawn', 'fail')] : [result('drawn', 'pass')];
    });
    const more = [...checks, stubCheck('other', {})];
    const before = [result('drawn', 'pass')];
    const { kept } = await goOn(made, before, { requests: 215 }, undefined, more);
    expect(kept.get('drawn')?.result).toBe('fail');
    expect(made.plans.map(({ select }) => select.length)).toEqual([3, 1, 1]);
  });

  it('keep what others build on, where that hides what was found, once it has come twice', async () => {
    const made = runnerOf(10, (_, select) =>
      select.length > 2
        ? [result('drawn', 'fail')]
        : [result('base', 'fail', 'It broke.'), result('drawn', 'blocked')],
    );
    const all = [...checks, stubCheck('base')];
    const before = [result('base', 'pass'), result('drawn', 'pass')];
    const { kept } = await goOn(made, before, { requests: 215 }, undefined, all);
    expect(kept.get('base')?.message).toMatch(/^By seed 6, .*: It broke\.$/);
    expect(kept.get('drawn')?.result).toBe('pass');
  });

  it('bring back what a rule has found by all that is asked of its endpoint', async () => {
    const made = runnerOf(100, () => [result('rule', 'fail')]);
    const { kept } = await goOn(made, [result('rule', 'pass')], { requests: 200 });
    expect(made.plans.map(({ select }) => select)).toEqual([
      ['drawn', 'rule'],
      ['drawn', 'rule'],
    ]);
    expect(kept.get('rule')?.result).toBe('fail');
  });

  it('end, and say nothing, where a right login is refused by then', async () => {
    const made = runnerOf(100, () => [result('drawn', 'fail'), result('login.agent', 'fail')]);
    const before = [result('drawn', 'pass'), result('login.agent', 'pass')];
    const login = stubCheck('login.agent', { endpoint: 'login' });
    const { kept } = await goOn(made, before, { requests: 900 }, undefined, [...checks, login]);
    expect([...kept.values()].map(({ result: now }) => now)).toEqual(['pass', 'pass']);
    expect(made.plans).toHaveLength(1);
  });

  it('end as well where one is refused when it comes to what was found', async () => {
    const made = runnerOf(100, (_, select) => [
      result('drawn', 'fail'),
      result('login.agent', select.includes('rule') ? 'pass' : 'fail'),
    ]);
    const before = [result('drawn', 'pass'), result('login.agent', 'pass')];
    const login = stubCheck('login.agent', { endpoint: 'login' });
    const { kept } = await goOn(made, before, { requests: 900 }, undefined, [...checks, login]);
    expect([...kept.values()].map(({ result: now }) => now)).toEqual(['pass', 'pass']);
    expect(made.plans.map(({ select }) => select)).toEqual([
      ['drawn', 'rule', 'login.agent'],
      ['drawn', 'login.agent'],
    ]);
  });

  it('go on, and say what a right login was answered wrongly', async () => {
    const made = runnerOf(100, () => [result('login.role.agent', 'fail')]);
    const before = [result('login.role.agent', 'pass')];
    const login = stubCheck('login.role.agent', { endpoint: 'login' });
    const { kept } = await goOn(made, before, { requests: 460 }, undefined, [...checks, login]);
    expect(kept.get('login.role.agent')?.result).toBe('fail');
    expect(made.plans.map(({ seed }) => seed)).toEqual([6, 6, 7, 8]);
  });

  it('are not begun where the deadline is over, or the run was stopped', async () => {
    const late = runnerOf(100);
    expect((await goOn(late, [], { requests: 300, deadlineAt: 0 })).made.passes).toBe(0);
    const stopped = runnerOf(100);
    const signal = AbortSignal.abort('Ctrl-C');
    expect((await goOn(stopped, [], { requests: 300 }, signal)).made.passes).toBe(0);
    expect([...late.plans, ...stopped.plans]).toEqual([]);
  });
});
