import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherwise } from '../calibration/on-purpose.ts';
import type { Report } from '../conformance/report/report.ts';
import { createLogger } from '../server/logger.ts';
import { rememberingPasswords } from '../server/passwords.ts';
import { startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { runLines } from './testing/run-lines.ts';
import { type Finished, runAssay } from './testing/spawn-assay.ts';

/** A vendor's loop: certify, mend, repeat what failed, and see what changed. */

const FAULT = 'portfolios.size-ignored';
let folder: string;
/** Of all servers here, which have the same users. */
const passwords = rememberingPasswords();

/** Serves, with the fault or without it, writes target.json, and runs a command. */
async function against(faults: string[], line: string): Promise<Finished> {
  const purpose = otherwise({ faults, variants: [], chaos: { seed: 1 } });
  const running = await startServer({
    db: ':memory:',
    control: { secret: 'the states hook of this test' },
    logger: createLogger('silent'),
    passwords,
    ...purpose?.options,
  });
  try {
    const target = purpose ? await purpose.targetFor(running) : targetFor(running);
    writeFileSync(join(folder, 'target.json'), JSON.stringify(target));
    return await runAssay(line.split(' '), { cwd: folder });
  } finally {
    await running.close();
  }
}

const reportIn = (out: string): Report =>
  JSON.parse(readFileSync(join(folder, out, 'report.json'), 'utf8'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-working-loop-'));
  const line = 'certify --target target.json --endpoint portfolios --out wrong --har wrong.har';
  expect((await against([FAULT], `${line} --seed 7`)).code).toBe(1);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the working loop', () => {
  it('repeats what failed by the same seed, tells what was fixed, and what breaks again', async () => {
    const failed = reportIn('wrong').checks.filter(({ result }) =>
      ['fail', 'warn', 'error', 'blocked'].includes(result),
    );
    expect(failed.length).toBeGreaterThan(0);
    const mended = await against(
      [],
      'certify --target target.json --failed wrong/report.json --out mended --allow-incomplete',
    );
    expect(mended).toMatchObject({ code: 0 });
    const report = reportIn('mended');
    expect(report).toMatchObject({ seed: 7, selection: '--failed wrong/report.json' });
    expect(report.checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(failed.map(({ id }) => id)),
    );
    expect(report.checks.length).toBeLessThan(reportIn('wrong').checks.length);

    const better = await runAssay(['diff', 'wrong', 'mended', '--out', 'diff'], { cwd: folder });
    expect(better).toMatchObject({ code: 0, stderr: '' });
    expect(better.stdout).toMatch(/^BETTER/);
    const diff = JSON.parse(readFileSync(join(folder, 'diff', 'diff.json'), 'utf8'));
    expect(diff.counts.fixed).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'diff', 'diff.html'))).toBe(true);

    const worse = await runAssay(['diff', 'mended', 'wrong', '--json'], { cwd: folder });
    expect(worse.code).toBe(1);
    expect(JSON.parse(worse.stdout)).toMatchObject({ worse: true, exitCode: 1 });
  });

  it('writes every exchange of the run as HAR, without passwords and tokens', () => {
    const text = readFileSync(join(folder, 'wrong.har'), 'utf8');
    const { users } = JSON.parse(readFileSync(join(folder, 'target.json'), 'utf8'));
    const { log } = JSON.parse(text);
    const { requests = 0 } = reportIn('wrong');
    expect(requests).toBeGreaterThan(100);
    // and the login that is tried before
    expect(log.entries).toHaveLength(requests + 1);
    expect(log.comment).not.toContain('missing');
    expect(readdirSync(folder).filter((name) => /wrong\.har./.test(name))).toEqual([]);
    for (const { password } of Object.values<{ password: string }>(users)) {
      expect(text).not.toContain(password);
    }
    expect(text).not.toMatch(/(access|refresh)_token\\":\\"(?!\[redacted\]\\")/);
  });

  it('has nothing to repeat of a report in which nothing failed', async () => {
    const report = reportIn('wrong');
    const held = report.checks.filter(({ result }) => result === 'pass');
    writeFileSync(join(folder, 'held.json'), JSON.stringify({ ...report, checks: held }));
    const line = 'certify --target target.json --failed held.json --out none';
    const { code, stdout } = await runAssay(line.split(' '), { cwd: folder });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: /nothing failed/ });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('refuses what cannot be read or written', async () => {
    const refused = [
      ['diff wrong', 2, /missing required argument 'new'/],
      ['diff wrong none', 2, /cannot read the report none: there is no such file/],
      ['diff wrong target.json', 2, /target\.json is no report of a conformance run/],
      ['diff wrong wrong --out wrong/report.json/x', 4, /cannot write/],
      ['certify --target target.json --failed none.json', 2, /cannot read the report none\.json/],
      ['certify --target target.json --har wrong --out out', 4, /cannot write wrong: EISDIR/],
    ] as const;
    const lines = refused.map(([line]) => ({ args: line.split(' '), folder, env: {} }));
    const ended = await runLines(lines);
    expect(ended).toMatchObject({ stderr: '', leftProcess: false });
    for (const [index, [line, code, says]] of refused.entries()) {
      expect({ line, ...ended.lines[index] }).toMatchObject({
        ...{ line, code },
        stderr: expect.stringMatching(says),
      });
    }
  });
});
