import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';

/** `assay init`: a commented target file to start from. */
export function addInit(program: Command, context: CommandContext): void {
  program
    .command('init')
    .summary('write a target file to start from')
    .description(
      'Writes a commented starter of a target file: URLs, users, capabilities, and where states come from. An existing file is left alone.',
    )
    .option('-o, --out <file>', 'file to write', 'target.json')
    .addHelpText(
      'after',
      `
Examples:
  assay init
  assay init --out sandbox.json && assay doctor --target sandbox.json`,
    )
    .action(async ({ out }: { out: string }) => {
      const { initTargetFile } = await import('../../target/starter.ts');
      await initTargetFile(out);
      context.print(`${out} is written; fill it in, then run: assay doctor --target ${out}`);
    });
}
