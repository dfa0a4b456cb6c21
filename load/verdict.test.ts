import { describe, expect, it } from 'vitest';
import type { Gate } from './load-report.ts';
import { THRESHOLDS_CROSSED, verdictOf } from './verdict.ts';

const GATE: Gate = {
  metric: 'http_req_duration{name:login}',
  endpoint: 'login',
  statistic: 'p(95)',
  operator: '<',
  limit: 500,
  value: 10,
  ok: true,
};
const TOTALS = {
  iterations: 10,
  droppedIterations: 0,
  requests: 10,
  errors: 0,
  errorRate: 0,
  statesExhausted: 0,
  tokenFailures: 0,
};
const GOOD = {
  totals: TOTALS,
  gates: [GATE],
  audit: null,
  ending: { exitCode: 0, exceptions: 0, messages: [] },
  problems: [],
};

describe('the verdict of a run', () => {
  it('is passed when all gates are met', () => {
    expect(verdictOf(GOOD)).toEqual({ verdict: 'passed', reasons: [] });
  });

  it('is broken when nothing was measured, whatever the gates', () => {
    const empty = { ...GOOD, totals: { ...TOTALS, requests: 0 } };
    expect(verdictOf(empty)).toEqual({ verdict: 'broken', reasons: ['nothing was measured'] });
  });

  it('is broken when a script threw, which k6 only logs', () => {
    const ending = { exitCode: 0, exceptions: 3, messages: ['TypeError: x\n at y'] };
    expect(verdictOf({ ...GOOD, ending })).toEqual({
      verdict: 'broken',
      reasons: ['3 iterations threw: TypeError: x'],
    });
  });

  it('is failed when money is wrong though every gate is met', () => {
    const violations = ['key k is booked 2 times'];
    const check = {
      id: 'ledger' as const,
      result: 'failed' as const,
      message: '9 rows',
      examined: 9,
    };
    const audit = { result: 'failed' as const, checks: [{ ...check, violations }] };
    const { verdict, reasons } = verdictOf({ ...GOOD, audit });
    expect(verdict).toBe('failed');
    expect(reasons).toEqual(['audit ledger: 9 rows: key k is booked 2 times']);
  });

  it('is failed when k6 found a gate breached that we did not', () => {
    const ending = { exitCode: THRESHOLDS_CROSSED, exceptions: 0, messages: ['crossed'] };
    expect(verdictOf({ ...GOOD, ending }).verdict).toBe('failed');
  });

  it('is incomplete, not failed, when k6 found it breached because of dead tokens', () => {
    const ending = { exitCode: THRESHOLDS_CROSSED, exceptions: 0, messages: ['crossed'] };
    const totals = { ...TOTALS, tokenFailures: 4 };
    const problems = [{ endpoint: 'login', kind: 'token', message: '401 for a token' }];
    const { verdict, reasons } = verdictOf({ ...GOOD, ending, totals, problems });
    expect(verdict).toBe('incomplete');
    expect(reasons).toEqual([
      "tokens failed 4 times, not counted as the target's: 401 for a token",
    ]);
  });

  it('names every reason, the worst first', () => {
    const gates = [{ ...GATE, ok: false, value: 700 }];
    const totals = { ...TOTALS, statesExhausted: 2 };
    const { verdict, reasons } = verdictOf({ ...GOOD, gates, totals });
    expect(verdict).toBe('failed');
    expect(reasons).toEqual([
      'login http_req_duration p(95) must be < 500; it is 700',
      "states ran dry 2 times, not counted as the target's",
    ]);
  });
});
