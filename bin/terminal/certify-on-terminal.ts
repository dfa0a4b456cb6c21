import type { Certified, CertifyOptions } from '../../conformance/certify.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * Runs the suite with live progress (a bar on a terminal's standard error, else plain lines on
 * standard output) and prints the summary and where the reports are.
 */
export async function certifyOnTerminal(
  options: Omit<CertifyOptions, 'onStart' | 'onResult'>,
  context: CommandContext,
): Promise<Certified> {
  const { certify } = await import('../../conformance/certify.ts');
  const { reportToGithub } = await import('../../conformance/report/github.ts');
  const { createProgress } = await import('../../conformance/report/progress.ts');
  const { mayColour, renderTerminal } = await import('../../conformance/report/terminal.ts');
  let progress: ReturnType<typeof createProgress> | undefined;
  const certified = await certify({
    ...options,
    onStart: (selected) => {
      const stream = context.interactive ? process.stderr : process.stdout;
      progress = createProgress(stream, selected, { plain: !context.interactive });
    },
    onResult: (result) => progress?.result(result),
  }).finally(() => progress?.stop());
  const colour = mayColour(process.stdout);
  context.print(renderTerminal(certified.report, { colour }).trimEnd());
  context.print(`\nreports: ${certified.files.join(', ')}`);
  await reportToGithub(certified.report, context.print);
  return certified;
}
