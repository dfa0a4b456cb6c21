import { existsSync } from 'node:fs';
import { UsageError } from '../../contract/errors.ts';
import { seedDatabase } from '../../server/database/seed.ts';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';
import { showProgress } from '../terminal/progress.ts';

/** The options of `assay seed`. */
export interface SeedOptions extends JsonOption {
  payments: number;
  db: string;
  seed: number;
  force: boolean;
}

/**
 * Writes a seeded database and shows how far it is.
 *
 * @throws UsageError where the file exists and may not be replaced
 */
export async function seed(options: SeedOptions, context: CommandContext): Promise<void> {
  const { db, payments, force } = options;
  if (existsSync(db) && !force) {
    throw new UsageError(`${db} exists; name another file, or replace it with --force`);
  }
  const words = wordsOf(context, options);
  const progress = showProgress('payments', payments, 'rows', words);
  const seeded = await seedDatabase({
    db,
    payments,
    seed: options.seed,
    overwrite: force,
    signal: context.signal,
    onProgress: ({ phase, done }) => {
      progress.update(done);
      if (phase === 'indexing') {
        progress.stop();
        words.print('making the indexes …');
      }
    },
  }).finally(progress.stop);
  const seconds = (seeded.milliseconds / 1000).toFixed(1);
  const megabytes = (seeded.bytes / 1e6).toFixed(1);
  const made = `${payments} payments beside the standard data, ${megabytes} MB, in ${seconds} s`;
  words.print(`${seeded.file}: ${made}`);
  const { file, bytes } = seeded;
  printJson(context, options, { files: [{ is: 'database', file, bytes }], notes: [made] });
}
