import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGISTER_VERSION } from '../contract/register/version.ts';
import { targetFor } from '../server/target.ts';
import {
  type CertifiedReference,
  certifiedReference,
  type NamedRun,
  reportIn,
  type TargetFile,
} from './testing/certify-reference.ts';
import type { EndedLine } from './testing/run-lines.ts';
import { runAssay } from './testing/spawn-assay.ts';

const AGENT = { email: 'agent@x.invalid', password: 'wrong' };
const wrongAgent = (target: TargetFile) => ({
  ...target,
  users: { ...target.users, agent: AGENT },
});
const AGENT_AND_MANAGER = ['--check', 'login.agent', 'login.manager'];

/** What is asked of one server, line by line in one process: most of the time of each is its start. */
const RUNS = (known: string) =>
  ({
    'another-seed': {
      options: ['--seed', '7', '--endpoint', 'fetch-organisation-preference', '--allow-incomplete'],
    },
    'no-states': {
      change: ({ states: _, ...target }: TargetFile) => target,
      options: ['--allow-incomplete', '--endpoint', 'portfolios', '--level', 'must'],
    },
    refused: {
      change: (target: TargetFile) => ({
        ...target,
        users: Object.fromEntries(
          Object.entries(target.users).map(([name, { email }]) => [
            name,
            { email, password: 'wrong' },
          ]),
        ),
      }),
      options: ['--allow-incomplete'],
    },
    first: {
      change: wrongAgent,
      options: [...AGENT_AND_MANAGER, '--write-known-failures', known],
    },
    again: { change: wrongAgent, options: [...AGENT_AND_MANAGER, '--known-failures', known] },
  }) satisfies Record<string, Omit<NamedRun, 'name'>>;

let reference: CertifiedReference;
let folder: string;
let known: string;
let ended: Map<string, EndedLine & { out: string }>;

beforeAll(async () => {
  reference = await certifiedReference();
  ({ folder } = reference);
  known = join(folder, 'known.json');
  const runs = Object.entries(RUNS(known)).map(([name, run]) => ({ name, ...run }));
  const ends = await reference.certifyEach(runs);
  ended = new Map(runs.map(({ name }, place) => [name, ends[place] as (typeof ends)[number]]));
});

afterAll(() => reference.close());

const endOf = (name: keyof ReturnType<typeof RUNS>) => {
  const end = ended.get(name);
  if (end === undefined) {
    throw new Error(`there was no run ${name}`);
  }
  return end;
};

describe('certifying the reference server', () => {
  it('asks by another seed where one is given, ends the same, and names it', () => {
    const { code, out, stdout } = endOf('another-seed');
    const report = reportIn(out);
    expect({ code, seed: report.seed, fail: report.counts.fail }).toEqual({
      ...{ code: 0, seed: 7, fail: 0 },
    });
    const named = `register version ${REGISTER_VERSION}, seed 7`;
    expect(stdout).toContain(named);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(named);
  });

  it('names the states that are left out, and passes with --allow-incomplete', () => {
    const { code, out } = endOf('no-states');
    const report = reportIn(out);
    expect({ code, verdict: report.verdict }).toEqual({ code: 0, verdict: 'incomplete' });
    expect(report.missing.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['state portfolios']),
    );
  });

  it('says that the passwords are refused, before anything else is asked', () => {
    const { code, out, stdout, stderr } = endOf('refused');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^assay: http\S+ refuses the login of \S+, users\.customer \(401\), .*; look at its password in the target file\n$/,
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

  it('writes the known failures of a run, with which the next one ends with 0', () => {
    const [first, again] = [endOf('first'), endOf('again')];
    expect(first.code).toBe(1);
    expect(first.stdout).toContain(`known failures: ${known}, 1 new, 0 kept; write into each`);
    const { verdict, exitCode, knownFailures } = reportIn(again.out);
    expect({ code: again.code, exitCode, verdict }).toEqual({
      ...{ code: 0, exitCode: 0 },
      verdict: 'not conformant',
    });
    expect(knownFailures?.expected).toEqual([
      { check: 'login.agent', reason: expect.stringMatching(/^failed on \d{4}-\d\d-\d\d: /) },
    ]);
  });
});
