import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Payment } from '../../contract/values/records.ts';
import { insertInto } from '../store/insert.ts';
import { paymentsOf } from '../store/payments.ts';
import { openDatabase } from './open.ts';
import { standardSnapshot } from './snapshot.ts';

const db = openDatabase(standardSnapshot());
const payments = paymentsOf(db);
const [userId = '', tenantId = ''] =
  db
    .prepare<[], [string, string]>("SELECT id, tenant_id FROM users WHERE role = 'AGENT' LIMIT 1")
    .raw()
    .get() ?? [];
const insert = insertInto<Payment>(db, 'payments');

function listed(change: Partial<Payment>) {
  const payment: Payment = {
    ...{ id: randomUUID(), userId, tenantId, currency: 'NGN', amountMinor: 1 },
    ...{ payableType: 'TRANSACTION', bankTransferFollowupActionType: 'X' },
    ...{ bankTransferLifeCycle: 'Y', mtoPaymentConfirmtionType: 'Z' },
    ...{ customerConfirmedPaymentDate: null, creationDate: '2026-06-15T12:00:00' },
    ...{ searchablePaymentReference: 'R', payerBankTransferReference: 'P', ...change },
  };
  insert(payment);
  const [range, page] = [
    { from: '2026-06-15T00:00:00', to: '2026-06-15T23:59:59' },
    { limit: 500, offset: 0 },
  ];
  const found = payments.list({ owner: { userId }, currency: payment.currency, ...range, ...page });
  return { payment, shown: found.find(({ id }) => id === payment.id) };
}

describe('the JSON of a payment', () => {
  it.each([
    ['NGN', 123_456, 1234.56],
    ['NGN', 5, 0.05],
    ['NGN', 100, 1],
    ['GBP', 9_007_199_254_740_991, 90_071_992_547_409.91],
    ['JPY', 1234, 1234],
    ['KWD', 1234, 1.234],
    ['KWD', 7, 0.007],
  ])('has the amount of %s %d as %d', (currency, amountMinor, amount) => {
    expect(listed({ currency, amountMinor }).shown?.requestedBankTransferAmount).toBe(amount);
  });

  it.each(['a "quoted" one', 'back\\slash', 'new\nline \u0001', '%s %d', '日本語 💥', "it's"])(
    'holds any text in any field: %j',
    (text) => {
      const texts = {
        ...{
          payableType: text,
          bankTransferFollowupActionType: text,
          id: `${text} ${randomUUID()}`,
        },
        ...{ bankTransferLifeCycle: text, mtoPaymentConfirmtionType: text },
        ...{ customerConfirmedPaymentDate: text, searchablePaymentReference: text },
        payerBankTransferReference: text,
      };
      const { payment, shown } = listed(texts);
      const { userId: _user, tenantId: _tenant, amountMinor: _amount, ...fields } = payment;
      expect(shown).toEqual({ ...fields, requestedBankTransferAmount: 0.01 });
    },
  );
});
