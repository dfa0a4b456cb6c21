import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UnavailableError, UsageError } from '../contract/errors.ts';
import { calibrate } from './calibrate.ts';
import { writeBetweenMarkers } from './calibration-figures.ts';

describe('a calibration', () => {
  it('refuses a filter that matches nothing', async () => {
    await expect(calibrate({ filter: 'no-such-*' })).rejects.toThrow(UsageError);
  });

  it('stops when told to, with what ended before', async () => {
    const stop = AbortSignal.abort('Ctrl-C');
    const stopped = await calibrate({ kinds: ['fault'], signal: stop });
    expect(stopped).toMatchObject({ complete: false, exitCode: 1, cases: [] });
  });
});

describe('figures between markers', () => {
  it('say which file has none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-calibration-'));
    const file = join(folder, 'plain.md');
    await writeFile(file, 'nothing here');
    await expect(writeBetweenMarkers(file, 'text')).rejects.toThrow(UnavailableError);
    await rm(folder, { recursive: true });
  });
});
