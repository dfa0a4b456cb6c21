import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../conformance/report/report.ts';
import { finish, runAssay, spawnAssay } from './testing/spawn-assay.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-on-purpose-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a run finds with the target file that `assay serve` wrote. */
async function certified(options: string[], ...select: string[]) {
  const serving = ['serve', '--port', '0', '--log-level', 'warn', '--write-target', 'target.json'];
  const assay = spawnAssay([...serving, ...options], { cwd: folder });
  const ended = finish(assay);
  for await (const line of createInterface(assay.stdout)) {
    if (line.startsWith('target file:')) {
      break;
    }
  }
  const out = join(folder, 'report');
  const { code } = await runAssay(['certify', '--target', 'target.json', '--out', out, ...select], {
    cwd: folder,
  });
  assay.kill('SIGINT');
  const { leftProcess, stderr } = await ended;
  expect({ leftProcess, stderr }).toEqual({ leftProcess: false, stderr: '' });
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  return { code, report, failed: report.findings.flatMap(({ checks }) => checks) };
}

describe('assay serve', () => {
  it('answers otherwise by --variant, and conforms', async () => {
    const options = ['--variant', 'search.prefix', '--variant', 'portfolio-shape.bare'];
    const { code, failed, report } = await certified(
      options,
      '--endpoint',
      'portfolios',
      '--allow-incomplete',
    );
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
    expect(report.counts.pass).toBeGreaterThan(20);
  });
});
