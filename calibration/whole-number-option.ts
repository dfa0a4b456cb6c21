import { UsageError } from '../contract/errors.ts';

/**
 * The number that an option of `parseArgs` gives, or the standard where it is not given.
 *
 * @throws UsageError where it is no whole number from `least` to `most`
 */
export function wholeNumberOption(
  values: { readonly [name: string]: unknown },
  name: string,
  standard: number,
  { least = 0, most = 9_999_999_999 } = {},
): number {
  const given = values[name];
  if (given === undefined) {
    return standard;
  }
  const number = /^[0-9]{1,10}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (number >= least && number <= most) {
    return number;
  }
  throw new UsageError(`--${name} is ${given}; expected a whole number from ${least} to ${most}`);
}
