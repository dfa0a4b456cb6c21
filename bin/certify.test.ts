import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGISTER_VERSION } from '../contract/register/version.ts';
import { targetFor } from '../server/target.ts';
import {
  type CertifiedReference,
  certifiedReference,
  type TargetFile,
} from './testing/certify-reference.ts';
import { runAssay } from './testing/spawn-assay.ts';

let reference: CertifiedReference;
let folder: string;
let certify: CertifiedReference['certify'];

beforeAll(async () => {
  reference = await certifiedReference();
  ({ folder, certify } = reference);
});

afterAll(() => reference.close());

describe('certifying the reference server', () => {
  it('asks by another seed where one is given, ends the same, and names it', async () => {
    const { code, report, out, stdout } = await certify('another-seed', undefined, [
      ...['--seed', '7', '--endpoint', 'fetch-organisation-preference', '--allow-incomplete'],
    ]);
    expect({ code, seed: report.seed, fail: report.counts.fail }).toEqual({
      ...{ code: 0, seed: 7, fail: 0 },
    });
    const named = `register version ${REGISTER_VERSION}, seed 7`;
    expect(stdout).toContain(named);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(named);
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
    const target = targetFor(reference.running);
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
    const target = targetFor(reference.running);
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
});
