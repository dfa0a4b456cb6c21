import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answered, unsent } from '../testing/sample-repayment.ts';
import { identifiersIn } from './record-identifier.ts';

describe('the identifier of a record', () => {
  const recorded = (data: object, accountId?: string) => answered(unsent(3, accountId), data);

  it('is found by its name or form, at any depth', () => {
    const records = [1, 2].map((id) =>
      recorded({ inner: { repaymentId: `R-${id}` }, code: randomUUID(), at: `12:00:0${id}` }),
    );
    expect(identifiersIn(records)).toEqual({
      paths: ['/inner/repaymentId', '/code'],
      ofRecord: true,
    });
  });

  it('is no echo of the request and nothing that all records share', () => {
    const records = [1, 2, 3].map(() => recorded({ accountId: 'account-1', userId: 'u-1' }));
    expect(identifiersIn(records).paths).toEqual([]);
  });

  it('is nothing that two repayments of one loan share, even if two of them only', () => {
    const records = ['a', 'a', 'b', 'c'].map((loan, index) =>
      recorded({ loanId: `loan-${loan}`, recordId: `R-${index}` }, loan),
    );
    expect(identifiersIn(records)).toEqual({ paths: ['/recordId'], ofRecord: true });
  });

  it('may be that of the loan where none was repaid twice', () => {
    const records = ['a', 'b', 'c'].map((loan) => recorded({ loanId: `loan-${loan}` }, loan));
    expect(identifiersIn(records)).toEqual({ paths: ['/loanId'], ofRecord: false });
  });
});
