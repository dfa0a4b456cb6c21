import { describe, expect, inject, it } from 'vitest';
import type { K6 } from '../k6/find-k6.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { selfCheck } from './self-check.ts';

const k6 = await k6InTests();

/** In the short form one latency and one loss of money are planted. */
const LONG = inject('form') === 'long';
const PLANTS = ['a stall', 'repayments that are lost'];

describe.skipIf(k6 === null)('the self-check (needs k6)', () => {
  // Sizes of time are measured, so a machine that is busy for a while may spoil an attempt or two;
  // an instrument that is wrong fails all three.
  it('finds every planted fault in its planted size', { timeout: 120_000, retry: 2 }, async () => {
    const findings = await selfCheck({ k6: k6 as K6, ...(!LONG && { plants: PLANTS }) });
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.length).toBeGreaterThan(LONG ? 10 : 3);
  });
});
