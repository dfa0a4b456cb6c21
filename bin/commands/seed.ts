import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { UsageError } from '../../contract/errors.ts';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import { showProgress } from '../terminal/progress.ts';

interface SeedOptions {
  payments: number;
  db: string;
  seed: number;
  force: boolean;
}

/** `assay seed`: a database of the reference server with as many payments as asked for. */
export function addSeed(program: Command, context: CommandContext): void {
  program
    .command('seed')
    .summary('fill a database for the reference server')
    .description(
      'Writes a new SQLite database with seeded people, loans and payments. The same seed and number give the same rows; memory use does not grow with the number.',
    )
    .requiredOption(
      '-n, --payments <number>',
      'number of payments to add to the standard data',
      wholeNumber(0, 100_000_000),
    )
    .requiredOption('--db <file>', 'database file to write')
    .option('--seed <number>', 'seed of all that is random', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--force', 'replace the file if it exists', false)
    .addHelpText(
      'after',
      `
Examples:
  assay seed --payments 100000 --db big.db
  assay serve --db big.db`,
    )
    .action((options: SeedOptions) => seed(options, context));
}

async function seed(options: SeedOptions, context: CommandContext): Promise<void> {
  const { seedDatabase } = await import('../../server/database/seed.ts');
  const { db, payments, force } = options;
  if (existsSync(db) && !force) {
    throw new UsageError(`${db} exists; name another file, or replace it with --force`);
  }
  const progress = showProgress('payments', payments, 'rows', context);
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
        context.print('making the indexes …');
      }
    },
  }).finally(progress.stop);
  const seconds = (seeded.milliseconds / 1000).toFixed(1);
  const megabytes = (seeded.bytes / 1e6).toFixed(1);
  context.print(
    `${seeded.file}: ${payments} payments beside the standard data, ${megabytes} MB, in ${seconds} s`,
  );
}
