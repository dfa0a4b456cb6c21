import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../contract/capabilities.ts';
import { type StateName, USER_NAMES } from '../../target/target.ts';
import { parseTarget } from '../../target/target-file.ts';
import { STATE_NAMES } from '../../target/target-rules.ts';
import type { Check } from '../check.ts';
import { CHECKS } from '../checks/index.ts';
import { dryRun, entriesNeeded } from '../dry-run.ts';

/** The page whose table leads from nothing to all states. */
export const STATES_PAGE = fileURLToPath(new URL('../../docs/states.md', import.meta.url));

/** One more thing that a vendor supplies, on the way from nothing to everything. */
export interface Step {
  /** `nothing`, `customer`, `users` for the other five, or the name of a state */
  supplied: string;
  /** how many checks run that did not before */
  opens: number;
  /** how many checks run then, in all */
  runs: number;
  /** how many entries of the state a whole run uses */
  entries: number;
}

/**
 * The way from a target file that holds only an address to one that holds everything: first
 * `customer`, then the other users, then always the state that opens the most checks together with those before it; of equals
 * the one that the schema has first. All capabilities are declared, so that no check is left out.
 */
export function statesByWorth(checks: readonly Check[]): Step[] {
  const needed = entriesNeeded(checks);
  const runsWith = (users: readonly string[], states: readonly StateName[]): number => {
    const target = parseTarget({
      name: 'worth',
      baseUrl: 'http://localhost',
      capabilities: Object.keys(CAPABILITIES),
    });
    // of logins and entries only the presence counts
    const logins = Object.fromEntries(users.map((name) => [name, { email: '', password: '' }]));
    const pools = Object.fromEntries(states.map((name) => [name, [{}]]));
    return dryRun(checks, checks, { ...target, users: logins, states: { pools } }).runs.length;
  };

  let before = runsWith([], []);
  const steps: Step[] = [{ supplied: 'nothing', opens: before, runs: before, entries: 0 }];
  const add = (supplied: string, runs: number, entries: number) => {
    steps.push({ supplied, opens: runs - before, runs, entries });
    before = runs;
  };
  add('customer', runsWith(['customer'], []), 0);
  add('users', runsWith(USER_NAMES, []), 0);
  const taken: StateName[] = [];
  while (taken.length < STATE_NAMES.length) {
    const [best] = STATE_NAMES.filter((name) => !taken.includes(name))
      .map((name) => ({ name, runs: runsWith(USER_NAMES, [...taken, name]) }))
      .toSorted((one, other) => other.runs - one.runs);
    if (best) {
      taken.push(best.name);
      add(best.name, best.runs, needed.get(best.name) ?? 0);
    }
  }
  return steps;
}

/**
 * The page with the rows of its table in the order of the steps, and with their numbers; what it
 * says of each in words stays.
 *
 * @throws Error where the page has no row for a step
 */
export function withNumbers(page: string, steps: readonly Step[]): string {
  const rows = page.split('\n').filter((line) => /^\| `?[a-z-]+`? \| \d+ \|/.test(line));
  const next = steps.map(({ supplied, opens, runs, entries }) => {
    const row = rows.find((line) => line.split('|')[1]?.replaceAll('`', '').trim() === supplied);
    if (row === undefined) {
      throw new Error(`docs/states.md has no row for ${supplied}`);
    }
    const [, name, , , , words] = row.split('|');
    return `|${name}| ${opens} | ${runs} | ${entries} |${words}|`;
  });
  return page.replace(rows.join('\n'), next.join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = readFileSync(STATES_PAGE, 'utf8');
  writeFileSync(STATES_PAGE, withNumbers(page, statesByWorth(CHECKS)));
  console.log('docs/states.md is up to date');
}
