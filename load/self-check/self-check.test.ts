import { describe, expect, it } from 'vitest';
import { exitCodeOf, lineOf, resultOf } from './self-check.ts';

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
