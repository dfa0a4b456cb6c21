import type { Command } from 'commander';
import { UsageError } from '../../contract/errors.ts';
import { JOURNEYS } from '../../load/report/load-report.ts';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import { worstExitCode } from '../exit-codes.ts';
import {
  addOutputOptions,
  addRunOptions,
  demandWithout,
  journeyOf,
  minimumEffectOption,
  type OutputOptions,
  outputSettingsOf,
  type RunOptions,
  runSettingsOf,
} from '../load-run-options.ts';
import { loadOnTerminal } from '../terminal/load-on-terminal.ts';
import { loadAgainst, loadRepeatedly } from '../terminal/load-repetitions.ts';
import { addLoadArchive } from './load-archive.ts';
import { addLoadCollect } from './load-collect.ts';
import { addLoadCompare } from './load-compare.ts';
import { addLoadSelfCheck } from './load-self-check.ts';

interface LoadCommandOptions extends RunOptions, OutputOptions {
  target?: string;
  instances?: number;
  repetitions?: number;
  baseline?: string;
  against?: string;
  minimumEffect?: number;
  referenceDb?: string;
}

/** `assay load`: the k6 journeys against a target. */
export function addLoad(program: Command, context: CommandContext): void {
  const command = program
    .command('load')
    .summary('run load journeys against a target')
    .description(
      'Runs load journeys with k6, one after the other, and writes load-<journey>.json and .html for each. k6 is looked for in ASSAY_K6, on the path, and among those built before; else Go builds it once, or Docker runs it.',
    )
    // So that options after `load compare` are those of `compare`.
    .enablePositionalOptions()
    .helpCommand(false)
    .argument('[journey...]', `${JOURNEYS.join(', ')}; both when none is named`)
    .option('-t, --target <file>', 'target file; `assay init` writes a starter (needed)');
  addRunOptions(command);
  addOutputOptions(command);
  command
    .option('--dashboard <file>', 'export k6’s own web dashboard as HTML')
    .option('--instances <number>', 'k6 processes side by side', wholeNumber(1, 1000))
    .option('--against <path>', 'compare with a baseline or reports; exit code 1 when slower')
    .addOption(minimumEffectOption())
    .option('--repetitions <number>', 'run each journey so often', wholeNumber(1, 1000))
    .option('--baseline <file>', 'write the repetitions as a baseline for --against')
    .option('--reference-db <file>', 'the reference server’s database, for the audit after lending')
    .addHelpText(
      'after',
      `
Exit codes: 0 every gate met, 1 a gate breached, money lost or slower, 2 wrong usage or no k6,
3 less measured than asked or the comparison is inconclusive, 4 the target or k6 failed

Examples:
  assay load --target target.json
  assay load payment-listing --target target.json --profile average --rate 50 --duration 2m
  assay load lending --target target.json --profile breakpoint --rate 200
  assay load payment-listing --target target.json --against load-baseline.json`,
    )
    .action((journeys: string[], options: LoadCommandOptions) => load(journeys, options, context));
  addLoadCompare(command, context);
  addLoadArchive(command, context);
  addLoadCollect(command, context);
  addLoadSelfCheck(command, context);
}

async function load(
  names: string[],
  options: LoadCommandOptions,
  context: CommandContext,
): Promise<void> {
  if (options.target === undefined) {
    throw new UsageError("required option '-t, --target <file>' not specified");
  }
  demandOneWay(names, options);
  const journeys = names.length > 0 ? names.map(journeyOf) : JOURNEYS;
  const { readTargetFile } = await import('../../conformance/target/target-file.ts');
  const target = await readTargetFile(options.target);
  const ledger = options.referenceDb !== undefined && (await ledgerOption(options.referenceDb));
  const { against, repetitions = 1, baseline, out, instances } = options;
  const exitCodes: number[] = [];
  for (const journey of journeys) {
    const settings = {
      ...{ journey, target, out },
      ...runSettingsOf(options),
      ...(await outputSettingsOf(options)),
      ...ledger,
    };
    if (against !== undefined) {
      exitCodes.push(await loadAgainst(settings, against, options.minimumEffect, context));
    } else if (repetitions > 1 || baseline !== undefined) {
      exitCodes.push(await loadRepeatedly(settings, repetitions, baseline, context));
    } else {
      exitCodes.push((await loadOnTerminal({ ...settings, instances }, context)).exitCode);
    }
  }
  context.exitWith(worstExitCode(exitCodes));
}

/** Options that would contradict or overwrite each other. */
function demandOneWay(names: string[], options: LoadCommandOptions): void {
  const { against, baseline, repetitions, instances = 1, profile, dashboard } = options;
  if (against !== undefined && (baseline !== undefined || repetitions !== undefined)) {
    throw new UsageError(
      '--against runs as often as its baseline: give no --repetitions and no --baseline with it',
    );
  }
  if (against === undefined) {
    const { minimumEffect } = options;
    demandWithout({ minimumEffect }, 'it is of a comparison; give --against with it');
  }
  if ((against !== undefined || baseline !== undefined) && names.length !== 1) {
    throw new UsageError('--against and --baseline are of one journey; name it');
  }
  const several = against !== undefined || baseline !== undefined || (repetitions ?? 1) > 1;
  if (several && instances > 1) {
    throw new UsageError('--instances cannot be combined with repetitions');
  }
  if (dashboard !== undefined && (several || instances > 1 || names.length !== 1)) {
    throw new UsageError('--dashboard is of one run: name one journey, without repetitions');
  }
  if (several && profile === 'breakpoint') {
    throw new UsageError('breakpoint searches cannot be compared; compare runs at a rate below it');
  }
}

async function ledgerOption(file: string) {
  const { referenceLedger } = await import('../../server/database/reference-ledger.ts');
  return { ledger: referenceLedger(file) };
}
