import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import type { ServeOptions } from '../work/serve.ts';

const PORT = wholeNumber(0, 65_535);
const PER_SECOND = wholeNumber(1, 1_000_000);
const SEED = wholeNumber(0);
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
    .option(
      '--webhooks-allow <address>',
      'let webhooks go to this address or range, too, which is not public; may be repeated',
      collected,
      [],
    )
    .addOption(
      new Option('--log-level <level>', 'what is logged').choices(LOG_LEVELS).default('info'),
    )
    .option('--fault <id>', 'be wrong in this one way, on purpose; may be repeated', collected, [])
    .option(
      '--variant <id>',
      'answer an open point in this other way that conforms; may be repeated',
      collected,
      [],
    )
    .option('--latency <ms>', 'let each answer wait: `200`, or drawn from `100-400`', latency)
    .option('--error-rate <share>', 'let this share of requests fail, 0 to 1', share)
    .option('--rate-limit <number>', 'requests a second of one token; beyond is 429', PER_SECOND)
    .option('--seed <number>', 'what latency and errors are drawn from', SEED, 1)
    .option('--list', 'print all faults and variants, and serve nothing')
    .option(
      '--json',
      'print JSON: where it is served (urn:assay:schema:serving); with --list what is listed (urn:assay:schema:on-purpose)',
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
                                                ready for assay certify --target reference.json
  assay serve --webhooks-allow 127.0.0.1        with a receiver of webhooks on this machine
  assay serve --list                            every fault and variant, with what it does
  assay serve --fault awaiting-payments.search-ignored --write-target wrong.json
                                                see the suite catch it: certify wrong.json
  assay serve --latency 50-400 --error-rate 0.05 --rate-limit 20
                                                for whoever tests a client; nothing is kept

A server that is otherwise on purpose says so: below its URL, in the header Assay-On-Purpose of each
answer, at /healthz, and in the name of its target file. It keeps nothing unless --db names a file.`,
    )
    .action(async (options: ServeOptions, command: Command) => {
      const { serve } = await import('../work/serve.ts');
      // What is wrong on purpose writes into no file that nobody named.
      const isOtherwise = ON_PURPOSE.some((name) => command.getOptionValueSource(name) === 'cli');
      const isNamed = command.getOptionValueSource('db') === 'cli';
      await serve(isOtherwise && !isNamed ? { ...options, db: ':memory:' } : options, context);
    });
}

/** The options that make another server of it. */
const ON_PURPOSE = ['fault', 'variant', 'latency', 'errorRate', 'rateLimit'];

function collected(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function latency(text: string): { least: number; most: number } {
  const [, least = '', most = least] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  if (least === '' || Number(least) > Number(most)) {
    throw new InvalidArgumentError('It must be milliseconds, such as 200 or 100-400.');
  }
  return { least: Number(least), most: Number(most) };
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  }
  return value;
}
