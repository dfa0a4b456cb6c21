import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../conformance/report/report.ts';
import { REGISTER_VERSION } from '../contract/register/version.ts';
import { createLogger } from '../server/logger.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { runAssay } from './testing/spawn-assay.ts';

/** How often one target is certified in a row, twice at a time; ten times by `ASSAY_REPEAT=10`. */
const REPEAT = Number(process.env.ASSAY_REPEAT ?? 1);

const SECRET = 'the states hook of this test';
let folder: string;
let running: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-certify-'));
  running = await startServer({
    db: ':memory:',
    control: { secret: SECRET },
    logger: createLogger('silent'),
  });
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

type TargetFile = ReturnType<typeof targetFor>;

/** Certifies the server with a target file that was changed, by the command. */
async function certify(
  name: string,
  change: (target: TargetFile) => object = (target) => target,
  options: string[] = [],
) {
  const file = join(folder, `${name}.json`);
  const out = join(folder, name);
  writeFileSync(file, JSON.stringify(change(targetFor(running))));
  const ended = await runAssay(['certify', '--target', file, '--out', out, ...options], {
    cwd: folder,
  });
  const text = readFileSync(join(out, 'report.json'), 'utf8');
  return { ...ended, out, report: JSON.parse(text) as Report };
}

describe('certifying the reference server', () => {
  it('ends conformant, with nothing untested and nothing warned, however often and beside another run', async () => {
    for (let run = 1; run <= REPEAT; run += 1) {
      const both = await Promise.all([certify('one'), certify('another')]);
      for (const { code, report, out } of both) {
        expect(report.findings).toEqual([]);
        expect({ code, verdict: report.verdict }).toEqual({ code: 0, verdict: 'conformant' });
        const { pass, observed, ...others } = report.counts;
        expect(others).toEqual({
          fail: 0,
          warn: 0,
          'not tested': 0,
          'not applicable': 0,
          blocked: 0,
          error: 0,
        });
        expect(pass).toBeGreaterThan(350);
        expect(observed).toBeGreaterThan(50);
        expect(statSync(join(out, 'report.html')).size).toBeLessThan(1_000_000);
      }
    }
  });

  it('asks by another seed where one is given, ends the same, and names it', async () => {
    const { code, report, out, stdout } = await certify('another-seed', undefined, [
      ...['--seed', '7', '--endpoint', 'portfolios', '--allow-incomplete'],
    ]);
    expect({ code, seed: report.seed, fail: report.counts.fail }).toEqual({
      ...{ code: 0, seed: 7, fail: 0 },
    });
    const named = `register version ${REGISTER_VERSION}, seed 7`;
    expect(stdout).toContain(named);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(named);
  });

  it('names the user that is left out, and ends incomplete', async () => {
    const { code, report, stdout } = await certify('no-cashier', (target) => {
      const { cashier: _, ...users } = target.users;
      return { ...target, users };
    });
    expect({ code, verdict: report.verdict }).toEqual({ code: 3, verdict: 'incomplete' });
    expect(report.missing.map(({ what }) => what)).toEqual(['user cashier']);
    expect(report.counts.fail).toBe(0);
    expect(stdout).toContain('user cashier');
  });

  it('names the states that are left out, and passes with --allow-incomplete', async () => {
    const { code, report } = await certify('no-states', ({ states: _, ...target }) => target, [
      '--allow-incomplete',
      '--endpoint',
      'portfolios',
      '--level',
      'must',
    ]);
    expect({ code, verdict: report.verdict }).toEqual({ code: 0, verdict: 'incomplete' });
    expect(report.missing.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['state portfolios']),
    );
  });

  it('says that the passwords are refused, before anything else is asked', async () => {
    const file = join(folder, 'refused.json');
    const target = targetFor(running);
    const users = Object.fromEntries(
      Object.entries(target.users).map(([name, { email }]) => [name, { email, password: 'wrong' }]),
    );
    writeFileSync(file, JSON.stringify({ ...target, users }));
    const out = join(folder, 'refused');
    const args = ['certify', '--target', file, '--out', out, '--allow-incomplete'];
    const { code, stdout, stderr } = await runAssay(args, { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^assay: http\S+ refuses the login of \S+, users\.manager \(401\), .*; look at its password in the target file\n$/,
    );
    expect(readdirSync(out)).toEqual([]);
  });

  it('tells a workflow each finding and its summary once', async () => {
    const summary = join(folder, 'summary.md');
    const file = join(folder, 'workflow.json');
    const target = targetFor(running);
    const agent = { email: 'agent@x.invalid', password: 'not-the-right-one' };
    writeFileSync(file, JSON.stringify({ ...target, users: { ...target.users, agent } }));
    const { code, stdout } = await runAssay(
      ['certify', '--target', file, '--out', join(folder, 'workflow'), '--check', 'login.agent'],
      { cwd: folder, env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } },
    );
    expect(code).toBe(1);
    expect(stdout.match(/^::error /gm)).toHaveLength(1);
    expect(readFileSync(summary, 'utf8').match(/^## /gm)).toHaveLength(1);
  });

  it('writes the known failures of a run, with which the next one ends with 0', async () => {
    const known = join(folder, 'known.json');
    const wrongAgent = (target: TargetFile) => ({
      ...target,
      users: { ...target.users, agent: { email: 'agent@x.invalid', password: 'wrong' } },
    });
    const only = ['--check', 'login.agent', 'login.manager'];
    const first = await certify('first', wrongAgent, [...only, '--write-known-failures', known]);
    expect(first.code).toBe(1);
    expect(first.stdout).toContain(`known failures: ${known}, 1 new, 0 kept; write into each`);
    const again = await certify('again', wrongAgent, [...only, '--known-failures', known]);
    const { verdict, exitCode, knownFailures } = again.report;
    expect({ code: again.code, exitCode, verdict }).toEqual({
      ...{ code: 0, exitCode: 0 },
      verdict: 'not conformant',
    });
    expect(knownFailures?.expected).toEqual([
      { check: 'login.agent', reason: expect.stringMatching(/^failed on \d{4}-\d\d-\d\d: /) },
    ]);
  });

  it('shows no password, token or hook header in any artefact', async () => {
    const { out, stdout, stderr } = await certify('secrets', (target) => ({
      ...target,
      // The wrong password makes the login fail, so that its exchange is in every report.
      users: {
        ...target.users,
        agent: { email: 'agent@x.invalid', password: 'canary-8Zk/4+q=&x' },
      },
    }));
    const secrets = ['canary-8Zk/4+q=&x', SECRET, ...passwordsOf(targetFor(running))];
    const texts = [
      stdout,
      stderr,
      ...readdirSync(out).map((f) => readFileSync(join(out, f), 'utf8')),
    ];
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) {
      for (const secret of secrets) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(encodeURIComponent(secret));
        expect(text).not.toContain(Buffer.from(secret).toString('base64'));
      }
      expect(text).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/);
    }
  });
});

/** The passwords of the users a run logs in with, all but the one that was replaced. */
function passwordsOf(target: TargetFile): string[] {
  return Object.entries(target.users).flatMap(([name, { password }]) =>
    name === 'agent' ? [] : [password],
  );
}
