import type { Command } from 'commander';
import { type CommandContext, wholeNumber } from '../../command-context.ts';
import { type JsonOption, jsonOption } from '../../json-option.ts';

/** `assay load self-check`: whether the kit measures rightly on this machine. */
export function addLoadSelfCheck(load: Command, context: CommandContext): void {
  load
    .command('self-check')
    .summary('check on this machine that the kit reports what was planted')
    .description(
      'Runs the journeys against a stub with slowness, failures, a stall, dead tokens, a dry pool, duplicates and losses of known size, and compares what is reported with what was planted. What is not found while the machine itself was late is open, and says by how much.',
    )
    .option('--seconds <number>', 'length of each run', wholeNumber(4, 3600), 4)
    .addOption(jsonOption('self-check'))
    .addHelpText(
      'after',
      `
Exit codes: 0 everything was found, 1 something was missed, 2 wrong usage or no k6, 3 the machine was
too busy to tell, 4 k6 failed

Examples:
  assay load self-check`,
    )
    .action(async ({ seconds, json }: { seconds: number } & JsonOption) => {
      const { check } = await import('../../work/load-self-check.ts');
      await check(seconds, { json }, context);
    });
}
