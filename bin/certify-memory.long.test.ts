import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { IN_SIZE } from '../calibration/hostile/in-size.ts';
import type { Report } from '../conformance/report/report.ts';
import type { Target } from '../target/target.ts';
import { runAssay } from './testing/spawn-assay.ts';

/** What certifying takes of memory, measured in the process that does it. */

const TELL = pathToFileURL(join(import.meta.dirname, 'testing', 'tell-peak-memory.js')).href;

/** The most that may be resident for a target of any kind, in MiB. */
const MOST = 512;

/** The short form tests one endpoint of one kind. */
const LONG = inject('form') === 'long';
const KINDS = LONG ? IN_SIZE : IN_SIZE.slice(-1);
const SELECTION = LONG ? [] : ['--endpoint', 'portfolios'];

/** Lists of 2 MB a page take half a minute on a machine that rests. */
const SLOW = { timeout: 300_000 };

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
  const har = ['--har', join(folder, `${name}.har`)];
  const ended = await runAssay(['certify', '--target', file, '--out', out, ...har, ...SELECTION], {
    cwd: folder,
    env: { NODE_OPTIONS: `--import=${TELL} ${nodeOptions}`, ASSAY_PEAK_MEMORY: peak },
  });
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  return { ...ended, report, peak: Number(readFileSync(peak, 'utf8')) / 1024 };
}

describe('certifying', () => {
  // Every kind, the last ones with less heap than Node would take by itself.
  it.each(
    KINDS.map((hostile, index) => ({
      hostile,
      options: index === 0 && LONG ? '' : '--max-old-space-size=256',
    })),
  )(`takes at most ${MOST} MiB for $hostile.id $options`, SLOW, async ({ hostile, options }) => {
    const server = await hostile.start();
    try {
      const { report, peak, stderr } = await certify(hostile.id, server.target, options);
      expect(stderr).toBe('');
      expect(hostile.verdicts).toContain(report.verdict);
      expect(report.checks.length).toBeGreaterThan(LONG ? 500 : 50);
      const har = JSON.parse(readFileSync(join(folder, `${hostile.id}.har`), 'utf8'));
      expect(har.log.entries.length).toBeGreaterThanOrEqual(report.requests);
      expect(peak).toBeLessThan(MOST);
    } finally {
      await server.close();
    }
  });
});
