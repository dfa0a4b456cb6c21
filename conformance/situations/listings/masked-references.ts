import { keyOf } from '../../checks/awaiting-payments/listing.ts';
import { referenceOf } from './sought-payments.ts';

/** What stands for letters that are not told. */
const MASK = /[*•●#…]+|x{3,}/iu;

/** Whether a text is the reference with some of its letters masked: what is left of it stands there too. */
const isMasked = (text: string, reference: string): boolean =>
  MASK.test(text) &&
  text !== reference &&
  text.split(MASK).every((left) => reference.includes(left));

/**
 * Whether somebody is told references with letters masked, as the same payments show that the customer is
 * listed. By what is left of one nobody can search it.
 *
 * @param listed what somebody else is listed
 * @param ofCustomer what the customer is
 */
export function tellsMasked(listed: readonly unknown[], ofCustomer: readonly unknown[]): boolean {
  const references = new Map(ofCustomer.map((entry) => [keyOf(entry), referenceOf(entry)]));
  return listed.some((entry) => {
    const reference = references.get(keyOf(entry));
    const told = referenceOf(entry);
    return reference !== undefined && told !== undefined && isMasked(told, reference);
  });
}
