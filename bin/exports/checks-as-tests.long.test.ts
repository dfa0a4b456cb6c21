import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { type ChecksAsTestsOptions, checksAsTests, runSuiteOnce } from './checks-as-tests.ts';
import { type ReferenceServer, serve } from './serve.ts';

const CASHIER = 'awaiting-payments.forbids.cashier';

let folder: string;
let right: ReferenceServer;
let broken: ReferenceServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-tests-'));
  right = await serve();
  broken = await serve({ faults: ['logout.broken'] });
});
afterAll(async () => {
  await Promise.all([right.close(), broken.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const selection = { checks: ['logout.*', CASHIER] };

/** How each selected check went, by its id. */
async function outcomes(options: Partial<ChecksAsTestsOptions>) {
  const out = join(folder, 'reports');
  const all = { target: right.targetFile, selection, out, ...options };
  const report = await runSuiteOnce(all);
  expect(readdirSync(out)).toContain('report.html');
  const tests = checksAsTests(all);
  return new Map(tests.map(({ title, outcomeIn }) => [title.split(': ')[0], outcomeIn(report)]));
}

it('passes what holds, on a target that is started first', async () => {
  const found = await outcomes({ target: async () => right.targetFile });
  expect(found.size).toBeGreaterThan(5);
  expect(found.get('logout.succeeds')).toEqual({ kind: 'passed' });
});

it('fails what is broken, with what came and how to send it again, and no password', async () => {
  const found = await outcomes({ target: broken.targetFile });
  const failed = [...found.values()].filter(({ kind }) => kind === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed[0]).toMatchObject({
    message: expect.stringMatching(/\nrequirements: \S+.*\nto replay it:\n[\s\S]*curl /),
  });
  expect(JSON.stringify(failed)).not.toContain(broken.users.customer.password);
});

it('skips what was not supplied, and what is a known failure, with the reason', async () => {
  const { cashier: _, ...users } = right.users;
  const withoutCashier = await outcomes({ target: { ...right.targetFile, users } });
  expect(withoutCashier.get(CASHIER)).toEqual({
    kind: 'skipped',
    reason: expect.stringMatching(/^not tested: .*cashier/),
  });
  const knownFailures = join(folder, 'known.json');
  writeFileSync(knownFailures, JSON.stringify([{ check: 'logout.*', reason: 'not there yet' }]));
  const known = await outcomes({ target: broken.targetFile, knownFailures });
  expect([...known.values()]).toContainEqual({
    kind: 'skipped',
    reason: 'known failure: not there yet',
  });
  expect([...known.values()].filter(({ kind }) => kind === 'failed')).toEqual([]);
});

it('throws where nobody answers, and where nothing is selected', async () => {
  const target = { name: 'nobody', baseUrl: 'http://127.0.0.1:9' };
  const users = { customer: { email: 'a@b.example', password: 'x' } };
  await expect(outcomes({ target: { ...target, users } })).rejects.toThrow(UnavailableError);
  expect(() => checksAsTests({ target, selection: { checks: ['none.*'] } })).toThrow(UsageError);
});
