import type { Command } from 'commander';
import { UsageError } from '../../contract/errors.ts';
import { JOURNEYS } from '../../load/report/load-report.ts';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import {
  addRunOptions,
  demandWithout,
  journeyOf,
  minimumEffectOption,
  type RunOptions,
  runSettingsOf,
} from '../load-run-options.ts';
import { printComparison, stoppable } from '../terminal/load-comparison-on-terminal.ts';

interface CompareCommandOptions extends RunOptions {
  base?: string;
  next?: string;
  repetitions?: number;
  minimumEffect?: number;
}

/** `assay load compare`: two sets of runs, or two targets in turn. */
export function addLoadCompare(load: Command, context: CommandContext): void {
  const command = load
    .command('compare')
    .summary('compare runs, or two targets in turn')
    .description(
      'Compares reports of earlier runs (`compare BASE NEW`: each a report, a baseline or a folder of reports), or measures two targets in turn (`compare JOURNEY --base FILE --next FILE`).',
    )
    .argument('<what...>', `BASE and NEW, or a journey: ${JOURNEYS.join(', ')}`)
    .option('--base <file>', 'target file of the base')
    .option('--next <file>', 'target file of what is new')
    .option('--repetitions <number>', 'pairs of runs; default 12', wholeNumber(1, 1000))
    .addOption(minimumEffectOption());
  addRunOptions(command);
  command
    .addHelpText(
      'after',
      `
Exit codes: 0 same or faster, 1 slower or a new run failed its gates or its audit, 2 not comparable,
3 inconclusive, 4 the target or k6 failed

Examples:
  assay load compare reports/before reports/after --minimum-effect 0.1
  assay load compare lending --base old.json --next new.json --rate 20 --duration 1m`,
    )
    .action((what: string[], options: CompareCommandOptions) => compare(what, options, context));
}

async function compare(
  what: string[],
  options: CompareCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { base, next } = options;
  const [first = '', second] = what;
  if (base === undefined && next === undefined) {
    if (second === undefined || what.length > 2) {
      throw new UsageError(
        'name two sets of reports, BASE and NEW, or a journey with --base and --next',
      );
    }
    const { repetitions, profile, rate, duration, seed } = options;
    demandWithout(
      { repetitions, profile, rate, duration, seed },
      'BASE and NEW were measured already; to measure two targets, name a journey, --base and --next',
    );
    return compareReports(first, second, options, context);
  }
  if (base === undefined || next === undefined || second !== undefined) {
    throw new UsageError('to measure two targets, name one journey, --base and --next');
  }
  const { readTargetFile } = await import('../../conformance/target/target-file.ts');
  const { runComparison } = await import('../../load/compare/run-comparison.ts');
  const { out, repetitions, minimumEffect } = options;
  const compared = await runComparison({
    ...{ journey: journeyOf(first), out, repetitions, minimumEffect },
    ...runSettingsOf(options),
    ...{ base: await readTargetFile(base), next: await readTargetFile(next) },
    ...stoppable(context),
  });
  context.exitWith(await printComparison(compared, out, context));
}

async function compareReports(
  basePath: string,
  nextPath: string,
  { out, minimumEffect }: CompareCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { compareRuns } = await import('../../load/compare/compare-runs.ts');
  const { readRuns } = await import('../../load/compare/read-runs.ts');
  const base = await readRuns(basePath);
  const next = await readRuns(nextPath);
  const comparison = compareRuns(base, next, { minimumEffect });
  context.exitWith(await printComparison({ comparison, base, next }, out, context));
}
