import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_SIZE } from '../calibration/hostile/in-size.ts';
import { startWrapped } from '../calibration/servers/wrapped-server.ts';
import type { Report } from '../conformance/report/report.ts';
import type { Target } from '../target/target.ts';
import { runAssay } from './testing/spawn-assay.ts';

/** What certifying takes of memory, measured in the process that does it. */

const TELL = pathToFileURL(join(import.meta.dirname, 'testing', 'tell-peak-memory.js')).href;

/** The most that may be resident for a target of any kind, and for the reference server, in MiB. */
const MOST = 512;
const MOST_FOR_REFERENCE = 300;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-memory-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Certifies a target by the command; tells the report and the memory, in MiB. */
async function certify(name: string, target: Target, nodeOptions = '') {
  const file = join(folder, `${name}.json`);
  const out = join(folder, name);
  const peak = join(folder, `${name}.peak`);
  const { secrets: _, states, ...rest } = target;
  const { pools: __, ...hook } = states;
  writeFileSync(file, JSON.stringify({ ...rest, states: hook }));
  const ended = await runAssay(['certify', '--target', file, '--out', out], {
    cwd: folder,
    env: { NODE_OPTIONS: `--import=${TELL} ${nodeOptions}`, ASSAY_PEAK_MEMORY: peak },
  });
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  return { ...ended, report, peak: Number(readFileSync(peak, 'utf8')) / 1024 };
}

describe('certifying', () => {
  it(`takes at most ${MOST_FOR_REFERENCE} MiB for the reference server`, async () => {
    const server = await startWrapped();
    try {
      const { code, peak } = await certify('reference', server.target);
      expect(code).toBe(0);
      expect(peak).toBeLessThan(MOST_FOR_REFERENCE);
    } finally {
      await server.close();
    }
  });

  // Every kind, the last ones with less heap than Node would take by itself.
  it.each(
    IN_SIZE.map((hostile, index) => ({
      hostile,
      options: index === 0 ? '' : '--max-old-space-size=256',
    })),
  )(`takes at most ${MOST} MiB for $hostile.id $options`, async ({ hostile, options }) => {
    const server = await hostile.start();
    try {
      const { report, peak, stderr } = await certify(hostile.id, server.target, options);
      expect(stderr).toBe('');
      expect(hostile.verdicts).toContain(report.verdict);
      expect(report.checks.length).toBeGreaterThan(500);
      expect(peak).toBeLessThan(MOST);
    } finally {
      await server.close();
    }
  });
});
