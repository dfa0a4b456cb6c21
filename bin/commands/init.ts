import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, jsonOption, printJson, wordsOf } from '../json-option.ts';

/** `assay init`: a commented target file to start from. */
export function addInit(program: Command, context: CommandContext): void {
  program
    .command('init')
    .summary('write a target file to start from')
    .description(
      'Writes a commented starter of a target file: URLs, users, capabilities, and where states come from. An existing file is left alone.',
    )
    .option('-o, --out <file>', 'file to write', 'target.json')
    .addOption(jsonOption('written'))
    .addHelpText(
      'after',
      `
Examples:
  assay init
  assay init --out sandbox.json && assay doctor --target sandbox.json`,
    )
    .action(async ({ out, ...options }: { out: string } & JsonOption) => {
      const { initTargetFile } = await import('../../target/starter.ts');
      await initTargetFile(out);
      const note = `fill it in, then run: assay doctor --target ${out}`;
      wordsOf(context, options).print(`${out} is written; ${note}`);
      printJson(context, options, { files: [{ is: 'target file', file: out }], notes: [note] });
    });
}
