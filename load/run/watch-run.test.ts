import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchRun } from './watch-run.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a run that is watched', () => {
  it('has lost its target after half a minute without any answer, and says so once', () => {
    const begun = Date.now();
    let since: number | null = null;
    const onLost = vi.fn();
    const onLook = vi.fn();
    const recorder = { takeBusy: () => {}, unansweredSince: () => since };
    const stop = watchRun({ recorder, onLook, onLost });
    vi.advanceTimersByTime(40_000);
    expect(onLost).not.toHaveBeenCalled();
    since = begun + 40_000;
    vi.advanceTimersByTime(29_000);
    expect(onLost).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(onLost.mock.calls).toEqual([['the target was lost: it has answered nothing for 30 s']]);
    const looks = onLook.mock.calls.length;
    stop();
    expect(onLook).toHaveBeenCalledTimes(looks + 1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells how busy its machine is', () => {
    const busy: number[] = [];
    let all = 0;
    const machineTime = () => ({ all, busy: 0.75 * all });
    const recorder = {
      takeBusy: (_: number, share: number) => busy.push(share),
      unansweredSince: () => null,
    };
    const stop = watchRun({ recorder, onLook: () => {}, onLost: () => {}, machineTime });
    all = 1000;
    vi.advanceTimersByTime(500);
    // No time has passed for the machine: nothing is told.
    vi.advanceTimersByTime(500);
    stop();
    expect(busy).toEqual([0.75]);
  });
});
