import { UsageError } from '../../contract/errors.ts';
import { JOURNEYS } from '../../load/report/load-report.ts';
import { plannedJourneys } from '../../load/run/planned-journeys.ts';
import { referenceLedger } from '../../server/database/reference-ledger.ts';
import type { CommandContext } from '../command-context.ts';
import { worstExitCode } from '../exit-codes.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';
import type { OutputOptions, RunOptions } from '../load-run-options.ts';
import { loadOnTerminal } from '../terminal/load-on-terminal.ts';
import { type LoadOutcome, loadAgainst, loadRepeatedly } from '../terminal/load-repetitions.ts';
import { demandWithout, loadTargetOf, outputSettingsOf, runSettingsOf } from './load-settings.ts';

/** The options of `assay load`. */
export interface LoadCommandOptions extends RunOptions, OutputOptions, JsonOption {
  target?: string;
  instances?: number;
  repetitions?: number;
  baseline?: string;
  against?: string;
  minimumEffect?: number;
  referenceDb?: string;
  ui?: boolean;
}

/**
 * Runs the journeys one after the other and exits with the most serious exit code.
 *
 * @throws UsageError where options contradict each other
 */
export async function load(
  names: string[],
  options: LoadCommandOptions,
  context: CommandContext,
): Promise<void> {
  if (options.target === undefined) {
    throw new UsageError("required option '-t, --target <file>' not specified");
  }
  demandOneWay(names, options);
  const journeys = names.length > 0 ? names : JOURNEYS;
  for (const journey of journeys) {
    plannedJourneys(journey, options.rate, 1);
  }
  const target = await loadTargetOf(options.target, options);
  const ledger = options.referenceDb !== undefined && {
    ledger: referenceLedger(options.referenceDb),
  };
  const { against, repetitions = 1, baseline, out, instances } = options;
  const results: LoadOutcome[] = [];
  const words = wordsOf(context, options);
  for (const journey of journeys) {
    if (context.signal.aborted) {
      break;
    }
    const settings = {
      ...{ journey, target, out },
      ...runSettingsOf(options),
      ...outputSettingsOf(options),
      ...ledger,
    };
    if (against !== undefined) {
      results.push(await loadAgainst(settings, against, options.minimumEffect, words));
    } else if (repetitions > 1 || baseline !== undefined) {
      results.push(await loadRepeatedly(settings, repetitions, baseline, words));
    } else {
      const run = { ...settings, instances, ui: options.ui };
      const { report, exitCode } = await loadOnTerminal(run, words);
      results.push({ reports: [report], exitCode });
    }
  }
  const exitCode = worstExitCode(results.map((result) => result.exitCode));
  const [comparison] = results.flatMap((result) => result.comparison ?? []);
  printJson(context, options, {
    ...{ exitCode, reports: results.flatMap(({ reports }) => reports) },
    ...(comparison && { comparison }),
  });
  context.exitWith(exitCode);
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
  if (options.ui && (several || names.length !== 1)) {
    throw new UsageError('--ui is of one run: name one journey, without repetitions');
  }
  if (several && profile === 'breakpoint') {
    throw new UsageError('breakpoint searches cannot be compared; compare runs at a rate below it');
  }
}
