import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../check-context.ts';
import { Deviation } from '../../outcome.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import type { Round } from '../idempotency/repeats-in-forms.ts';
import { expectServedTogether } from './served-together.ts';

/**
 * Asks after one round by Bearer, of which all answers had a status; of what is asked then the answers have
 * the statuses, in order. Gives what was asked.
 */
async function askAfter(status: number, ...statuses: number[]): Promise<string[]> {
  const round: Round = {
    text: 'with Bearer',
    options: { bearer: true, body: { repaymentAmount: 11 } },
    atOnce: [exchangeStub(status), exchangeStub(status)],
    otherKey: exchangeStub(200),
  };
  const taken = new Map([['paymentNarration', () => 'Repayment']]);
  const asked: string[] = [];
  const context: Partial<CheckContext> = {
    shared: (async (key: string) =>
      new Map<string, unknown>([
        ['repeats of repay-loan in other forms', [round]],
        ['first repay-loan', { options: { body: { repaymentAmount: 11 } } }],
      ]).get(key) ?? taken) as CheckContext['shared'],
    call: async (_, { bearer, body } = {}) => {
      const { paymentNarration } = body as Record<string, unknown>;
      asked.push(`${bearer ? 'Bearer' : 'usual'}${paymentNarration ? ', narrated' : ''}`);
      return exchangeStub(statuses[asked.length - 1] ?? 200);
    },
  };
  await expectServedTogether(context as CheckContext, 'repay-loan').catch((error) => {
    if (!(error instanceof Deviation)) {
      throw error;
    }
    asked.push('deviates');
  });
  return asked;
}

describe('a valid request in several forms together', () => {
  it('asks nothing more where it was served', async () => {
    expect(await askAfter(200)).toEqual([]);
  });

  it('deviates where it alone is refused, each time', async () => {
    expect(await askAfter(400, 400, 200, 400, 200)).toEqual([
      'Bearer',
      'usual, narrated',
      'Bearer',
      'usual, narrated',
      'deviates',
    ]);
  });

  it('is compared with the usual form of no more than the required fields, too', async () => {
    const asked = await askAfter(400, 400, 400, 200, 400, 200);
    expect(asked).toEqual(['Bearer', 'usual, narrated', 'usual', 'Bearer', 'usual', 'deviates']);
  });

  it('is not held against a target that refuses the usual form as well, or later', async () => {
    expect(await askAfter(400, 400, 400, 400)).not.toContain('deviates');
    expect(await askAfter(400, 400, 200, 400, 400, 400)).not.toContain('deviates');
  });

  it('is not held against a target that serves it another time', async () => {
    expect(await askAfter(400, 200)).toEqual(['Bearer']);
    expect(await askAfter(400, 400, 200, 200, 200)).not.toContain('deviates');
  });
});
