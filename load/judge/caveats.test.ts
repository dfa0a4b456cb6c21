import { describe, expect, it } from 'vitest';
import { sampleEndpoint, sampleReport } from '../testing/sample-report.ts';
import { caveatsOf } from './caveats.ts';

const NOTHING = {
  ...{ endpoints: [], gates: [], audit: null, leftOut: { seconds: 0, requests: 0 } },
  generator: { saturated: false, saturatedSeconds: 0 },
};
const sampled = (judged: number, of: number, findsOnePercent: number) => ({
  ...sampleEndpoint('awaiting-payments', [1]),
  sample: { judged, of, wrong: 0, estimatedWrong: 0, findsOnePercent },
});

describe('what a verdict does not cover', () => {
  it('is nothing where all was judged', () => {
    expect(caveatsOf({ ...NOTHING, endpoints: [sampled(25, 25, 1)] })).toEqual([]);
    expect(caveatsOf({ ...NOTHING, gates: sampleReport().gates })).toEqual([]);
  });

  it('is what lies outside of a sample, whose size is told and what it finds', () => {
    expect(caveatsOf({ ...NOTHING, endpoints: [sampled(1003, 10_020, 0.99997)] })).toEqual([
      'awaiting-payments: 1,003 of 10,020 good answers, drawn at random, were judged in full; a fault in 1% of them is found in 99.99% of such runs',
    ]);
  });

  it('is every gate that was not judged, and what no audit saw', () => {
    const [gate] = sampleReport().gates;
    const gates = gate ? Array(6).fill({ ...gate, unjudged: '5 of 1000 requests needed' }) : [];
    const audit = {
      ...{ result: 'passed' as const, compared: [], checks: [] },
      notAudited: ['whether each acknowledged repayment is booked once (no ledger is given)'],
    };
    const [open, money] = caveatsOf({ ...NOTHING, gates, audit });
    expect(open).toMatch(/^6 gates not judged: awaiting-payments p\(99\) .*, and 2 more$/);
    expect(money).toMatch(/^not audited: whether each acknowledged repayment is booked once/);
  });

  it('is the warm-up, and seconds in which the generator measured itself', () => {
    const leftOut = { seconds: 3, requests: 150 };
    const generator = { saturated: false, saturatedSeconds: 2 };
    expect(caveatsOf({ ...NOTHING, leftOut, generator })).toEqual([
      'warm-up: the first 3 s with 150 requests are in no figure',
      'the generator was saturated in 2 s: latencies of these are its own, too',
    ]);
  });
});
