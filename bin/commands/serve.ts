import { type Command, Option } from 'commander';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import type { ServeOptions } from '../work/serve.ts';

const PORT = wholeNumber(0, 65_535);
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** `assay serve`: the reference server, until it is stopped. */
export function addServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .summary('run the reference server')
    .description(
      'Runs the reference server until SIGINT or SIGTERM. Its URL is the first line on standard output; its log goes to standard error.',
    )
    .option('-p, --port <number>', 'port to listen on; 0 takes a free one', PORT, 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--db <file>',
      'SQLite file; made with the standard data if absent; `:memory:` keeps nothing',
      'assay.db',
    )
    .option(
      '--control-port <number>',
      'also offer the states hook and /metrics on this port of the loopback address',
      PORT,
    )
    .option(
      '--write-target <file>',
      'write a target file of this server, states hook and test passwords included',
    )
    .addOption(
      new Option('--log-level <level>', 'what is logged').choices(LOG_LEVELS).default('info'),
    )
    .addHelpText(
      'after',
      `
Environment:
  ASSAY_CONTROL_SECRET  what callers of the control port must send as \`Authorization: Bearer …\`;
                        with --write-target a random one is made and written into that file

Examples:
  assay serve                                   on http://127.0.0.1:8080, data in assay.db
  assay serve --port 0 --db :memory:            on a free port, nothing kept
  assay serve --db :memory: --write-target reference.json
                                                ready for assay certify --target reference.json`,
    )
    .action(async (options: ServeOptions) => {
      const { serve } = await import('../work/serve.ts');
      await serve(options, context);
    });
}
