import { describe, expect, it } from 'vitest';
import { sampleBucket } from '../testing/sample-report.ts';
import { dropsAreOurs, saturationOf } from './saturation.ts';

/** Seconds of a run at 10 iterations per second, each with what differs. */
const timeline = (...seconds: { lagMs?: number; rateAchieved?: number; dropped?: number }[]) => ({
  bucketSeconds: 1,
  buckets: seconds.map(({ lagMs = 1, rateAchieved = 10, dropped = 0 }, second) => ({
    ...sampleBucket(second),
    ...{ rateAchieved, droppedIterations: dropped, generator: { busy: null, lagMs } },
  })),
});
const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of);

describe('a generator', () => {
  it('is not saturated by a hiccup', () => {
    const hiccup = timeline({ lagMs: 300 }, { lagMs: 300 }, ...times(8, {}));
    expect(saturationOf(hiccup, 10)).toEqual({ saturated: false, saturatedSeconds: 2 });
  });

  it('is saturated where it wakes up late in a tenth of its seconds, and three at least', () => {
    const late = timeline(...times(3, { lagMs: 20 }), ...times(7, {}));
    expect(saturationOf(late, 10)).toEqual({ saturated: true, saturatedSeconds: 3 });
    const long = timeline(...times(3, { lagMs: 20 }), ...times(97, {}));
    expect(saturationOf(long, 100).saturated).toBe(false);
  });

  it('is saturated where iterations neither began in time nor were dropped', () => {
    const behind = timeline(...times(10, { rateAchieved: 8 }));
    expect(saturationOf(behind, 10).saturated).toBe(true);
    // What found no virtual user was dropped in time, which says nothing about the generator.
    const dropped = timeline(...times(10, { rateAchieved: 8, dropped: 2 }));
    expect(saturationOf(dropped, 10)).toEqual({ saturated: false, saturatedSeconds: 0 });
  });

  it('is saturated in a run shorter than that where it is late in all of it', () => {
    expect(saturationOf(timeline(...times(2, { lagMs: 20 })), 2).saturated).toBe(true);
    expect(saturationOf(timeline({ lagMs: 20 }, {}), 2).saturated).toBe(false);
  });

  it('drops iterations itself in a second in which it is late, and right after', () => {
    const stalled = timeline({}, { lagMs: 300, dropped: 3 }, { dropped: 1 }, ...times(20, {}));
    expect(dropsAreOurs(stalled, 23)).toBe(true);
    const target = timeline({}, { lagMs: 300, dropped: 3 }, {}, { dropped: 1 }, ...times(20, {}));
    expect(dropsAreOurs(target, 24)).toBe(false);
    expect(dropsAreOurs(timeline({ lagMs: 300 }, {}), 2)).toBe(false);
  });

  it('is not judged after the load, when nothing is due', () => {
    const after = timeline(...times(10, {}), ...times(5, { lagMs: 500, rateAchieved: 0 }));
    expect(saturationOf(after, 10).saturatedSeconds).toBe(0);
  });
});
