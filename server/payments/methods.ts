import type { PAYMENT_METHODS } from '../../contract/extensions/payments.ts';
import { CURRENCIES } from '../../contract/values/currencies.ts';

/** A way to pay, and what it costs the payer. */
export interface PaymentMethod {
  paymentMethod: (typeof PAYMENT_METHODS)[number];
  currencies: readonly string[];
  /** Hundredths of a percent of the amount. */
  chargeBasisPoints: number;
}

const ALL = Object.keys(CURRENCIES);

/** What organisations take, each in the currencies that it uses. Figures made up, the same for all. */
export const METHODS: readonly PaymentMethod[] = [
  { paymentMethod: 'BANK_TRANSFER', currencies: ALL, chargeBasisPoints: 0 },
  { paymentMethod: 'CARD', currencies: ALL, chargeBasisPoints: 150 },
  { paymentMethod: 'MOBILE_MONEY', currencies: ['GHS', 'KES', 'XOF'], chargeBasisPoints: 100 },
  { paymentMethod: 'CASH', currencies: ['NGN', 'GHS', 'KES', 'XOF'], chargeBasisPoints: 50 },
];

/**
 * What a payment costs, in minor units: whole ones, half of one rounded up.
 *
 * @param amountMinor a safe integer; what comes out is exact
 */
export function chargeOf({ chargeBasisPoints }: PaymentMethod, amountMinor: number): number {
  return Number((BigInt(amountMinor) * BigInt(chargeBasisPoints) + 5000n) / 10_000n);
}
