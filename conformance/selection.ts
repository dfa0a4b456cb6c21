import { matchesGlob } from 'node:path';
import { ENDPOINT_NAMES } from '../contract/endpoint-names.ts';
import { UsageError } from '../contract/errors.ts';
import { requirement } from '../contract/register/index.ts';
import type { CheckData } from './check.ts';
import { presentId } from './former-ids.ts';
import { LEVELS } from './result.ts';

/** What to run; values of one kind are alternatives, and different kinds must all match. */
export interface Selection {
  /** ids or globs: `repay-loan.*` */
  checks?: readonly string[];
  endpoints?: readonly string[];
  /** sections of the specification: `4.7`, or `5` for all of section 5 */
  sections?: readonly string[];
  levels?: readonly string[];
  /** what failed in a report, and the file of that report */
  failed?: { report: string; ids: readonly string[] };
}

/**
 * The checks that a selection names, in the order of the suite.
 * Throws a UsageError for a value that matches nothing, since a typing error would else pass as a
 * run with nothing to complain of.
 */
export function selectChecks(checks: readonly CheckData[], selection: Selection): CheckData[] {
  let selected = [...checks];
  for (const [kind, values, matches] of rulesOf(selection)) {
    for (const value of values) {
      if (!checks.some((check) => matches(check, value))) {
        throw new UsageError(`--${kind} ${value} matches no check; ${hint(kind)}`);
      }
    }
    if (values.length > 0) {
      selected = selected.filter((check) => values.some((value) => matches(check, value)));
    }
  }
  const { failed } = selection;
  if (failed) {
    const ids = new Set(failed.ids);
    selected = selected.filter(({ id }) => ids.has(id));
  }
  if (selected.length === 0) {
    throw new UsageError(`no check matches all of ${selectionText(selection)}`);
  }
  return selected;
}

/** The selection as it would be typed, for reports; `undefined` when everything is selected. */
export function selectionText(selection: Selection): string | undefined {
  const words = rulesOf(selection).flatMap(([kind, values]) =>
    values.map((value) => `--${kind} ${value}`),
  );
  if (selection.failed) {
    words.push(`--failed ${selection.failed.report}`);
  }
  return words.length > 0 ? words.join(' ') : undefined;
}

type Rule = [kind: string, values: readonly string[], (check: CheckData, value: string) => boolean];

function rulesOf(selection: Selection): Rule[] {
  return [
    ['check', selection.checks ?? [], (check, glob) => matchesGlob(check.id, presentId(glob))],
    ['endpoint', selection.endpoints ?? [], (check, endpoint) => check.endpoint === endpoint],
    ['section', selection.sections ?? [], inSection],
    ['level', selection.levels ?? [], (check, level) => check.level === level],
  ];
}

function inSection(check: CheckData, wanted: string): boolean {
  return check.requirements.some((id) => {
    const { section } = requirement(id);
    return section === wanted || section.startsWith(`${wanted}.`);
  });
}

function hint(kind: string): string {
  if (kind === 'endpoint') {
    return `the endpoints are ${ENDPOINT_NAMES.join(', ')}`;
  }
  if (kind === 'level') {
    return `the levels are ${LEVELS.join(', ')}`;
  }
  if (kind === 'section') {
    return 'sections are written as in the specification, such as 4.7 or 5';
  }
  return '`assay list` prints the ids, and * stands for any part of one';
}
