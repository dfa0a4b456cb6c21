import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certifyServed } from './testing/certify-served.ts';
import { runLines } from './testing/run-lines.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-on-purpose-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const certified = (options: string[], ...select: string[]) =>
  certifyServed(folder, options, ...select);

describe('assay serve', () => {
  it('is wrong by --fault, says so, keeps nothing, and is caught by the suite', async () => {
    const { lines, code, report, failed } = await certified(
      ['--fault', 'awaiting-payments.search-ignored'],
      '--check',
      'awaiting-payments.search.changes-list',
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
