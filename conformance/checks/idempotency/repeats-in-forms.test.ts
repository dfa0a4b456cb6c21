import { describe, expect, it } from 'vitest';
import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { CheckContext } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { roundsInForms } from './repeats-in-forms.ts';

const loanOf = (accountId: string) => ({
  ...{ accountId, customerId: 'c', bankAccountId: 'b', repaymentReference: 'r' },
  ...{ totalPayable: 100, repaymentAmount: 60 },
});

/**
 * The loans that rounds of repayments are of, where all of some is repaid from the how manieth request on, and
 * others are left to take.
 */
async function loansOfRounds(
  repaid: readonly string[],
  left: string[],
  { from = 1 }: { from?: number } = {},
): Promise<string[]> {
  let sent = 0;
  const context: Partial<CheckContext> = {
    ...{ seed: 1, target: { users: {}, capabilities: [] } as never },
    session: async () => ({ user: 'customer', accessToken: 'token' }) as never,
    state: (async () => loanOf('shared')) as CheckContext['state'],
    take: (async (name: string) => {
      const accountId = left.shift();
      if (accountId === undefined) {
        throw new NotSupplied(name, 'is not supplied');
      }
      return loanOf(accountId);
    }) as CheckContext['take'],
    passed: async () => false,
    newKey: () => 'key',
    shared: (async (key: string, make: (own: CheckContext) => unknown) => {
      const loan = loanOf('first');
      return key === 'first repay-loan'
        ? { options: { body: { ...loan } }, values: loan }
        : key === 'loan to be repaid as a whole'
          ? loanOf('whole')
          : make(context as CheckContext);
    }) as CheckContext['shared'],
    call: async (_, { body } = {}) => {
      const { accountId } = body as { accountId: string };
      sent += 1;
      return exchangeStub(sent >= from && repaid.includes(accountId) ? 422 : 200);
    },
  };
  const rounds = await roundsInForms(context as CheckContext, 'repay-loan');
  expect(rounds).toHaveLength(3);
  return rounds.map(({ options }) => (options.body as { accountId: string }).accountId);
}

describe('repayments in other forms', () => {
  it('are of the loan of the first, where that takes more', async () => {
    expect(await loansOfRounds([], ['other'])).toEqual(['first', 'first', 'first']);
  });

  it('are of another where nothing is left to be repaid of that', async () => {
    expect(await loansOfRounds(['first'], ['other'])).toEqual(['other', 'other', 'other']);
  });

  it('are of another from the one on that is refused', async () => {
    expect(await loansOfRounds(['first'], ['other'], { from: 6 })).toEqual([
      'first',
      'other',
      'other',
    ]);
  });

  it('are of the first all the same where no other loan is left', async () => {
    expect(await loansOfRounds(['first'], [])).toEqual(['first', 'first', 'first']);
  });
});
