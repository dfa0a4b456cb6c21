import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ComparisonTrial } from './comparison-trials.ts';
import { readTrials, writeTrials } from './trials-file.ts';

const SETTINGS = { repetitions: 12, rate: 150, durationSeconds: 2 };
const TRIALS: ComparisonTrial[] = [
  { pairing: 'itself', number: 1, verdict: 'same', right: true, effect: 0, interval: null },
];

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-trials-'));
  file = join(folder, 'trials.json');
});
afterEach(() => rm(folder, { recursive: true }));

describe('trials that are gone on with', () => {
  it('are those that were written', async () => {
    await writeTrials(file, SETTINGS, TRIALS);
    expect(await readTrials(file, SETTINGS)).toEqual(TRIALS);
  });

  it('are not mixed with those of other settings', async () => {
    await writeTrials(file, SETTINGS, TRIALS);
    const before = await readFile(file, 'utf8');
    for (const [change, message] of [
      [{ rate: 200 }, '--rate is 200, and the trials there have 150'],
      [{ durationSeconds: 4 }, '--seconds is 4, and the trials there have 2'],
      [{ repetitions: 6 }, '--repetitions is 6, and the trials there have 12'],
    ] as const) {
      await expect(readTrials(file, { ...SETTINGS, ...change })).rejects.toMatchObject({
        name: 'UsageError',
        message: expect.stringContaining(message),
      });
    }
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it.each([
    ['a list without its settings, as earlier versions wrote it', JSON.stringify(TRIALS)],
    ['no JSON', '{"settings":'],
    ['no trials', '{"settings":{},"trials":3}'],
    ['nothing', 'null'],
  ])('are refused where the file holds %s', async (_what, content) => {
    await writeFile(file, content);
    await expect(readTrials(file, SETTINGS)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(file),
    });
  });

  it('are refused where there is no file', async () => {
    await expect(readTrials(file, SETTINGS)).rejects.toMatchObject({ name: 'UsageError' });
  });
});
