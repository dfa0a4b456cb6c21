import { describe, expect, inject, it } from 'vitest';
import type { K6 } from '../k6/find-k6.ts';
import { k6InTests } from '../testing/k6-in-tests.ts';
import { exitCodeOf, lineOf, resultOf, selfCheck } from './self-check.ts';

const k6 = await k6InTests();

/** In the short form one latency and one loss of money are planted. */
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

describe('a finding of the self-check', () => {
  const finding = { plant: 'a stall: longest', expected: '1000', found: '1500' };

  it('is missed on a machine that was in time, and open on one that was late, which it says', () => {
    const missed = { ...finding, ok: false };
    const open = { ...missed, late: 'not judged, since this machine was busy' };
    expect([missed, open, { ...finding, ok: true }].map(resultOf)).toEqual([
      ...['MISSED', 'open', 'found'],
    ]);
    expect(lineOf(open)).toMatch(
      /^open {4}a stall: .*1500; not judged, since this machine was busy/,
    );
    expect([[missed, open], [open], []].map(exitCodeOf)).toEqual([1, 3, 0]);
  });
});
