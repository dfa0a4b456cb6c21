import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { type CommandContext, wholeNumber } from '../command-context.ts';

interface ServeOptions {
  port: number;
  host: string;
  db: string;
  controlPort?: number;
  writeTarget?: string;
  logLevel: (typeof LOG_LEVELS)[number];
}

const PORT = wholeNumber(0, 65_535);
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

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
      'also offer the states hook on this port of the loopback address',
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
  ASSAY_CONTROL_SECRET  what callers of the states hook must send as \`Authorization: Bearer …\`;
                        with --write-target a random one is made and written into that file

Examples:
  assay serve                                   on http://127.0.0.1:8080, data in assay.db
  assay serve --port 0 --db :memory:            on a free port, nothing kept
  assay serve --db :memory: --write-target reference.json
                                                ready for assay certify --target reference.json`,
    )
    .action((options: ServeOptions) => serve(options, context));
}

async function serve(options: ServeOptions, context: CommandContext): Promise<void> {
  const { createLogger } = await import('../../server/logger.ts');
  const { startServer } = await import('../../server/serve.ts');
  const { port, host, db } = options;
  const control = controlOf(options);
  const running = await startServer({
    port,
    host,
    db,
    logger: createLogger(options.logLevel),
    ...(control && { control }),
  });
  try {
    context.print(running.url);
    if (running.controlUrl) {
      context.print(`states hook: ${running.controlUrl}/states`);
    }
    if (options.writeTarget) {
      const { targetFor } = await import('../../server/target.ts');
      const target = JSON.stringify(targetFor(running), null, 2);
      await writeWhole(options.writeTarget, `${target}\n`, 0o600);
      context.print(`target file: ${options.writeTarget}`);
    }
    await stopOf(context.signal);
  } finally {
    await running.close();
  }
}

/** The states hook, where it was asked for. */
function controlOf({ controlPort, writeTarget }: ServeOptions) {
  if (controlPort === undefined && writeTarget === undefined) {
    return undefined;
  }
  const secret = process.env.ASSAY_CONTROL_SECRET;
  if (!secret && writeTarget === undefined) {
    throw new UsageError(
      '--control-port needs a secret: set ASSAY_CONTROL_SECRET to 16 characters or more',
    );
  }
  return { port: controlPort ?? 0, secret: secret || randomBytes(24).toString('base64url') };
}

function stopOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    } else {
      signal.addEventListener('abort', () => resolve(), { once: true });
    }
  });
}
