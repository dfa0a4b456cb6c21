import { UsageError } from '../errors.ts';

type Currency = {
  /** Decimal digits of the minor unit (ISO 4217): 2 means that 100 make one unit. */
  digits: number;
  /** A small and a large transfer, in whole units. */
  range: readonly [number, number];
};

/** The currencies that fixtures use, by ISO 4217 code; JPY and XOF have no minor unit, KWD has 1/1000. */
export const CURRENCIES: Readonly<Record<string, Currency>> = {
  NGN: { digits: 2, range: [1_000, 5_000_000] },
  GBP: { digits: 2, range: [5, 9_000] },
  USD: { digits: 2, range: [5, 12_000] },
  EUR: { digits: 2, range: [5, 10_000] },
  GHS: { digits: 2, range: [50, 120_000] },
  KES: { digits: 2, range: [500, 1_200_000] },
  XOF: { digits: 0, range: [1_000, 6_000_000] },
  JPY: { digits: 0, range: [500, 1_500_000] },
  KWD: { digits: 3, range: [2, 3_500] },
};

/**
 * The currency of a code.
 * @throws UsageError when fixtures do not know the code
 */
export function currencyOf(code: string): Currency {
  const currency = Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code] : undefined;
  if (currency === undefined) {
    const known = Object.keys(CURRENCIES).join(', ');
    throw new UsageError(`the currency is ${JSON.stringify(code)}; expected one of ${known}`);
  }
  return currency;
}

/**
 * How many minor units an amount is: 12.34 GBP are 1234, 1234 JPY are 1234.
 * @throws UsageError when the amount is finer than the minor unit, or too large to be exact
 */
export function toMinor(amount: number, code: string): number {
  const { digits } = currencyOf(code);
  const minor = Math.round(amount * 10 ** digits);
  if (!Number.isSafeInteger(minor) || minor / 10 ** digits !== amount) {
    throw new UsageError(
      `${amount} ${code} is not a whole number of minor units (${digits} digits)`,
    );
  }
  return minor;
}

/** The amount that so many minor units make, as the API writes it: 1234 in GBP is 12.34. */
export function fromMinor(minor: number, code: string): number {
  return minor / 10 ** currencyOf(code).digits;
}
