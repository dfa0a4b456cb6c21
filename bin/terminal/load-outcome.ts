import { join } from 'node:path';
import { mayColour } from '../../conformance/report/terminal.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { loadToGithub } from '../../load/report/load-github.ts';
import { renderLoadJunit } from '../../load/report/load-junit.ts';
import { writeLoadHtml } from '../../load/report/load-page.ts';
import type { LoadReport } from '../../load/report/load-report.ts';
import { renderLoadTerminal } from '../../load/report/load-terminal.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * Writes a report's page and its JUnit file beside its JSON, prints the report and where they are, and
 * tells GitHub in a workflow of its.
 */
export async function printLoadReport(
  report: LoadReport,
  out: string,
  context: CommandContext,
): Promise<void> {
  const file = join(out, `load-${report.journey}.json`);
  const page = join(out, `load-${report.journey}.html`);
  const junit = join(out, `load-${report.journey}.junit.xml`);
  tellLoadReport(report, context);
  await writeLoadHtml(page, report);
  await writeWhole(junit, renderLoadJunit(report));
  context.print(`\nreports: ${file}, ${page}, ${junit}`);
  await loadToGithub(report, context.print);
}

/** Prints a report, whatever can be written. */
export function tellLoadReport(report: LoadReport, context: CommandContext): void {
  const colour = mayColour(process.stdout);
  context.print(`\n${renderLoadTerminal(report, { colour }).trimEnd()}`);
}
