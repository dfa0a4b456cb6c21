import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { identityOf, MOST_PAGES, readListing, signatureOf } from './listing.ts';

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

/** A run at a target that has so many pages. */
const targetOf = (pages: number) =>
  ({
    state: async () => ({}),
    session: async () => 'customer',
    call: async (_: string, { query }: { query: { page: number } }) =>
      exchangeStub(200, {
        data: { awaitingPayments: query.page > pages ? [] : [{ id: String(query.page) }] },
      }),
  }) as unknown as CheckContext;

describe('a listing', () => {
  it('ends where a page brings nothing new', async () => {
    const listing = await readListing(targetOf(3));
    expect(listing.entries).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
    expect(listing.cutOff).toBeUndefined();
  });

  it('is cut off where more pages are left than are read', async () => {
    const listing = await readListing(targetOf(MOST_PAGES + 1));
    expect(listing.entries).toHaveLength(MOST_PAGES);
    expect(listing.cutOff).toBe(true);
  });
});
