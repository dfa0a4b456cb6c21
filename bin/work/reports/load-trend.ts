import { join } from 'node:path';
import { writeWhole } from '../../../contract/write-whole.ts';
import { readAllRuns } from '../../../load/compare/read-runs.ts';
import { trendOf } from '../../../load/trend/trend.ts';
import { renderTrendHtml } from '../../../load/trend/trend-page.ts';
import { renderTrendTerminal } from '../../../load/trend/trend-terminal.ts';
import { visibleLine } from '../../../pages/visible-text.ts';
import type { CommandContext } from '../../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../../json-option.ts';

/** The options of `assay load trend`. */
export interface TrendCommandOptions extends JsonOption {
  out: string;
}

/**
 * Writes the trend of all reports in a folder, and prints it.
 *
 * @throws UsageError where there is none
 */
export async function trend(
  folder: string,
  { out, ...options }: TrendCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { reports, unreadable } = await readAllRuns(folder);
  const found = trendOf(reports);
  const json = join(out, 'trend.json');
  const page = join(out, 'trend.html');
  await writeWhole(json, `${JSON.stringify(found, null, 1)}\n`);
  await writeWhole(page, renderTrendHtml(found));
  const { print, complain } = wordsOf(context, options);
  print(renderTrendTerminal(found));
  for (const problem of unreadable) {
    complain(`left out: ${visibleLine(problem, 300)}`);
  }
  print(`\nreports: ${json}, ${page}`);
  printJson(context, options, found);
}
