import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Round, resultOf, tableOf } from './bench.ts';
import { countedIn } from './bench-instructions.ts';
import { PARTS, type PartName, writeListing } from './bench-parts.ts';

const speed = (perCpuSecond: number, perSecond = perCpuSecond) => ({ perSecond, perCpuSecond });
const round = (bare: number, share: number): Round => ({
  ...{ bare: speed(bare), ours: speed(bare * share), streamed: speed(bare * share) },
});

describe('the result of the bench', () => {
  it('tells the ratio of each round, its median and its quartiles, whatever the machine did', () => {
    // The machine is twice as slow in one round, and one script alone is disturbed in another.
    const result = resultOf([
      ...[round(1000, 0.9), round(500, 0.88), round(1000, 0.3), round(1000, 0.86)],
      round(1000, 0.87),
    ]);
    expect(result.rounds).toBe(5);
    expect(result.ratios.ours).toEqual({ median: 0.87, quartiles: [0.86, 0.88] });
    expect(result.speeds.bare?.perCpuSecond).toBe(1000);
  });

  it('goes by time where no processor time is told', () => {
    const blind = { bare: speed(0, 1000), ours: speed(0, 800) };
    expect(resultOf([blind]).ratios.ours?.median).toBe(0.8);
  });

  it('tells what a part costs by what is spared without it, in shares of a bare request', () => {
    // A bare request takes 1 ms, ours 1.25, and 1.2 without looking at the token's age.
    const one = { ...round(1000, 0.8), age: speed(1000 / 1.2) };
    const result = resultOf([one, one]);
    expect(result.costs.age?.median).toBeCloseTo(0.05);
    expect(tableOf(result)).toContain(`| ${PARTS.age.says} | 5.0% | 5.0% to 5.0% |`);
    expect(tableOf(result)).not.toContain(PARTS.read.says);
  });
});

describe('what the bench leaves out', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-bench-parts-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(Object.keys(PARTS) as PartName[])('%s is in the scripts as they are', async (name) => {
    const entry = await writeListing(join(folder, name), name);
    expect(await readFile(entry, 'utf8')).toContain('export { journey0 as default }');
  });
});

it('reads what valgrind counted, and says so where it counted nothing', () => {
  expect(countedIn('==7== \n==7== I   refs:      1,140,590,731\n')).toBe(1_140_590_731);
  expect(() => countedIn('==7== Command: k6')).toThrow('valgrind counted nothing');
});
