import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../server/logger.ts';
import { rememberingPasswords } from '../../server/passwords.ts';
import { type Running, startServer } from '../../server/serve.ts';
import { targetFor } from '../../server/target.ts';
import { LOAD_OF_BUSY_MACHINE } from './k6.ts';

/** A reference server of this process for loads, and the folder with its `target.json`. */
export interface LoadedReference {
  folder: string;
  running: Running;
  close(): Promise<void>;
}

/** Starts one with a database on the disk; its gates are for a machine that is busy. */
export async function loadedReference(): Promise<LoadedReference> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-test-'));
  const running = await startServer({
    db: join(folder, 'reference.db'),
    control: { secret: 'a secret of the test alone' },
    logger: createLogger('silent'),
    passwords: rememberingPasswords(),
  });
  const lenient = { ...targetFor(running), load: LOAD_OF_BUSY_MACHINE };
  writeFileSync(join(folder, 'target.json'), JSON.stringify(lenient));
  return {
    folder,
    running,
    async close() {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
