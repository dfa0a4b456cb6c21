import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../check-context.ts';
import { Deviation } from '../../outcome.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import type { Sent } from '../own-entry.ts';
import { expectNothingOptionalDemanded } from './optional-demanded.ts';

/** What is sent after a repayment that was answered so, and whether answers of these statuses deviate. */
async function sendAfter(first: number, next: number[], madeUp = ['repaymentAmount']) {
  const sent: string[] = [];
  const context: Partial<CheckContext> = {
    shared: (async () => ({ made: 0 })) as CheckContext['shared'],
    call: async (_, { body } = {}) => {
      sent.push(
        Object.keys(body as object)
          .sort()
          .join(),
      );
      return exchangeStub(next[sent.length - 1] ?? 400);
    },
  };
  const call = {
    ...{ endpoint: 'repay-loan', madeUp, drawn: [], values: {} },
    options: { body: { repaymentAmount: 5 } },
    exchange: exchangeStub(first),
  } as unknown as Sent<'repay-loan'>;
  const deviates = await expectNothingOptionalDemanded(context as CheckContext, call).then(
    () => false,
    (error) => error instanceof Deviation,
  );
  return { sent, deviates };
}

describe('a repayment of required fields that is refused', () => {
  it('was refused for want of the optional ones where it is recorded with them, each time', async () => {
    const all = 'paymentDate,paymentNarration,repaymentAmount';
    expect(await sendAfter(400, [200, 400, 200])).toEqual({
      sent: [all, 'repaymentAmount', all],
      deviates: true,
    });
  });

  it('may be refused for values that were made up, or for now', async () => {
    expect((await sendAfter(400, [400])).deviates).toBe(false);
    expect((await sendAfter(400, [200, 200])).deviates).toBe(false);
    expect((await sendAfter(400, [200, 400, 400])).deviates).toBe(false);
  });

  it('is not sent again where it was recorded, or holds nothing that was made up', async () => {
    expect(await sendAfter(200, [200])).toEqual({ sent: [], deviates: false });
    expect(await sendAfter(400, [200], [])).toEqual({ sent: [], deviates: false });
  });
});
