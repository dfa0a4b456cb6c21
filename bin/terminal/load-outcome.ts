import { join } from 'node:path';
import type { LoadReport } from '../../load/report/load-report.ts';
import type { CommandContext } from '../command-context.ts';

/** Writes a report's page beside its JSON, prints the report and where both are. */
export async function printLoadReport(
  report: LoadReport,
  out: string,
  context: CommandContext,
): Promise<void> {
  const { mayColour } = await import('../../conformance/report/terminal.ts');
  const { renderLoadTerminal } = await import('../../load/report/load-terminal.ts');
  const { writeLoadHtml } = await import('../../load/report/load-page.ts');
  const file = join(out, `load-${report.journey}.json`);
  const page = join(out, `load-${report.journey}.html`);
  await writeLoadHtml(page, report);
  const colour = mayColour(process.stdout);
  context.print(`\n${renderLoadTerminal(report, { colour }).trimEnd()}`);
  context.print(`\nreports: ${file}, ${page}`);
}
