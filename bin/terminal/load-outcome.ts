import { join } from 'node:path';
import { mayColour } from '../../conformance/report/terminal.ts';
import { writeLoadHtml } from '../../load/report/load-page.ts';
import type { LoadReport } from '../../load/report/load-report.ts';
import { renderLoadTerminal } from '../../load/report/load-terminal.ts';
import type { CommandContext } from '../command-context.ts';

/** Writes a report's page beside its JSON, prints the report and where both are. */
export async function printLoadReport(
  report: LoadReport,
  out: string,
  context: CommandContext,
): Promise<void> {
  const file = join(out, `load-${report.journey}.json`);
  const page = join(out, `load-${report.journey}.html`);
  await writeLoadHtml(page, report);
  const colour = mayColour(process.stdout);
  context.print(`\n${renderLoadTerminal(report, { colour }).trimEnd()}`);
  context.print(`\nreports: ${file}, ${page}`);
}
