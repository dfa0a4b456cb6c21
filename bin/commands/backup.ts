import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { jsonOption } from '../json-option.ts';
import type { BackupOptions } from '../work/backup.ts';

/** `assay backup`: a copy of the reference server's database, while it serves. */
export function addBackup(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .summary('copy the reference server’s database while it serves')
    .description(
      'Copies a database as it is at one moment, while the server goes on reading and writing. The copy is looked through and on the disk before it gets its name. It holds the secret that signs tokens: only its owner may read it.',
    )
    .requiredOption('--db <file>', 'database file to copy')
    .requiredOption('--to <file>', 'file to write')
    .option('--force', 'replace the file if it exists', false)
    .addOption(jsonOption('written'))
    .addHelpText(
      'after',
      `
Examples:
  assay backup --db assay.db --to monday.db
  assay serve --db monday.db                    the copy is a database like any other`,
    )
    .action(async (options: BackupOptions) => {
      const { backup } = await import('../work/backup.ts');
      await backup(options, context);
    });
}
