import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import { type TestServer, testServer } from '../test-client.ts';
import { chargeOf, METHODS } from './methods.ts';

let server: TestServer;
beforeAll(() => {
  server = testServer();
});
const call = extensionsOf(() => server);

describe('payment methods', () => {
  it('are those that take a currency of the organisation, each with these', async () => {
    const { currencies } = (
      await server.call('fetch-organisation-preference', {
        token: await server.tokenOf('customer'),
      })
    ).body.data;
    const { paymentMethods } = (await call('supported-payment-methods', 'customer')).body.data;
    expect(paymentMethods[0]).toEqual({ paymentMethod: 'BANK_TRANSFER', currencies });
    for (const { currencies: taken } of paymentMethods) {
      expect(taken.length).toBeGreaterThan(0);
      expect(currencies).toEqual(expect.arrayContaining(taken));
    }
  });

  it('are charged for in the currency’s own minor units, half of one rounded up', async () => {
    const told = await call('payment-method-charges', 'customer', {
      query: 'currency=NGN&amount=2500.33',
    });
    expect(told.body.data).toEqual({
      currency: 'NGN',
      amount: 2500.33,
      charges: [
        { paymentMethod: 'BANK_TRANSFER', charge: 0, totalAmount: 2500.33 },
        { paymentMethod: 'CARD', charge: 37.5, totalAmount: 2537.83 },
        { paymentMethod: 'CASH', charge: 12.5, totalAmount: 2512.83 },
      ],
    });
  });

  it.each([
    ['', 'query currency is missing; query amount is missing'],
    ['currency=naira&amount=1', 'query currency must be of its format'],
    ['currency=JPY&amount=1', "query currency must be a currency of the caller's organisation"],
    ['currency=NGN&amount=0', 'query amount must be > 0'],
    ['currency=NGN&amount=much', 'query amount must be number'],
    ['currency=NGN&amount=1.001', 'query amount must be a whole number of NGN minor units'],
  ])('refuse %s with 400', async (query, message) => {
    const told = await call('payment-method-charges', 'customer', { query });
    expect(told).toMatchObject({ status: 400, body: { message } });
  });

  it('charge no less for more, and never as much as half a minor unit off', () => {
    const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    for (const method of METHODS) {
      fc.assert(
        fc.property(amount, amount, (one, other) => {
          const [less, more] = one < other ? [one, other] : [other, one];
          expect(chargeOf(method, less)).toBeLessThanOrEqual(chargeOf(method, more));
          const doubled = 2n * BigInt(chargeOf(method, one)) * 10_000n;
          const exact = 2n * BigInt(one) * BigInt(method.chargeBasisPoints);
          expect(doubled - exact <= 10_000n && doubled - exact > -10_000n).toBe(true);
        }),
        { seed: 7 },
      );
    }
  });
});
