import Table from 'cli-table3';
import type { Command } from 'commander';
import type { Requirement } from '../../contract/register/index.ts';
import type { CommandContext } from '../command-context.ts';

interface ListOptions {
  json?: boolean;
}

/** `assay list`: the requirement register with the checks of each requirement. */
export function addList(program: Command, context: CommandContext): void {
  program
    .command('list')
    .summary('print every requirement with its checks')
    .description(
      'Prints the requirement register: what the specification says, how binding it is, and the checks that put it to a target, or why no check can.',
    )
    .option('--json', 'print JSON: an array of requirements')
    .addHelpText(
      'after',
      `
Examples:
  assay list
  assay list --json | jq '.[] | select(.checks == [])'`,
    )
    .action((options: ListOptions) => list(options, context));
}

/** A requirement as `assay list --json` prints it. */
interface ListedRequirement extends Requirement {
  checks: { id: string; title: string }[];
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { REGISTER } = await import('../../contract/register/index.ts');
  const { CHECKS } = await import('../../conformance/checks/index.ts');
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
