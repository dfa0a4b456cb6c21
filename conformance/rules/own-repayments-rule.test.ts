import { expect, it } from 'vitest';
import { Knowledge } from './knowledge.ts';
import { ownRepaymentsRule } from './own-repayments-rule.ts';
import type { Told } from './rule.ts';

const OWN = '8f0c7a52-53c1-4f0e-a8bb-0a4a1d7c2b11';
const ANOTHER = '8f0c7a52-53c1-4f0e-a8bb-0a4a1d7c2b12';
const LOAN = {
  accountId: '3d9cd318-b812-4775-90e8-cc5dc4a686c4',
  bankAccountId: 'b5d8e0fb-d6d1-4147-94f3-37cd64672148',
  totalPayable: 1500.5,
  repaymentReference: 'LN-1',
  customerName: 'Ada Obi',
  customerEmail: 'ada@a.example',
};

interface Repayment {
  customerId?: unknown;
  amount?: unknown;
  path?: string;
  repeatedKey?: boolean;
  succeeded?: boolean;
  user?: string;
}

/** Judges the answer to a repayment of a loan that a state supplied. */
function judge({
  customerId = OWN,
  amount = 20,
  path = OWN,
  user = 'customer',
  ...rest
}: Repayment) {
  const known = new Knowledge({ users: {} });
  known.supplied('active-loan', LOAN);
  const body = { customerId, repaymentAmount: amount, accountId: LOAN.accountId };
  const exchange = { request: { url: `http://target.invalid/user/repay-loan/${path}` } };
  const options = { as: { userId: OWN }, body };
  const told = {
    succeeded: true,
    repeatedKey: false,
    caller: { user },
    exchange,
    options,
    ...rest,
  };
  return ownRepaymentsRule.judge(told as unknown as Told, known);
}

it.each([
  {},
  { customerId: OWN.toUpperCase(), path: `%20${OWN}` },
  { amount: 1500.5 },
  { amount: 1500.500_000_1 },
  { customerId: undefined, amount: '20' },
])('takes a repayment with %o for right', (repayment) => {
  expect(judge(repayment)).toBe(true);
});

it.each([
  [{ customerId: ANOTHER }, "another customer's customerId"],
  [{ path: ANOTHER }, "another user's id"],
  [{ amount: 0 }, 'an amount of 0'],
  [{ amount: -20 }, 'an amount of -20'],
  [{ amount: 1500.51 }, 'above the total payable'],
])('finds fault where one is taken with %o', (repayment, got) => {
  const error = expect.objectContaining({ got: expect.stringContaining(got) });
  expect(() => judge(repayment)).toThrow(error);
});

it('says nothing of what is refused, or may be told again', () => {
  expect(judge({ customerId: ANOTHER, succeeded: false })).toBe(false);
  expect(judge({ customerId: ANOTHER, repeatedKey: true })).toBe(false);
});

it('leaves open whose repayment one by staff is', () => {
  expect(judge({ customerId: ANOTHER, path: ANOTHER, user: 'agent' })).toBe(true);
});
