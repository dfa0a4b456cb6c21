import { expect, it } from 'vitest';
import { resultOf } from './bench.ts';

const speed = (perCpuSecond: number, perSecond = perCpuSecond) => ({ perSecond, perCpuSecond });
const round = (bare: number, share: number, perSecond?: number) => ({
  bare: speed(bare, perSecond ?? bare),
  ...{ unjudged: speed(bare * share), ours: speed(bare * share), dense: speed(bare * share) },
  streamed: speed(bare * share),
});

it('tells the ratio of each round, its median and its quartiles, whatever the machine did', () => {
  // The machine is twice as slow in one round, and one script alone is disturbed in another.
  const result = resultOf([
    ...[round(1000, 0.9), round(500, 0.88), round(1000, 0.3), round(1000, 0.86)],
    round(1000, 0.87),
  ]);
  expect(result.rounds).toBe(5);
  expect(result.ratios.ours).toEqual({ median: 0.87, quartiles: [0.86, 0.88] });
  expect(result.speeds.bare.perCpuSecond).toBe(1000);
});

it('goes by time where no processor time is told', () => {
  const blind = { ...round(0, 1), bare: speed(0, 1000), ours: speed(0, 800) };
  expect(resultOf([blind]).ratios.ours.median).toBe(0.8);
});
