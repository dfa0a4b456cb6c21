import { before, describe, test } from 'node:test';
import type { Report } from '../../conformance/report/report.ts';
import {
  type ChecksAsTestsOptions,
  checksAsTests,
  patienceMs,
  runSuiteOnce,
} from './checks-as-tests.ts';

export type { ChecksAsTestsOptions } from './checks-as-tests.ts';

/**
 * Registers the checks as tests of `node:test`, one a check, in a `describe` of their own. The suite
 * runs once before them and writes its reports. What was not supplied is skipped with the reason; a
 * broken must fails; a broken should is noted as a diagnostic.
 *
 * @throws UsageError where the selection matches nothing
 */
export function assayTests(options: ChecksAsTestsOptions): void {
  describe('assay', () => {
    let report: Report;
    before(
      async () => {
        report = await runSuiteOnce(options);
      },
      { timeout: patienceMs(options) },
    );
    for (const { title, outcomeIn } of checksAsTests(options)) {
      test(title, (context) => {
        const outcome = outcomeIn(report);
        if (outcome.kind === 'skipped') {
          context.skip(outcome.reason);
        } else if (outcome.kind === 'failed') {
          const error = new Error(outcome.message);
          error.stack = outcome.message;
          throw error;
        } else if (outcome.note !== undefined) {
          context.diagnostic(outcome.note);
        }
      });
    }
  });
}
