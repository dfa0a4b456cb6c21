import { describe, expect, inject, it } from 'vitest';
import type { K6 } from '../k6/find-k6.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { lineOf, resultOf, selfCheck } from './self-check.ts';

const k6 = await k6InTests();

/** In CI one latency and one loss of money are planted. */
const LONG = inject('form') === 'long';
const PLANTS = ['a stall', 'repayments that are lost'];

describe.skipIf(k6 === null)('the self-check (needs k6)', () => {
  // Sizes of time are measured: on a machine that is busy some are open, and another attempt may tell.
  it('finds every planted fault in its planted size', { timeout: 300_000, retry: 2 }, async () => {
    const findings = await selfCheck({ k6: k6 as K6, ...(!LONG && { plants: PLANTS }) });
    expect(findings.filter((finding) => resultOf(finding) === 'MISSED')).toEqual([]);
    const found = findings.filter((finding) => resultOf(finding) === 'found');
    expect(found.length, findings.map(lineOf).join('\n')).toBeGreaterThan(LONG ? 35 : 3);
  });
});
