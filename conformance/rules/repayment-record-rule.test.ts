import { expect, it } from 'vitest';
import type { LoanValues } from '../../target/target.ts';
import { Deviation } from '../outcome.ts';
import { Knowledge } from './knowledge.ts';
import { repaymentRecordRule } from './repayment-record-rule.ts';
import type { Told } from './rule.ts';

const LOAN = {
  accountId: '3d9cd318-b812-4775-90e8-cc5dc4a686c4',
  customerEmail: 'ada@example.test',
  customerName: 'Ada Obi',
  productName: 'Payday',
} as LoanValues;

/** A run that judges one repayment after the other. */
function run() {
  const known = new Knowledge({ users: {} });
  known.supplied('active-loan', LOAN);
  return (data: object, { repeatedKey = false, accountId = LOAN.accountId } = {}) => {
    const json = { status: 'SUCCESS', data };
    const options = { body: { accountId, repaymentAmount: 10 } };
    return repaymentRecordRule.judge(
      { options, json, succeeded: true, repeatedKey } as unknown as Told,
      known,
    );
  };
}

/** A run of three repayments whose records are named. */
function afterThree(data: object = {}) {
  const judge = run();
  for (const no of ['r-1', 'r-2', 'r-3']) {
    expect(judge({ ...data, no, product: 'Payday' })).toBe(false);
  }
  return judge;
}

it('demands an identifier where those before were told one', () => {
  const judge = afterThree();
  expect(judge({ no: 'r-4', product: 'Payday' })).toBe(true);
  expect(() => judge({ product: 'Payday' })).toThrow(Deviation);
  expect(() => judge({ no: null, product: 'Payday' })).toThrow(
    'an identifier of the record at data/no',
  );
});

it('takes a number for a name that is an amount as well', () => {
  const judge = run();
  for (const no of [7, 8, 9]) {
    judge({ no });
  }
  expect(judge({ no: 10 })).toBe(true);
  expect(judge({ no: 11 })).toBe(true);
  expect(() => judge({ no: '' })).toThrow(Deviation);
});

it.each([
  ['in another shape', { reference: 'x y' }],
  ['with a name in another place', { product: 'Payday', receipt: 'r-4' }],
])('says nothing of an answer %s', (_, data) => {
  expect(afterThree()(data)).toBe(true);
});

it('takes what comes twice for no name', () => {
  const judge = afterThree();
  judge({ no: 'r-3', product: 'Payday' });
  expect(judge({ product: 'Payday' })).toBe(false);
});

it('looks at new records of known loans only', () => {
  const judge = afterThree();
  expect(judge({ product: 'Payday' }, { repeatedKey: true })).toBe(false);
  expect(judge({ product: 'Payday' }, { accountId: 'another' })).toBe(false);
});
