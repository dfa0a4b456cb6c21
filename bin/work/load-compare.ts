import { UsageError } from '../../contract/errors.ts';
import { compareRuns } from '../../load/compare/compare-runs.ts';
import { readRuns } from '../../load/compare/read-runs.ts';
import { type Compared, runComparison } from '../../load/compare/run-comparison.ts';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';
import type { RunOptions } from '../load-run-options.ts';
import { printComparison, stoppable } from '../terminal/load-comparison-on-terminal.ts';
import { demandWithout, loadTargetOf, runSettingsOf } from './load-settings.ts';

/** The options of `assay load compare`. */
export interface CompareCommandOptions extends RunOptions, JsonOption {
  base?: string;
  next?: string;
  repetitions?: number;
  minimumEffect?: number;
}

/**
 * Compares reports, or measures two targets in turn and compares these runs.
 *
 * @throws UsageError where it is not said what to compare, or it is not comparable
 */
export async function compare(
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
    const { repetitions, profile, rate, duration, warmUp, mix, seed } = options;
    demandWithout(
      { repetitions, profile, rate, duration, warmUp, mix, seed },
      'BASE and NEW were measured already; to measure two targets, name a journey, --base and --next',
    );
    return compareReports(first, second, options, context);
  }
  if (base === undefined || next === undefined || second !== undefined) {
    throw new UsageError('to measure two targets, name one journey, --base and --next');
  }
  const { out, repetitions, minimumEffect } = options;
  const compared = await runComparison({
    ...{ journey: first, out, repetitions, minimumEffect },
    ...runSettingsOf(options),
    ...{ base: await loadTargetOf(base, options), next: await loadTargetOf(next, options) },
    ...stoppable(wordsOf(context, options)),
  });
  await conclude(compared, options, context);
}

async function compareReports(
  basePath: string,
  nextPath: string,
  options: CompareCommandOptions,
  context: CommandContext,
): Promise<void> {
  const base = await readRuns(basePath);
  const next = await readRuns(nextPath);
  const comparison = compareRuns(base, next, { minimumEffect: options.minimumEffect });
  await conclude({ comparison, base, next }, options, context);
}

async function conclude(
  compared: Compared,
  options: CompareCommandOptions,
  context: CommandContext,
): Promise<void> {
  const exitCode = await printComparison(compared, options.out, wordsOf(context, options));
  printJson(context, options, compared.comparison);
  context.exitWith(exitCode);
}
