import { describe, expect, it } from 'vitest';
import type { K6 } from '../k6/find-k6.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { selfCheck } from './self-check.ts';

const k6 = await k6InTests();

describe.skipIf(k6 === null)('the self-check (needs k6)', () => {
  // Sizes of time are measured, so a machine that is busy for a while may spoil an attempt or two;
  // an instrument that is wrong fails all three.
  it('finds every planted fault in its planted size', { timeout: 120_000, retry: 2 }, async () => {
    const findings = await selfCheck({ k6: k6 as K6 });
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.length).toBeGreaterThan(10);
  });
});
