import { UsageError } from '../../contract/errors.ts';
import { toMinor } from '../../contract/values/currencies.ts';
import { invalid } from './refusal.ts';

/**
 * An amount of the API (decimal, in units) as the whole number of minor units that is stored.
 *
 * @param field the field of the body that holds it, for the complaint
 * @throws Refusal 400 when it is finer than the currency's minor unit, or too large to be exact
 */
export function minorOf(field: string, amount: number, currency: string): number {
  try {
    return toMinor(amount, currency);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    throw invalid([
      { path: `body /${field}`, message: `must be a whole number of ${currency} minor units` },
    ]);
  }
}
