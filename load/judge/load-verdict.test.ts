import { describe, expect, it } from 'vitest';
import type { Gate, LoadTotals } from '../report/load-report.ts';
import { type Outcome, verdictOf } from './load-verdict.ts';

const GATE: Gate = {
  metric: 'http_req_duration{name:login}',
  endpoint: 'login',
  statistic: 'p(95)',
  operator: '<',
  limit: 500,
  value: 10,
  ok: true,
  unjudged: null,
};
const TOTALS: LoadTotals = {
  iterations: 10,
  droppedIterations: 0,
  requests: 10,
  errors: 0,
  errorRate: 0,
  statesExhausted: 0,
  tokenFailures: 0,
  bytesReceived: 0,
  bytesSent: 0,
  listed: { payments: 0, pages: 0, estimate: 0 },
};
const GOOD: Outcome = {
  profile: 'average',
  generator: { saturated: false, saturatedSeconds: 0 },
  partial: null,
  totals: TOTALS,
  gates: [GATE],
  audit: null,
  ending: { exitCode: 0, exceptions: 0, messages: [] },
  errors: [],
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
    const audit = {
      result: 'failed' as const,
      compared: [],
      notAudited: [],
      checks: [{ ...check, violations }],
    };
    const { verdict, reasons } = verdictOf({ ...GOOD, audit });
    expect(verdict).toBe('failed');
    expect(reasons).toEqual(['audit ledger: 9 rows: key k is booked 2 times']);
  });

  const COUNTED: Gate = {
    metric: 'http_reqs{name:repay-loan,expected_response:true}',
    endpoint: 'repay-loan',
    statistic: 'count',
    operator: '>=',
    limit: 1,
    value: 0,
    ok: false,
    unjudged: null,
  };
  const TOO_FEW = 'repay-loan http_reqs count must be >= 1; it is 0';

  it.each(['statesExhausted', 'tokenFailures'] as const)(
    'is incomplete when an endpoint was not asked because of %s',
    (cause) => {
      const totals = { ...TOTALS, [cause]: 3 };
      const errors = [{ endpoint: 'login', count: 1 }];
      const run = { ...GOOD, totals, gates: [COUNTED], errors };
      const { verdict, reasons } = verdictOf(run);
      expect(verdict).toBe('incomplete');
      expect(reasons).toContain(TOO_FEW);
      expect(reasons).toHaveLength(2);
    },
  );

  it('is failed when the endpoint that answered too seldom also answered badly', () => {
    const totals = { ...TOTALS, statesExhausted: 3 };
    const errors = [{ endpoint: 'repay-loan', count: 2 }];
    const { verdict, reasons } = verdictOf({ ...GOOD, totals, gates: [COUNTED], errors });
    expect([verdict, reasons[0]]).toEqual(['failed', TOO_FEW]);
  });

  it('is failed when an endpoint answered too seldom with states and tokens at hand', () => {
    const { verdict, reasons } = verdictOf({ ...GOOD, gates: [COUNTED] });
    expect({ verdict, reasons }).toEqual({ verdict: 'failed', reasons: [TOO_FEW] });
  });

  it('is failed when states ran dry and a gate on anything but good answers is breached', () => {
    const totals = { ...TOTALS, statesExhausted: 3 };
    const wrong: Gate = { ...COUNTED, metric: 'wrong_answers{endpoint:repay-loan}' };
    const gates = [COUNTED, { ...wrong, operator: '<=', limit: 0, value: 1 } as Gate];
    const { verdict, reasons } = verdictOf({ ...GOOD, totals, gates });
    expect(verdict).toBe('failed');
    expect(reasons[0]).toContain('wrong_answers');
    expect(reasons).toContain(TOO_FEW);
  });

  it('is incomplete when no payment was listed because no list could be asked for', () => {
    const totals = { ...TOTALS, tokenFailures: 3 };
    const listing = { ...COUNTED, endpoint: 'awaiting-payments' };
    listing.metric = 'http_reqs{name:awaiting-payments,expected_response:true}';
    const listed: Gate = { ...COUNTED, metric: 'listed_payments', endpoint: null };
    const nothing: Gate = { ...listed, operator: '>', limit: 0 };
    const run = { ...GOOD, totals };
    expect(verdictOf({ ...run, gates: [listing, nothing] }).verdict).toBe('incomplete');
    const some = { ...listing, value: 5, ok: true };
    expect(verdictOf({ ...run, gates: [some, nothing] }).verdict).toBe('failed');
  });

  it('is broken when nothing was measured, with states gone or tokens dead', () => {
    const totals = { ...TOTALS, requests: 0, statesExhausted: 3 };
    expect(verdictOf({ ...GOOD, totals, gates: [COUNTED] }).verdict).toBe('broken');
  });

  it('is incomplete when the audit is, and says which check could not tell', () => {
    const check = { examined: 3, violations: [] };
    const audit = {
      ...{ result: 'inconclusive' as const, compared: [], notAudited: [] },
      checks: [
        { ...check, id: 'replay' as const, result: 'passed' as const, message: '3 keys' },
        {
          ...{ ...check, id: 'ledger' as const, result: 'inconclusive' as const, examined: 0 },
          message: 'the ledger cannot be read',
        },
      ],
    };
    expect(verdictOf({ ...GOOD, audit })).toEqual({
      verdict: 'incomplete',
      reasons: ['the audit is inconclusive: the ledger cannot be read'],
    });
  });

  it('is inconclusive when the generator was late itself while it dropped iterations', () => {
    const dropped: Gate = {
      ...{ metric: 'dropped_iterations', endpoint: null, statistic: 'count', operator: '==' },
      ...{ limit: 0, value: 5, ok: true, unjudged: 'they were dropped …' },
    };
    expect(verdictOf({ ...GOOD, gates: [GATE, dropped] })).toEqual({
      verdict: 'inconclusive',
      reasons: [expect.stringMatching(/^5 iterations were dropped while the generator was late/)],
    });
    const slow = { ...GATE, ok: false, value: 700 };
    expect(verdictOf({ ...GOOD, gates: [slow, dropped] }).verdict).toBe('failed');
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
