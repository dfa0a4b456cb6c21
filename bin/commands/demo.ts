import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { jsonOption } from '../json-option.ts';
import type { DemoOptions } from '../work/demo.ts';

/** `assay demo`: the whole kit once, against the reference server. */
export function addDemo(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .summary('serve, certify and load the reference server, once')
    .description(
      'Starts the reference server on a free port with a database of its own, certifies it, runs both load journeys in the smoke profile, and stops what it started. Each run writes into a new folder.',
    )
    .option('-o, --out <folder>', 'where the folder of this run is made', 'reports/demo')
    .addOption(jsonOption('demo'))
    .addHelpText(
      'after',
      `
Exit codes: 0 all is well, 1 not conformant or a gate breached, 3 k6 is not to be had

Examples:
  assay demo
  npm run demo        the same on a fresh clone, without npm install`,
    )
    .action(async (options: DemoOptions) => {
      const { demo } = await import('../work/demo.ts');
      await demo(options, context);
    });
}
