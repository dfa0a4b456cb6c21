import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRate, nameOf, plannedJourneys } from './planned-journeys.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-journeys-'));
  for (const name of ['portfolios.ts', 'lending.ts', 'No.js']) {
    await writeFile(join(folder, name), '');
  }
});
afterAll(() => rm(folder, { recursive: true }));

describe('what a run does', () => {
  it('is one journey at the rate asked, or at the usual one', () => {
    expect(plannedJourneys('lending', 7, 5)).toEqual({
      rate: 7,
      journeys: [{ name: 'lending', script: null, rate: 7, share: 1 }],
    });
    expect(plannedJourneys('lending', undefined, 5).rate).toBe(5);
    expect(plannedJourneys('lending:2.5', undefined, 5).rate).toBe(2.5);
  });

  it('is several at once, each at its rate, also a script', () => {
    const script = join(folder, 'portfolios.ts');
    const { rate, journeys } = plannedJourneys(`payment-listing:30+${script}:10`, undefined, 5);
    expect(rate).toBe(40);
    expect(nameOf(journeys)).toBe('payment-listing+portfolios');
    expect(journeys[1]).toEqual({ name: 'portfolios', script, rate: 10, share: 0.25 });
    expect(atRate(journeys, 80).map((each) => each.rate)).toEqual([60, 20]);
  });

  it.each([
    ['listing', /unknown journey 'listing'; expected payment-listing or lending, or the file/],
    ['payment-listing+lending', /each needs its rate, as in payment-listing:5\+lending:5/],
    ['lending:1+lending:2', /lending is named twice/],
    ['./no-such.ts', /there is no journey .*no-such\.ts/],
  ])('is refused as %s', (journey, message) => {
    expect(() => plannedJourneys(journey, undefined, 5)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(message) }),
    );
  });

  it('is refused with two rates, and under a name that k6 or the kit has', () => {
    expect(() => plannedJourneys('lending:1', 5, 5)).toThrow('not both');
    for (const name of ['lending.ts', 'No.js']) {
      expect(() => plannedJourneys(join(folder, name), 5, 5)).toThrow('is named by its file');
    }
  });
});
