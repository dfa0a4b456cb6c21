import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../conformance/report/report.ts';
import { createLogger } from '../server/logger.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { runAssay } from './testing/spawn-assay.ts';

/** How often one target is certified in a row; ten by `ASSAY_REPEAT=10`. */
const REPEAT = Number(process.env.ASSAY_REPEAT ?? 2);

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
  it('ends conformant, with nothing untested and nothing warned, however often', async () => {
    for (let run = 1; run <= REPEAT; run += 1) {
      const { code, report } = await certify('whole');
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
    }
  });

  it('is not disturbed by another run at the same time', async () => {
    const both = await Promise.all([certify('one'), certify('another')]);
    for (const { report } of both) {
      expect(report.findings).toEqual([]);
      expect(report.verdict).toBe('conformant');
    }
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
