import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { ListOptions } from '../work/list.ts';

/** `assay list`: the requirement register with the checks of each requirement. */
export function addList(program: Command, context: CommandContext): void {
  program
    .command('list')
    .summary('print every requirement with its checks')
    .description(
      'Prints the requirement register: what the specification says, how binding it is, and the checks that put it to a target, or why no check can.',
    )
    .option('--json', 'print JSON: an array of requirements (urn:assay:schema:requirements)')
    .addHelpText(
      'after',
      `
Examples:
  assay list
  assay list --json | jq '.[] | select(.checks == [])'`,
    )
    .action(async (options: ListOptions) => {
      const { list } = await import('../work/list.ts');
      await list(options, context);
    });
}
