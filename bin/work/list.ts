import Table from 'cli-table3';
import { Help } from 'commander';
import { CHECKS } from '../../conformance/checks/index.ts';
import { REGISTER, type Requirement } from '../../contract/register/index.ts';
import type { CommandContext } from '../command-context.ts';

/** The options of `assay list`. */
export interface ListOptions {
  json?: boolean;
}

/** What stands at both sides of what a cell says. */
const PADDING = 2;

/** A requirement as `assay list --json` prints it. */
interface ListedRequirement extends Requirement {
  checks: { id: string; title: string }[];
}

/** Prints every requirement with its checks, as a table or as JSON. */
export async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const rows = REGISTER.map((requirement): ListedRequirement => {
    const ids = [requirement.id, requirement.sameAs];
    const checks = CHECKS.filter((check) => check.requirements.some((id) => ids.includes(id)));
    return { ...requirement, checks: checks.map(({ id, title }) => ({ id, title })) };
  });
  context.print(options.json ? JSON.stringify(rows, null, 2) : tableOf(rows));
}

function tableOf(rows: ListedRequirement[]): string {
  const ids = rows.flatMap((row) => row.checks.map((check) => check.id.length));
  const checks = Math.max(...ids, 30) + PADDING;
  const narrow = [9, 9, 8];
  const borders = 6;
  const others = narrow.reduce((sum, each) => sum + each, checks + borders);
  const text = Math.max((process.stdout.columns ?? 140) - others, 40);
  const table = new Table({
    head: ['id', 'section', 'level', 'requirement', 'checks'],
    colWidths: [...narrow, text, checks],
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) {
    table.push(...linesOf(row, text - PADDING, checks - PADDING));
  }
  const tested = rows.filter((row) => row.checks.length > 0).length;
  return `${table.toString()}\n${rows.length} requirements, ${tested} of them with checks`;
}

/**
 * A row of the table for each line: of a cell with many lines the library looks at all for each of them, which took
 * seconds.
 */
function linesOf(row: ListedRequirement, text: number, checks: number): string[][] {
  const texts = wrapped(row.text, text);
  const named = row.checks.map((check) => check.id);
  const none = row.reason ? `none: ${row.reason}` : 'none';
  const tests = named.length > 0 ? named : wrapped(none, checks);
  return Array.from({ length: Math.max(texts.length, tests.length) }, (_, line) => [
    ...(line === 0 ? [row.id, row.section, row.level] : ['', '', '']),
    ...[texts[line] ?? '', tests[line] ?? ''],
  ]);
}

/** What wraps the commands' help wraps these, too, however narrow. */
const HELP = new Help();
HELP.minWidthToWrap = 1;

function wrapped(text: string, width: number): string[] {
  return HELP.boxWrap(text, width).split('\n');
}
