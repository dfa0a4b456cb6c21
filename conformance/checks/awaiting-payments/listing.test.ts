import { describe, expect, it } from 'vitest';
import { identityOf, signatureOf } from './listing.ts';

const PAYMENT = {
  id: '1',
  creationDate: '2026-03-15T00:00:00',
  searchablePaymentReference: 'REF-1',
  payerBankTransferReference: 'BT-1',
  requestedBankTransferAmount: 10,
  currency: 'NGN',
};

describe('payments of two lists', () => {
  it('are the same to a colleague who is shown less of them', () => {
    const masked = { ...PAYMENT, payerBankTransferReference: null };
    expect(signatureOf(masked)).toBe(signatureOf(PAYMENT));
  });

  it.each(['payerBankTransferReference', 'requestedBankTransferAmount', 'currency'])(
    "are two where tenants count alike and %s is another's",
    (field) => {
      expect(identityOf({ ...PAYMENT, [field]: 'another' })).not.toBe(identityOf(PAYMENT));
    },
  );

  it('are one where all is the same, whatever has become of it', () => {
    expect(identityOf({ ...PAYMENT, bankTransferLifeCycle: 'RECEIVED' })).toBe(identityOf(PAYMENT));
  });
});
