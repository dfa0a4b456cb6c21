import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../check-context.ts';
import { Certain } from '../outcome.ts';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { forbiddenBodyChecks } from './forbidden-body.ts';

const PLAIN = { error: 'forbidden', message: 'a cashier lists nothing', role: 'CASHIER' };

/** How the check of `error` ends in a situation that is answered by a body. */
function endOf(body: object): Promise<unknown> {
  const plain = {} as CheckContext;
  const [check] = forbiddenBodyChecks('listing', {
    ...{ endpoint: 'awaiting-payments', user: 'cashier', what: 'a listing', users: ['cashier'] },
    answer: async (context) => exchangeStub(403, context === plain ? PLAIN : body),
  });
  return Promise.resolve(check?.run({ plain } as CheckContext)).catch((error: unknown) => error);
}

describe('the body of a 403 in a situation', () => {
  it('is that of the refusal, where it says of it what it says otherwise', async () => {
    const { error: _, ...lacking } = PLAIN;
    expect(await endOf(PLAIN)).toBeUndefined();
    expect(await endOf(lacking)).toBeInstanceOf(Certain);
  });

  it('may be of something else that was asked with it, where it has other words or none', async () => {
    for (const body of [{ message: 'request blocked' }, { message: 'Forbidden' }, {}]) {
      const end = await endOf(body);
      expect(end).toMatchObject({ name: 'Deviation' });
    }
  });
});
