import { describe, expect, it } from 'vitest';
import type { Check } from '../check.ts';
import { CHECKS } from '../checks/index.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { failedChecks } from './failed-checks.ts';
import type { FormerReport } from './read-report.ts';

const [sample] = sampleReport().checks;

/** A report in which these checks ended so. */
function reportOf(results: Record<string, FormerReport['checks'][number]['result']>): FormerReport {
  const checks = Object.entries(results).map(([id, result]) => ({ ...sample, id, result }));
  return { ...sampleReport(), checks: checks as FormerReport['checks'] };
}

describe('what is repeated of a report', () => {
  it('is what failed, warned, got no answer or was blocked', () => {
    const { ids, gone, remarks } = failedChecks(
      reportOf({
        'login.customer': 'pass',
        'login.succeeds-again': 'fail',
        'refresh.succeeds': 'error',
        'logout.succeeds': 'not tested',
        'portfolios.succeeds': 'blocked',
      }),
      CHECKS,
    );
    expect(ids.toSorted()).toEqual(['portfolios.succeeds', 'refresh.succeeds']);
    expect(gone).toEqual(['login.succeeds-again']);
    expect(remarks).toEqual([]);
  });

  it('is all of an endpoint where one of its rules was broken, since it is judged on every answer', () => {
    const { ids, remarks } = failedChecks(
      reportOf({ 'update-application.answered-application': 'fail' }),
      CHECKS,
    );
    const ofEndpoint = CHECKS.filter(({ endpoint }) => endpoint === 'update-application');
    expect(ids).toEqual(ofEndpoint.map(({ id }) => id));
    expect(remarks).toHaveLength(1);
  });

  it('is everything where what judges a whole run failed', () => {
    const { ids } = failedChecks(reportOf({ 'service.no-server-error': 'fail' }), CHECKS);
    expect(ids).toHaveLength(CHECKS.length);
  });

  it('follows former ids', () => {
    const today: Check = {
      ...{ id: 'awaiting-payments.failure.status', title: '', requirements: [], level: 'must' },
      run: async () => {},
    };
    const report = reportOf({ 'awaiting-payments.failure.status.date': 'fail' });
    expect(failedChecks(report, [today]).ids).toEqual([today.id]);
  });
});
