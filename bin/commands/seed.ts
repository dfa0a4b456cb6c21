import type { Command } from 'commander';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import { jsonOption } from '../json-option.ts';
import type { SeedOptions } from '../work/seed.ts';

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
    .addOption(jsonOption('written'))
    .addHelpText(
      'after',
      `
Examples:
  assay seed --payments 100000 --db big.db
  assay serve --db big.db`,
    )
    .action(async (options: SeedOptions) => {
      const { seed } = await import('../work/seed.ts');
      await seed(options, context);
    });
}
