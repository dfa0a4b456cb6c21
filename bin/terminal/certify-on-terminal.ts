import { type Certified, type CertifyOptions, certify } from '../../conformance/certify.ts';
import type { Runner } from '../../conformance/engine/thread/runner.ts';
import type { WrittenKnownFailures } from '../../conformance/known-failures/write-known-failures.ts';
import { reportToGithub } from '../../conformance/report/github.ts';
import { createProgress } from '../../conformance/report/progress.ts';
import type { Report } from '../../conformance/report/report.ts';
import { mayColour, renderTerminal } from '../../conformance/report/terminal.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * Runs the suite with live progress (a bar on a terminal's standard error, else plain lines on
 * standard output, unless it is to be quiet) and prints the summary and where the reports are; with
 * `ui` also on a page.
 */
export async function certifyOnTerminal(
  {
    ui = false,
    ...options
  }: Omit<CertifyOptions, 'onStart' | 'onResult'> & { runner: Runner; ui?: boolean | undefined },
  context: CommandContext,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<Certified> {
  const run = async (settings: CertifyOptions & { runner: Runner }) => {
    if (!ui) {
      return certify(settings);
    }
    const { certifyLive } = await import('../../conformance/live/certify-live.ts');
    return certifyLive(settings, (url) => context.print(`live page: ${url}`));
  };
  const tell = (report: Report) =>
    context.print(renderTerminal(report, { colour: mayColour(process.stdout) }).trimEnd());
  let progress: ReturnType<typeof createProgress> | undefined;
  const certified = await run({
    ...options,
    onStart: (selected) => {
      if (quiet && !context.interactive) {
        return;
      }
      const stream = context.interactive ? process.stderr : process.stdout;
      progress = createProgress(stream, selected, { plain: !context.interactive });
    },
    onResult: (result) => progress?.result(result),
    onUnwritten: (report) => {
      progress?.stop();
      tell(report);
    },
    onPass: (seed, requests) => {
      progress?.stop();
      process.stderr.write(`also by seed ${seed}: ${requests} requests so far\n`);
    },
  }).finally(() => progress?.stop());
  tell(certified.report);
  context.print(`\nreports: ${certified.files.join(', ')}`);
  if (certified.knownFailures) {
    context.print(knownFailuresText(certified.knownFailures));
  }
  await reportToGithub(certified.report, context.print);
  return certified;
}

function knownFailuresText({ file, added, kept, removed }: WrittenKnownFailures): string {
  const gone = removed.length > 0 ? `, ${removed.length} left out (${removed.join(', ')})` : '';
  const todo = added.length > 0 ? '; write into each new one why it is accepted' : '';
  return `known failures: ${file}, ${added.length} new, ${kept} kept${gone}${todo}`;
}
