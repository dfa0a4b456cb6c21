import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { Deviation } from '../../outcome.ts';
import { expectFailures } from './repay-loan-refusals.ts';

/** A repayment of an amount that was answered with a status and a body. */
const repaid = (amount: number, status: number, body: object): Exchange =>
  ({
    request: { body: JSON.stringify({ repaymentAmount: amount }) },
    response: { status, headers: {}, body: JSON.stringify(body) },
  }) as unknown as Exchange;

const SHOWN = { status: 'FAILED', message: 'Loan closed' };
const OF_A_FRAMEWORK = { errors: ['repaymentAmount must be at least 5'] };

describe('repayments that have to fail', () => {
  const failing = (...answers: Exchange[]) => {
    try {
      expectFailures(answers, 'a repayment');
      return false;
    } catch (error) {
      return error instanceof Deviation;
    }
  };

  it('may be refused in any way for an amount that is taken of nobody', () => {
    expect(failing(repaid(11, 400, SHOWN), repaid(1, 400, OF_A_FRAMEWORK))).toBe(false);
    expect(failing(repaid(1, 400, OF_A_FRAMEWORK), repaid(11, 400, SHOWN))).toBe(false);
  });

  it('say FAILED for one amount at least, and each time for that', () => {
    expect(failing(repaid(11, 400, OF_A_FRAMEWORK), repaid(1, 400, OF_A_FRAMEWORK))).toBe(true);
    expect(failing(repaid(11, 400, SHOWN), repaid(11, 400, OF_A_FRAMEWORK))).toBe(true);
  });

  it('are neither recorded nor answered by a 5xx for any amount', () => {
    expect(failing(repaid(11, 400, SHOWN), repaid(1, 200, { status: 'SUCCESS' }))).toBe(true);
    expect(failing(repaid(11, 400, SHOWN), repaid(1, 500, OF_A_FRAMEWORK))).toBe(true);
  });
});
