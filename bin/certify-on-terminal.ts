import type { Certified, CertifyOptions } from '../conformance/certify.ts';
import type { CommandContext } from './command-context.ts';
import { type Progress, showProgress } from './progress.ts';

/**
 * Runs the suite with live progress and prints the summary and where the reports are. Results are
 * named by id only while the run goes on: what a target answered may hold secrets that only the
 * finished run knows.
 */
export async function certifyOnTerminal(
  options: Omit<CertifyOptions, 'onStart' | 'onResult'>,
  context: CommandContext,
): Promise<Certified> {
  const { certify } = await import('../conformance/certify.ts');
  const { mayColour, renderTerminal } = await import('../conformance/report/terminal.ts');
  let progress: Progress | undefined;
  let done = 0;
  const certified = await certify({
    ...options,
    onStart: (selected) => {
      progress = showProgress('certifying', selected, 'checks', context);
    },
    onResult: ({ id, result }) => {
      progress?.update(++done);
      if (!context.interactive && (result === 'fail' || result === 'error')) {
        context.print(`${result}: ${id}`);
      }
    },
  }).finally(() => progress?.stop());
  const colour = mayColour(process.stdout);
  context.print(renderTerminal(certified.report, { colour }).trimEnd());
  context.print(`\nreports: ${certified.files.join(', ')}`);
  return certified;
}
