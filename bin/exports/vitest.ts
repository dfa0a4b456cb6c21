import { beforeAll, describe, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import {
  type ChecksAsTestsOptions,
  checksAsTests,
  patienceMs,
  runSuiteOnce,
} from './checks-as-tests.ts';

export type { ChecksAsTestsOptions } from './checks-as-tests.ts';

/**
 * Registers the checks as tests of vitest, one a check, in a `describe` of their own. The suite runs
 * once before them and writes its reports. What was not supplied is skipped with the reason; a
 * broken must fails; a broken should is noted as an annotation.
 *
 * @throws UsageError where the selection matches nothing
 */
export function assayTests(options: ChecksAsTestsOptions): void {
  describe('assay', () => {
    let report: Report;
    beforeAll(async () => {
      report = await runSuiteOnce(options);
    }, patienceMs(options));
    for (const { title, outcomeIn } of checksAsTests(options)) {
      test(title, async ({ skip, annotate }) => {
        const outcome = outcomeIn(report);
        if (outcome.kind === 'skipped') {
          skip(outcome.reason);
        } else if (outcome.kind === 'failed') {
          throw withoutStack(outcome.message);
        } else if (outcome.note !== undefined) {
          await annotate(outcome.note);
        }
      });
    }
  });
}

/** Our own lines tell a vendor nothing. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.name = 'CheckFailed';
  error.stack = `CheckFailed: ${message}`;
  return error;
}
