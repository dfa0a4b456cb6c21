import { Command, CommanderError } from 'commander';
import { UnavailableError, UnwrittenError, UsageError } from '../contract/errors.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { CommandContext } from './command-context.ts';
import { addBackup } from './commands/backup.ts';
import { addCalibrate } from './commands/calibrate.ts';
import { addCertify } from './commands/certify.ts';
import { addDemo } from './commands/demo.ts';
import { addDiff } from './commands/diff.ts';
import { addDoctor } from './commands/doctor.ts';
import { addInit } from './commands/init.ts';
import { addKeygen } from './commands/keygen.ts';
import { addList } from './commands/list.ts';
import { addLoad } from './commands/load.ts';
import { addOpenApi } from './commands/openapi.ts';
import { addProxy } from './commands/proxy.ts';
import { addSeed } from './commands/seed.ts';
import { addServe } from './commands/serve.ts';
import { addVerify } from './commands/verify.ts';
import type { StopRequest } from './stop-signals.ts';

const EXIT_CODES = `
Exit codes:
  0  conformant, or done
  1  not conformant, or a gate breached
  2  wrong usage or target file
  3  incomplete: something was not tested
  4  target unreachable, or a report could not be written
  129, 130, 143  stopped by SIGHUP, SIGINT (Ctrl-C) or SIGTERM before it was done; certify
     and load then report what ran and end with 3 (load with 1 where that failed already),
     serve ends with 0, proxy reports and ends by its verdict`;

/**
 * Runs one command line and returns its exit code. Whatever goes wrong becomes one line on standard
 * error: a user's mistake with exit code 2, anything else with 4; `ASSAY_DEBUG=1` adds the stack.
 */
export async function runCommandLine(args: string[], stop: StopRequest): Promise<number> {
  let exitCode = 0;
  const context: CommandContext = {
    signal: stop.signal,
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    interactive: process.stderr.isTTY === true && !process.env.CI,
    exitWith: (code) => {
      exitCode = code;
    },
  };
  try {
    if (args.length === 0) {
      throw new UsageError('name a command; `assay --help` lists them');
    }
    await createProgram(context).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // What was stopped, and then could not be written, is lost: that is more than that it was stopped.
    if (stop.signal.aborted && !(error instanceof UnwrittenError)) {
      context.complain('assay: stopped before the end');
      return stop.exitCode;
    }
    return reportError(error);
  }
}

/** The command `assay` with all its commands. */
export function createProgram(context: CommandContext): Command {
  const assay = new Command('assay')
    .description(packageJson.description)
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print the help of a command')
    .helpCommand(false)
    // options belong to the command before them: `load compare --out` is not `load --out`
    .enablePositionalOptions()
    .addHelpText('after', EXIT_CODES)
    .showSuggestionAfterError()
    .exitOverride()
    // reportError prints the message of what is thrown, as one line
    .configureOutput({ outputError: () => {} });
  const adders = [
    addInit,
    addDoctor,
    addCertify,
    addDiff,
    addProxy,
    addLoad,
    addKeygen,
    addVerify,
    addList,
    addOpenApi,
    addServe,
    addSeed,
    addBackup,
    addDemo,
    addCalibrate,
  ];
  for (const add of adders) {
    add(assay, context);
  }
  addHelp(assay);
  return assay;
}

/** Commander's own help command answers an unknown name with the whole help. */
function addHelp(assay: Command): void {
  assay
    .command('help')
    .summary('print the help of a command')
    .argument('[command]')
    .action((name: string | undefined) => {
      const command = name ? assay.commands.find((each) => each.name() === name) : assay;
      if (!command) {
        throw new UsageError(`unknown command '${name}'; \`assay --help\` lists them`);
      }
      command.outputHelp();
    });
}

/** Prints what went wrong as one line on standard error and returns the exit code it stands for. */
export function reportError(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) {
    return 0; // --help and --version arrive as errors too
  }
  const { message, exitCode } = describe(error);
  process.stderr.write(`assay: ${message.replace(/\s*\n\s*/g, ' ').trim()}\n`);
  if (process.env.ASSAY_DEBUG && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
  return exitCode;
}

function describe(error: unknown): { message: string; exitCode: number } {
  if (error instanceof UsageError || error instanceof UnavailableError) {
    return { message: error.message, exitCode: error.exitCode };
  }
  if (error instanceof CommanderError) {
    return { message: error.message.replace(/^error: /, ''), exitCode: 2 };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    message: `internal error: ${message} (set ASSAY_DEBUG=1 for the stack)`,
    exitCode: 4,
  };
}
