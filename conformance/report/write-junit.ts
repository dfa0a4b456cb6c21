import { type JunitCase, renderJunitSuites } from '../../pages/junit.ts';
import type { CheckResult, Result } from '../result.ts';
import { type Rows, rowsOf } from './coverage.ts';
import { quotationOf } from './quotation.ts';
import type { Report } from './report.ts';

/**
 * The report as JUnit XML: a suite for each endpoint, a test case for each check. A failed must is a
 * failure; an error is an error; what was not tested, not applicable or blocked is skipped and says
 * why, as does a failure that the known-failures file lists. Warnings and observations pass and stand
 * in `system-out`, since JUnit has no word for them.
 */
export function renderJunit(report: Report): string {
  const rows = rowsOf(report);
  const known = new Map(report.knownFailures?.expected.map(({ check, reason }) => [check, reason]));
  const byEndpoint = Map.groupBy(report.checks, (check) => check.endpoint ?? 'general');
  const suites = [...byEndpoint].map(([name, checks]) => ({
    name,
    startedAt: report.startedAt,
    durationMs: checks.reduce((sum, { durationMs }) => sum + durationMs, 0),
    properties: {
      verdict: report.verdict,
      'register version': String(report.contract.registerVersion),
      seed: String(report.seed),
      'musts that cannot be seen from outside': String(report.unseenMusts),
    },
    cases: checks.map((check) => caseOf(check, rows, known.get(check.id))),
  }));
  return renderJunitSuites(`Assay: ${report.target.name}`, suites);
}

const SKIPPED: readonly Result[] = ['not tested', 'not applicable', 'blocked'];

function caseOf(check: CheckResult, rows: Rows, known: string | undefined): JunitCase {
  const { id, title, result, message, requirements, durationMs } = check;
  const base = { className: check.endpoint ?? 'general', name: `${id} ${title}`, durationMs };
  const details = detailsOf(check, rows);
  if (result === 'fail' && known === undefined) {
    const type = requirements.join(' ');
    return { ...base, outcome: { kind: 'failure', message, type, details } };
  }
  if (result === 'error') {
    return { ...base, outcome: { kind: 'error', message, details } };
  }
  if (result === 'pass') {
    return base;
  }
  if (result === 'fail') {
    const outcome = { kind: 'skipped', message: `known failure: ${known}` } as const;
    return { ...base, outcome, output: details };
  }
  return SKIPPED.includes(result)
    ? { ...base, outcome: { kind: 'skipped', message: `${result}: ${message}` }, output: details }
    : { ...base, output: details };
}

function detailsOf(check: CheckResult, rows: Rows): string {
  const { result, message, requirements, expected, got, observations, exchanges, replay } = check;
  const last = exchanges.at(-1);
  return [
    `${result}: ${message}`,
    ...requirements.flatMap((id) => {
      const row = rows.get(id);
      return row ? [`${id}: ${row.text}`, quotationOf(row)] : [id];
    }),
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(got === undefined ? [] : [`got: ${got}`]),
    ...observations.map(({ subject, value }) => `observed: ${subject}: ${value}`),
    ...(replay ?? []),
    ...(last ? [answerOf(last)] : []),
  ].join('\n');
}

function answerOf({ response, error }: CheckResult['exchanges'][number]): string {
  if (!response) {
    return error ? `no answer: ${error.message} (${error.kind})` : 'no answer';
  }
  return `HTTP ${response.status}\n${response.body}`;
}
