import { OWN_PORTFOLIOS, PORTFOLIOS_TWIN } from '../checks/portfolios/listing.ts';
import { leavesOf } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** Customers whose ids are known by the portfolios that they were listed as their own. */
const CUSTOMERS = ['customer', 'otherCustomer'] as const;

/** The entries of all lists in an answer, whatever it is called and how deep it stands. */
function entriesIn(value: unknown): object[] {
  if (Array.isArray(value)) {
    return value.filter((each) => typeof each === 'object' && each !== null);
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(entriesIn) : [];
}

/** Whether one of the values of an entry is the id, however it is written. */
const holds = (entry: object, id: string): boolean =>
  leavesOf(entry).some(({ value }) => typeof value === 'string' && value.toLowerCase() === id);

/**
 * Section 5.10: in the own portfolios of a customer no entry names another customer alone. Which fields an
 * entry has is open, so that an id is looked for anywhere; one that two hold together names both.
 */
export const portfoliosRule: Rule = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.entries-of-nobody-else',
  title: "lists no portfolio among a customer's own that names another customer",
  requirements: ['PTF-6'],
  level: 'must',
  users: [...CUSTOMERS],
  cause: "another customer's portfolios are listed",
  after: [PORTFOLIOS_TWIN],
  unseen: 'Only one customer has portfolios.',
  async ask(context) {
    await context.passed('portfolios.relation.lists');
  },
  judge({ succeeded, json, caller, options }, known) {
    const user = CUSTOMERS.find((each) => each === caller?.user);
    const id = options.path?.['customer-id']?.toLowerCase();
    if (!succeeded || user === undefined || id === undefined) {
      return false;
    }
    if (known.firstTold(`id of ${user} in portfolios`, id) !== id) {
      return false;
    }
    const [other = ''] = CUSTOMERS.filter((each) => each !== user);
    const foreign = known.toldOf<string>(`id of ${other} in portfolios`);
    const entries = entriesIn(json);
    if (foreign === undefined || foreign === id || entries.length === 0) {
      return false;
    }
    const odd = entries.filter((entry) => holds(entry, foreign) && !holds(entry, id));
    if (odd.length > 0) {
      deviate(
        `only portfolios of ${user} in what ${user} is listed as the own`,
        `${odd.length} of ${entries.length} that name ${other} (${foreign})`,
      );
    }
    return true;
  },
};
