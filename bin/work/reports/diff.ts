import { join } from 'node:path';
import { renderDiffHtml } from '../../../conformance/diff/diff-page.ts';
import { diffReports } from '../../../conformance/diff/diff-reports.ts';
import { renderDiffText } from '../../../conformance/diff/diff-text.ts';
import { readReport } from '../../../conformance/diff/read-report.ts';
import { mayColour } from '../../../conformance/report/terminal.ts';
import { writeWhole } from '../../../contract/write-whole.ts';
import type { CommandContext } from '../../command-context.ts';

/** The options of `assay diff`. */
export interface DiffOptions {
  json?: boolean;
  out?: string;
}

/**
 * Prints what changed between two reports; exit code 1 where something got worse.
 *
 * @throws UsageError when one of them is no report
 * @throws UnavailableError when a file cannot be written
 */
export async function diff(
  before: string,
  after: string,
  { json, out }: DiffOptions,
  context: CommandContext,
): Promise<void> {
  const [older, newer] = [await readReport(before), await readReport(after)];
  const result = diffReports(older, newer);
  const document = JSON.stringify(result, null, 2);
  const files: string[] = [];
  if (out !== undefined) {
    files.push(join(out, 'diff.json'), join(out, 'diff.html'));
    await writeWhole(join(out, 'diff.json'), `${document}\n`);
    await writeWhole(join(out, 'diff.html'), renderDiffHtml(result, older, newer));
  }
  const text = renderDiffText(result, { colour: mayColour(process.stdout) }).trimEnd();
  context.print(json ? document : text);
  if (!json && files.length > 0) {
    context.print(`\nreports: ${files.join(', ')}`);
  }
  context.exitWith(result.exitCode);
}
