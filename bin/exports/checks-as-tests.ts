import { certify } from '../../conformance/certify.ts';
import { CHECKS } from '../../conformance/checks/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { CheckResult } from '../../conformance/result.ts';
import { type Selection, selectChecks } from '../../conformance/selection.ts';
import { UnavailableError } from '../../contract/errors.ts';
import { parseTarget, readTargetFile } from '../../target/target-file.ts';

/** What the checks are put to, as tests of somebody's own runner. */
export interface ChecksAsTestsOptions {
  /** path of a target file, or its content; a function where the target is started first */
  target: string | object | (() => object | Promise<object>);
  /** folder of the reports; default `reports/assay` */
  out?: string;
  /** default: all checks */
  selection?: Selection;
  /** path of a known-failures file: what it lists is skipped, with its reason */
  knownFailures?: string;
  /** the whole run, in milliseconds; default 10 minutes */
  deadlineMs?: number;
  /** of what the suite generates */
  seed?: number;
}

/** A test to be registered: its title, and how it went once the suite has run. */
export interface CheckAsTest {
  title: string;
  /** of the report of a run */
  outcomeIn(report: Report): TestOutcome;
}

/** How a check went, in the words of a test runner. */
export type TestOutcome =
  | { kind: 'passed'; note?: string }
  | { kind: 'failed'; message: string }
  | { kind: 'skipped'; reason: string };

const DEADLINE_MS = 10 * 60_000;

/** How long a runner has to wait for the suite, in milliseconds: the deadline, and its end. */
export function patienceMs({ deadlineMs = DEADLINE_MS }: ChecksAsTestsOptions): number {
  return deadlineMs + 60_000;
}

/**
 * One test for each selected check, known before anything is sent.
 *
 * @throws UsageError where the selection matches nothing
 */
export function checksAsTests({ selection = {} }: ChecksAsTestsOptions): CheckAsTest[] {
  return selectChecks(CHECKS, selection).map(({ id, title }) => ({
    title: `${id}: ${title}`,
    outcomeIn(report) {
      const result = report.checks.find((check) => check.id === id);
      return result === undefined
        ? { kind: 'skipped', reason: 'the run gave no result' }
        : outcomeOf(result, report);
    },
  }));
}

/**
 * Runs the suite once and gives its redacted report, in which all tests look up their results: only
 * when all is done is every secret known that no message may show.
 *
 * @throws UsageError where the target file is wrong
 * @throws UnavailableError where the target does not answer
 */
export async function runSuiteOnce(options: ChecksAsTestsOptions): Promise<Report> {
  const { selection, knownFailures, seed } = options;
  const given = typeof options.target === 'function' ? await options.target() : options.target;
  const { report } = await certify({
    target: typeof given === 'string' ? await readTargetFile(given) : parseTarget(given),
    out: options.out ?? 'reports/assay',
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    ...(selection && { selection }),
    ...(knownFailures !== undefined && { knownFailures }),
    ...(seed !== undefined && { seed }),
  });
  if (report.exitCode === 4) {
    throw new UnavailableError(report.reasons[0] ?? 'the target does not answer');
  }
  return report;
}

function outcomeOf(check: CheckResult, { knownFailures }: Report): TestOutcome {
  const known = knownFailures?.expected.find((entry) => entry.check === check.id);
  if (known) {
    return { kind: 'skipped', reason: `known failure: ${known.reason}` };
  }
  const { result, message } = check;
  if (result === 'fail' || result === 'error') {
    return { kind: 'failed', message: failureText(check) };
  }
  if (result === 'pass' || result === 'observed') {
    return { kind: 'passed' };
  }
  return result === 'warn'
    ? { kind: 'passed', note: `warning: ${message}` }
    : { kind: 'skipped', reason: `${result}: ${message}` };
}

/** What came and was expected, the requirements, and how to send it again. */
function failureText({ message, requirements, replay = [] }: CheckResult): string {
  const again = replay.length > 0 ? ['to replay it:', ...replay] : [];
  return [message, `requirements: ${requirements.join(', ')}`, ...again].join('\n');
}
