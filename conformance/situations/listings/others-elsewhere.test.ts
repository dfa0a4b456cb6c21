import { describe, expect, it } from 'vitest';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { searchOthersElsewhere } from './others-elsewhere.ts';

/** A run against a target whose other tenant has payments in one currency, and what it was asked. */
function contextWith(currency: string) {
  const asked: { user: string | undefined; body: Record<string, unknown> }[] = [];
  const context = {
    state: async () => ({
      currency: 'NGN',
      otherCurrency: 'USD',
      fromDate: '10/07/2025',
      toDate: '15/09/2025',
    }),
    session: async (user: string) => ({ user, accessToken: user }),
    target: { users: {} },
    async call(_: string, { as, body }: CallOptions) {
      const sent = body as Record<string, unknown>;
      asked.push({ user: as && 'user' in as ? as.user : undefined, body: sent });
      const awaitingPayments =
        sent.selectedCurrency === currency
          ? [{ id: 'p-1', searchablePaymentReference: 'PAY-S1001' }]
          : [];
      return exchangeStub(200, { status: 'SUCCESS', data: { awaitingPayments } });
    },
  };
  return { context: context as unknown as CheckContext, asked };
}

describe('searchOthersElsewhere', () => {
  it('has an agent search for what another tenant is listed a year around the range', async () => {
    const { context, asked } = contextWith('USD');
    await searchOthersElsewhere(context);
    const around = { fromDate: '10/07/2024', toDate: '15/09/2026', selectedCurrency: 'USD' };
    expect(asked.map(({ user }) => user)).toEqual(['otherManager', 'otherManager', 'agent']);
    expect(asked.at(-1)?.body).toEqual({
      ...around,
      searchablePaymentReference: 'PAY-S1001',
    });
  });

  it('searches for nothing where another tenant is listed nothing', async () => {
    const { context, asked } = contextWith('KES');
    await searchOthersElsewhere(context);
    expect(asked.map(({ user }) => user)).toEqual(['otherManager', 'otherManager']);
  });
});
