import { describe, expect, it } from 'vitest';
import type { CheckResult, Result } from '../../conformance/result.ts';
import type { Fault } from '../faults/fault.ts';
import { judgeFault, whyNotCaught } from './judge-fault.ts';

const fault: Fault = {
  id: 'x',
  breaks: 'PAY-21',
  caughtBy: 'payments.header',
  how: 'It is wrong.',
  alsoCaughtBy: [{ checks: ['payments.field.*'], because: 'they are one' }],
};

const results = (given: Record<string, Result>) =>
  Object.entries(given).map(
    ([id, result]) =>
      ({ id, result, message: 'so it is', requirements: [] }) as never as CheckResult,
  );

describe('the judgement of a fault', () => {
  it('is caught when the named check fails or warns', () => {
    for (const result of ['fail', 'warn'] as const) {
      const all = results({ 'payments.header': result, 'payments.other': 'blocked' });
      const verdict = judgeFault(fault, all);
      expect(verdict).toMatchObject({ outcome: 'caught', explained: [], collateral: [] });
      expect(whyNotCaught(verdict, all)).toBeUndefined();
    }
  });

  it('tells explained failures from collateral', () => {
    const verdict = judgeFault(
      fault,
      results({ 'payments.header': 'fail', 'payments.field.id': 'fail', 'loans.field': 'fail' }),
    );
    expect(verdict).toMatchObject({
      outcome: 'caught',
      explained: ['payments.field.id'],
      collateral: ['loans.field'],
    });
  });

  it('is not caught by another check, a pass, a block or an error', () => {
    const others = results({ 'payments.header': 'pass', 'loans.field': 'fail' });
    const verdict = judgeFault(fault, others);
    expect(verdict.outcome).toBe('caught by another check only');
    expect(whyNotCaught(verdict, others)).toBe('payments.header gave pass: so it is');
    for (const result of ['pass', 'blocked', 'error', 'observed', 'not tested'] as const) {
      expect(judgeFault(fault, results({ 'payments.header': result })).outcome).toBe('uncaught');
    }
  });

  it('says when the named check does not exist', () => {
    const verdict = judgeFault(fault, []);
    expect(whyNotCaught(verdict, [])).toBe('There is no check payments.header.');
  });
});
