import { describe, expect, it } from 'vitest';
import { CHECKS } from './checks/index.ts';
import { FORMER_IDS, presentId } from './former-ids.ts';
import { applyKnownFailures } from './known-failures/known-failures.ts';
import { selectChecks } from './selection.ts';
import { sampleResults } from './testing/sample-report.ts';

const FORMER = 'awaiting-payments.failure.status.fromDate-text';
const PRESENT = 'awaiting-payments.failure.status';

describe('ids of earlier versions', () => {
  it('lead to checks of today, and are the id of none', () => {
    const ids = CHECKS.map(({ id }) => id);
    for (const { was, is } of FORMER_IDS) {
      expect(ids).toContain(is);
      expect(ids.map(presentId)).toEqual(ids);
      expect(presentId(was.replace('*', 'any'))).toBe(is);
    }
  });

  it('select the check of today', () => {
    expect(selectChecks(CHECKS, { checks: [FORMER] }).map(({ id }) => id)).toEqual([PRESENT]);
  });

  it('excuse the failure of the check of today', () => {
    const [sample] = sampleResults();
    const failed = { ...sample, id: PRESENT, result: 'fail' } as NonNullable<typeof sample>;
    const entries = [{ check: FORMER, reason: 'known' }];
    const known = applyKnownFailures([failed], { file: 'f', entries }, CHECKS, new Date(0));
    expect(known).toMatchObject({ unexpected: [], stale: [], expected: [{ check: PRESENT }] });
  });
});
