import {
  CUSTOMER_LISTING,
  entriesOf,
  fullListing,
  otherCurrencyListing,
} from '../../checks/awaiting-payments/listing.ts';
import type { Knowledge } from '../knowledge.ts';
import type { Rule, Told } from '../rule.ts';

/** What every rule of listings has in common. */
export const base = {
  ...CUSTOMER_LISTING,
  level: 'must',
  async ask(context) {
    await fullListing(context);
    await otherCurrencyListing(context);
  },
} satisfies Partial<Rule>;

/** A rule of every listing that holds something to judge. */
export function ofEntries(
  rule: Pick<Rule, 'id' | 'title' | 'requirements'> & Partial<Rule>,
  judge: (entries: unknown[], told: Told, known: Knowledge) => boolean,
): Rule {
  return {
    ...base,
    ...rule,
    judge(told, known) {
      const entries = entriesOf(told.exchange);
      return entries.length > 0 && judge(entries, told, known);
    },
  };
}
