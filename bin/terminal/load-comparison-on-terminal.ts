import { mayColour } from '../../conformance/report/terminal.ts';
import { EXIT_CODE_OF } from '../../load/compare/comparison.ts';
import { comparisonToGithub } from '../../load/compare/comparison-pipeline.ts';
import { renderComparisonTerminal } from '../../load/compare/comparison-terminal.ts';
import type { Compared, ComparisonStep } from '../../load/compare/run-comparison.ts';
import { writeComparison } from '../../load/compare/write-comparison.ts';
import { EXIT_CODE, type LoadReport } from '../../load/report/load-report.ts';
import type { CommandContext } from '../command-context.ts';
import { worstExitCode } from '../exit-codes.ts';
import { tellLoadReport } from './load-outcome.ts';

/** Options of repeated runs: they say which one begins, stop with the command, and lose no report. */
export function stoppable(context: CommandContext) {
  const { signal, print } = context;
  return {
    onUnwritten: (report: LoadReport) => tellLoadReport(report, context),
    signal,
    findK6: { signal, onProgress: print },
    onStep: ({ side, repetition, repetitions }: ComparisonStep) =>
      print(
        `${repetition === 0 ? 'warm-up' : `run ${repetition} of ${repetitions}`}, ${side === 'next' ? 'new' : 'base'}`,
      ),
  };
}

/**
 * Writes a comparison, prints it, and gives the worst exit code of its verdict, which is about time
 * alone, and those of the new runs: a version that fails at once answers fast.
 */
export async function printComparison(
  compared: Compared,
  out: string,
  context: CommandContext,
): Promise<number> {
  const colour = mayColour(process.stdout);
  // Told before it is written: hours of measuring are not lost with a disk that is full.
  context.print(`\n${renderComparisonTerminal(compared.comparison, { colour }).trimEnd()}`);
  const { json, html, junit } = await writeComparison(out, compared);
  context.print(`\nreports: ${json}, ${html}, ${junit}`);
  await comparisonToGithub(compared.comparison, context.print);
  return worstExitCode([
    EXIT_CODE_OF[compared.comparison.verdict],
    // That a run alone could not judge its gates is no matter: the comparison judges all of them.
    ...compared.next.map(({ verdict }) => (verdict === 'inconclusive' ? 0 : EXIT_CODE[verdict])),
  ]);
}
