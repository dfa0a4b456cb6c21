import { describe, expect, it } from 'vitest';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import type { LoadReport, LoadVerdict } from '../report/load-report.ts';
import { searchBreakpoint } from './breakpoint.ts';

/** A report with what the search looks at, of a target that holds out up to some rate. */
function report(rate: number, verdict: LoadVerdict): LoadReport {
  const limit = { metric: 'http_req_duration{name:login}', endpoint: 'login', statistic: 'p(95)' };
  return {
    verdict,
    reasons: [],
    gates: [{ ...limit, operator: '<', limit: 500, value: 900, ok: verdict === 'passed' }],
    endpoints: [],
    audit: null,
    partial: null,
    generator: { saturated: false },
    fingerprint: { rate },
  } as unknown as LoadReport;
}

async function search(capacity: number, highest: number) {
  const tried: [rate: number, seconds: number][] = [];
  const size = { rate: highest, durationSeconds: 80 };
  const found = await searchBreakpoint(
    size,
    async (rate, seconds) => {
      tried.push([rate, seconds]);
      return report(rate, rate <= capacity ? 'passed' : 'failed');
    },
    () => {},
  );
  return { found, tried };
}

describe('the breakpoint search', () => {
  it('comes within 15% of the highest rate that meets the gates', async () => {
    const { found, tried } = await search(333, 800);
    const { highestRate = 0, lowestFailingRate } = found.breakpoint ?? {};
    expect(highestRate).toBeGreaterThan(333 * 0.85);
    expect(highestRate).toBeLessThanOrEqual(333);
    expect(lowestFailingRate).toBeGreaterThan(333);
    expect(tried.length).toBeLessThanOrEqual(8);
    expect(tried.every(([, seconds]) => seconds === 10)).toBe(true);
    expect(found.verdict).toBe('passed');
    expect(found.fingerprint).toMatchObject({ rate: 800, durationSeconds: 80 });
  });

  it('says that the limit lies above when the highest rate is good', async () => {
    const { found } = await search(5000, 800);
    expect(found.breakpoint).toMatchObject({ highestRate: 800, lowestFailingRate: null });
  });

  it('fails when even the lowest rate breaches a gate, and names the gate', async () => {
    const { found } = await search(0, 800);
    expect(found.breakpoint?.highestRate).toBe(0);
    expect(found.verdict).toBe('failed');
    expect(found.breakpoint?.steps[0]?.breached[0]).toContain('login http_req_duration p(95)');
  });

  it.each(['broken', 'incomplete'] as const)('stops at a run that is %s', async (verdict) => {
    const size = { rate: 800, durationSeconds: 80 };
    const run = async (rate: number) => report(rate, rate < 200 ? 'passed' : verdict);
    const found = await searchBreakpoint(size, run, () => {});
    expect(found.verdict).toBe(verdict);
    expect(found.breakpoint).toMatchObject({ highestRate: 100, steps: { length: 2 } });
  });

  it('takes a step of too few requests for no good one, and goes on to more of them', async () => {
    const size = { rate: 800, durationSeconds: 80 };
    const run = async (rate: number) => report(rate, rate < 300 ? 'inconclusive' : 'passed');
    const found = await searchBreakpoint(size, run, () => {});
    expect(found.verdict).toBe('passed');
    expect(found.breakpoint).toMatchObject({ highestRate: 800, lowestFailingRate: null });
    expect(found.breakpoint?.steps.map(({ ok }) => ok)).toEqual([false, false, true, true]);
    const never = await searchBreakpoint(
      size,
      async (rate) => report(rate, 'inconclusive'),
      () => {},
    );
    expect(never.verdict).toBe('inconclusive');
    expect(never.breakpoint?.highestRate).toBe(0);
  });

  it('ends where the generator is saturated, which is no limit of the target', async () => {
    const size = { rate: 800, durationSeconds: 80 };
    const saturated = { ...report(400, 'inconclusive'), generator: { saturated: true } };
    const run = async (rate: number) =>
      rate < 400 ? report(rate, 'passed') : (saturated as LoadReport);
    const found = await searchBreakpoint(size, run, () => {});
    expect(found.verdict).toBe('inconclusive');
    expect(found.breakpoint).toMatchObject({ highestRate: 200, lowestFailingRate: null });
  });

  it('that is stopped tells what it has found, marked partial', async () => {
    const size = { rate: 800, durationSeconds: 80 };
    const stop = new AbortController();
    const run = async (rate: number) => {
      if (rate > 100) {
        stop.abort('SIGINT was received');
      }
      stop.signal.throwIfAborted();
      return report(rate, 'passed');
    };
    const found = await searchBreakpoint(size, run, () => {}, stop.signal);
    expect(found.breakpoint?.highestRate).toBe(100);
    expect(found.partial).toEqual({
      ...{ reason: 'SIGINT was received', measuredSeconds: 10, plannedSeconds: 80 },
    });
  });

  /** Runs that reach up to 250 per second; above, they cannot be made. */
  const failingWith = (error: Error) => async (rate: number) => {
    if (rate > 250) {
      throw error;
    }
    return report(rate, 'passed');
  };
  const size = { rate: 800, durationSeconds: 80 };

  it.each([
    new UnavailableError('the target answers the login with 503'),
    new UsageError('the target refuses the login'),
  ])('takes a step that cannot be run for a failing one: %s', async (error) => {
    const found = await searchBreakpoint(size, failingWith(error), () => {});
    expect(found.verdict).toBe('passed');
    const { highestRate = 0, lowestFailingRate, steps = [] } = found.breakpoint ?? {};
    expect(highestRate).toBeGreaterThan(230);
    expect(highestRate).toBeLessThanOrEqual(250);
    expect(lowestFailingRate).toBeGreaterThan(250);
    expect(steps[2]).toEqual({ rate: 400, ok: false, breached: [error.message], p99: null });
    expect(steps.length).toBeGreaterThan(4);
  });

  it('throws when a step cannot be run and none was good before', async () => {
    const error = new UnavailableError('gone');
    const never = () => Promise.reject(error);
    await expect(searchBreakpoint(size, never, () => {})).rejects.toBe(error);
    let steps = 0;
    const badFirst = async (rate: number) => {
      if (steps++ > 0) {
        throw error;
      }
      return report(rate, 'failed');
    };
    await expect(searchBreakpoint(size, badFirst, () => {})).rejects.toBe(error);
  });

  it('throws when it is stopped in its first step, whatever the reason, and for a defect of ours', async () => {
    const stop = new AbortController();
    const reason = new UnavailableError('stopped');
    const stopped = async (rate: number) => {
      stop.abort(reason);
      stop.signal.throwIfAborted();
      return report(rate, 'passed');
    };
    await expect(searchBreakpoint(size, stopped, () => {}, stop.signal)).rejects.toBe(reason);
    const defect = new TypeError('x is undefined');
    await expect(searchBreakpoint(size, failingWith(defect), () => {})).rejects.toBe(defect);
  });
});
