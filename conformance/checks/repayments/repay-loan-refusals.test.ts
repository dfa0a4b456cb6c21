import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../check-context.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Deviation, Inconclusive } from '../../outcome.ts';
import { expectFailures, judgedFailures } from './repay-loan-refusals.ts';

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
    expect(failing(repaid(11, 400, SHOWN), repaid(11.37, 400, OF_A_FRAMEWORK))).toBe(true);
  });

  it('are neither recorded nor answered by a 5xx for any amount', () => {
    expect(failing(repaid(11, 400, SHOWN), repaid(1, 200, { status: 'SUCCESS' }))).toBe(true);
    expect(failing(repaid(11, 400, SHOWN), repaid(1, 500, OF_A_FRAMEWORK))).toBe(true);
  });
});

describe('amounts of decimals', () => {
  /** Which of the answers are judged, by a target that is repaid so much. */
  const judged = async (answers: Exchange[], repaymentAmount = 11) => {
    const context = {
      state: async () => ({ totalPayable: 100, repaymentAmount }),
      session: async () => ({ accessToken: 'a' }),
      inconclusive(why: string) {
        throw new Inconclusive(why);
      },
    };
    return judgedFailures(context as unknown as CheckContext, answers);
  };
  const cents = repaid(-0.01, 400, OF_A_FRAMEWORK);

  it('may be refused for them where the target takes whole amounts only, which tells nothing', async () => {
    await expect(judged([cents])).rejects.toThrow(Inconclusive);
    expect(await judged([cents, repaid(-0.01, 400, SHOWN)])).toHaveLength(1);
    expect(await judged([repaid(-11, 400, OF_A_FRAMEWORK)])).toHaveLength(1);
    expect(await judged([repaid(-0.01, 200, { status: 'SUCCESS' })])).toHaveLength(1);
  });

  it('are judged where what is repaid of the loan has cents, and parts of a cent are not', async () => {
    expect(await judged([cents], 11.5)).toEqual([cents]);
    const part = repaid(-0.001, 400, OF_A_FRAMEWORK);
    await expect(judged([part], 11.5)).rejects.toThrow(Inconclusive);
  });
});
