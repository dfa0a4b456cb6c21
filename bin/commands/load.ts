import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../contract/errors.ts';
import { JOURNEYS, type Journey } from '../../load/load-report.ts';
import { PROFILES, type ProfileName } from '../../load/scripts/profiles.ts';
import { type CommandContext, positiveNumber, wholeNumber } from '../command-context.ts';
import { worstExitCode } from '../exit-codes.ts';
import { loadOnTerminal } from '../load-on-terminal.ts';

interface LoadCommandOptions {
  target: string;
  out: string;
  profile: ProfileName;
  rate?: number;
  duration?: number;
  seed?: number;
  referenceDb?: string;
}

/** `assay load`: the k6 journeys against a target. */
export function addLoad(program: Command, context: CommandContext): void {
  program
    .command('load')
    .summary('run load journeys against a target')
    .description(
      'Runs load journeys with k6, one after the other, and writes load-<journey>.json for each. k6 is looked for in ASSAY_K6, on the path, and among those built before; else Go builds it once, or Docker runs it.',
    )
    .argument('[journey...]', `${JOURNEYS.join(', ')}; both when none is named`)
    .requiredOption('-t, --target <file>', 'target file; `assay init` writes a starter')
    .option('-o, --out <folder>', 'folder of the reports', 'reports/load')
    .addOption(
      new Option('--profile <name>', 'course of the load').choices(PROFILES).default('smoke'),
    )
    .option('--rate <number>', 'iterations per second; each profile has a default', positiveNumber)
    .option('--duration <time>', 'such as 30s, 5m or 1h; each profile has a default', duration)
    .option('--seed <number>', 'seed of what is random in a journey', wholeNumber(0, 2 ** 31 - 1))
    .option('--reference-db <file>', 'the reference server’s database, for the audit after lending')
    .addHelpText(
      'after',
      `
Exit codes: 0 every gate met, 1 a gate breached or money lost, 2 wrong usage or no k6,
3 less measured than asked, 4 the target or k6 failed

Examples:
  assay load --target target.json
  assay load payment-listing --target target.json --profile average --rate 50 --duration 2m
  assay load lending --target target.json --profile breakpoint --rate 200`,
    )
    .action((journeys: string[], options: LoadCommandOptions) => load(journeys, options, context));
}

async function load(
  names: string[],
  options: LoadCommandOptions,
  context: CommandContext,
): Promise<void> {
  const journeys = names.length > 0 ? names.map(journeyOf) : JOURNEYS;
  const { readTargetFile } = await import('../../conformance/target/target-file.ts');
  const target = await readTargetFile(options.target);
  const exitCodes: number[] = [];
  for (const journey of journeys) {
    const { exitCode } = await loadOnTerminal(
      {
        journey,
        target,
        out: options.out,
        profile: options.profile,
        ...(options.rate !== undefined && { rate: options.rate }),
        ...(options.duration !== undefined && { durationSeconds: options.duration }),
        ...(options.seed !== undefined && { seed: options.seed }),
        ...(options.referenceDb !== undefined && (await ledgerOption(options.referenceDb))),
      },
      context,
    );
    exitCodes.push(exitCode);
  }
  context.exitWith(worstExitCode(exitCodes));
}

async function ledgerOption(file: string) {
  const { referenceLedger } = await import('../reference-ledger.ts');
  return { ledger: referenceLedger(file) };
}

function journeyOf(name: string): Journey {
  const journey = JOURNEYS.find((each) => each === name);
  if (!journey) {
    throw new UsageError(`unknown journey '${name}'; expected ${JOURNEYS.join(' or ')}`);
  }
  return journey;
}

const SECONDS = { s: 1, m: 60, h: 3600 } as const;

/** Seconds of a time such as `90s`, `5m`, `1h` or `90`. */
function duration(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds > 0)) {
    throw new InvalidArgumentError('It must be a time such as 30s, 5m or 1h.');
  }
  return seconds;
}
