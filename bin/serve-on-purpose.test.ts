import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../conformance/report/report.ts';
import { runLines } from './testing/run-lines.ts';
import { finish, runAssay, spawnAssay } from './testing/spawn-assay.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-on-purpose-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What `assay serve` prints until its target file is written, and what a run with it finds. */
async function certified(options: string[], ...select: string[]) {
  const serving = ['serve', '--port', '0', '--log-level', 'warn', '--write-target', 'target.json'];
  const assay = spawnAssay([...serving, ...options], { cwd: folder });
  const ended = finish(assay);
  const lines: string[] = [];
  for await (const line of createInterface(assay.stdout)) {
    lines.push(line);
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
  return { lines, code, report, failed: report.findings.flatMap(({ checks }) => checks) };
}

describe('assay serve', () => {
  it('is wrong by --fault, says so, keeps nothing, and is caught by the suite', async () => {
    const { lines, code, report, failed } = await certified(
      ['--fault', 'awaiting-payments.search-ignored'],
      '--check',
      'awaiting-payments.search.*',
    );
    expect(lines[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines[1]).toContain('NOT THE REFERENCE SERVER');
    expect(lines[2]).toMatch(/fault awaiting-payments\.search-ignored: \S/);
    expect(code).toBe(1);
    expect(failed).toContain('awaiting-payments.search.changes-list');
    expect(report.target.name).toContain('fault awaiting-payments.search-ignored');
    expect(readdirSync(folder).filter((name) => name.includes('.db'))).toEqual([]);
  });

  it('lists what can be asked for, and refuses what cannot', async () => {
    const wrong = [
      ['--fault', 'no-such-fault'],
      ['--latency', '400-100'],
      ['--latency', 'slow'],
      ['--error-rate', '2'],
      ['--rate-limit', '0'],
    ];
    const lines = [['--list'], ...wrong].map((args) => ({
      ...{ args: ['serve', ...args], folder, env: {} },
    }));
    const [listed, ...refused] = (await runLines(lines)).lines;
    expect(listed?.stdout).toMatch(/^fault {4}awaiting-payments\.search-ignored {2}\S/m);
    expect(listed?.stdout).toMatch(/^variant {2}search\.prefix {2}\S/m);
    expect(refused.map(({ code }) => code)).toEqual(wrong.map(() => 2));
    expect(refused.filter(({ stderr }) => stderr.trim() === '')).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
