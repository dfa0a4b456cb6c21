import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { DoctorOptions } from '../work/doctor.ts';

/** `assay doctor`: whether a target file holds what a run needs. */
export function addDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('try everything in a target file once')
    .description(
      'Tries every address, login and state of a target once, says what does not work and what to do about it, and which checks would go untested. It uses up one entry of each state.',
    )
    .requiredOption('-t, --target <file>', 'target file; `assay init` writes a starter')
    .option('--json', 'print JSON (urn:assay:schema:doctor) instead of text')
    .addHelpText(
      'after',
      `
Exit codes: 0 everything is there, 1 something does not work, 2 wrong usage or target file,
3 something would go untested, 4 no address answers

Examples:
  assay doctor --target target.json
  assay doctor --target target.json --json | jq '.diagnoses[] | select(.finding != "ok")'`,
    )
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('../work/doctor.ts');
      await doctor(options, context);
    });
}
