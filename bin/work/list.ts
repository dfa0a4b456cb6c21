import Table from 'cli-table3';
import { CHECKS } from '../../conformance/checks/index.ts';
import { REGISTER, type Requirement } from '../../contract/register/index.ts';
import type { CommandContext } from '../command-context.ts';

/** The options of `assay list`. */
export interface ListOptions {
  json?: boolean;
}

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
  const checks = Math.max(...ids, 30) + 2;
  const narrow = [9, 9, 8];
  const borders = 6;
  const others = narrow.reduce((sum, each) => sum + each, checks + borders);
  const table = new Table({
    head: ['id', 'section', 'level', 'requirement', 'checks'],
    colWidths: [...narrow, Math.max((process.stdout.columns ?? 140) - others, 40), checks],
    wordWrap: true,
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) {
    table.push([row.id, row.section, row.level, row.text, checksOf(row)]);
  }
  const tested = rows.filter((row) => row.checks.length > 0).length;
  return `${table.toString()}\n${rows.length} requirements, ${tested} of them with checks`;
}

function checksOf(row: ListedRequirement): string {
  if (row.checks.length > 0) {
    return row.checks.map((check) => check.id).join('\n');
  }
  return row.reason ? `none: ${row.reason}` : 'none';
}
