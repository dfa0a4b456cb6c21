import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../conformance/report/report.ts';
import { createLogger } from '../../server/logger.ts';
import { rememberingPasswords } from '../../server/passwords.ts';
import { type Running, startServer } from '../../server/serve.ts';
import { targetFor } from '../../server/target.ts';
import { runAssay } from './spawn-assay.ts';

/** The target file of the reference server. */
export type TargetFile = ReturnType<typeof targetFor>;

/** A reference server of this process that the command certifies, with a folder for what it writes. */
export interface CertifiedReference {
  folder: string;
  running: Running;
  /** Certifies the server with a target file that was changed, by the command. */
  certify(
    name: string,
    change?: (target: TargetFile) => object,
    options?: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<Awaited<ReturnType<typeof runAssay>> & { out: string; report: Report }>;
  close(): Promise<void>;
}

/** The secret of the server's states hook, which no report may show. */
export const HOOK_SECRET = 'the states hook of this test';

/** Starts one, on a free port and in a temporary folder. */
export async function certifiedReference(): Promise<CertifiedReference> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-certify-'));
  const running = await startServer({
    db: ':memory:',
    control: { secret: HOOK_SECRET },
    logger: createLogger('silent'),
    passwords: rememberingPasswords(),
  });
  return {
    folder,
    running,
    async certify(name, change = (target) => target, options = [], env = {}) {
      const file = join(folder, `${name}.json`);
      const out = join(folder, name);
      writeFileSync(file, JSON.stringify(change(targetFor(running))));
      const ended = await runAssay(['certify', '--target', file, '--out', out, ...options], {
        cwd: folder,
        env,
      });
      const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
      return { ...ended, out, report };
    },
    async close() {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
