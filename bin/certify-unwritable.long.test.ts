import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../server/logger.ts';
import { rememberingPasswords } from '../server/passwords.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { powerlessUser } from './testing/powerless-user.ts';
import { finish, spawnAssay } from './testing/spawn-assay.ts';

/** A user who owns nothing: certifying needs no home and writes nothing beside the kit. */

let folder: string;
let running: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-unwritable-'));
  chmodSync(folder, 0o755);
  running = await startServer({
    db: ':memory:',
    control: { secret: 'the states hook of this test' },
    logger: createLogger('silent'),
    passwords: rememberingPasswords(),
  });
  writeFileSync(join(folder, 'target.json'), JSON.stringify(targetFor(running)));
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

async function certify(out: string, user?: number) {
  const reports = join(folder, out);
  mkdirSync(reports);
  chmodSync(reports, 0o777);
  const args = ['certify', '--target', 'target.json', '--out', reports];
  const environment = { HOME: '/nonexistent', XDG_CACHE_HOME: '', ASSAY_CACHE: '/nonexistent' };
  const ended = await finish(spawnAssay(args, { cwd: folder, env: environment, user }));
  const report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'));
  return { code: ended.code, stderr: ended.stderr, verdict: report.verdict };
}

const CONCLUDED = { code: 0, stderr: '', verdict: 'conformant' };

describe('certifying where nothing but the reports can be written', () => {
  it('ends with a verdict without a home, as a user who may write nowhere where this is root', async () => {
    expect(await certify('nobody', powerlessUser)).toEqual(CONCLUDED);
  });
});
