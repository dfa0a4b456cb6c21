import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { deviate } from '../../outcome.ts';
import { listers } from '../../situations/callers.ts';
import {
  nearForms,
  textUnlike,
  trigramSimilarity,
  UNLIKE_BELOW,
} from '../../situations/listings/likeness.ts';
import { textOf } from '../entry-text.ts';
import { entriesOf, fullListing, type Listing } from './listing.ts';
import { leftOut, referenceOf, search, searchBy, searching, searchPage } from './searches.ts';

/** Whether a search finds the payment with the reference. */
async function finds(context: CheckContext, text: string, reference: string): Promise<boolean> {
  const { entries } = await search(context, text);
  return entries.some((entry) => referenceOf(entry) === reference);
}

/** Whether a reference holds another, in whatever letters: a search of any kind may find it by that. */
const holds = (reference: string, other: string): boolean =>
  reference.toLowerCase().includes(other.toLowerCase());

/** The near forms of the state's reference, with whether each finds its payment. */
async function nearFormsTried(context: CheckContext) {
  const { reference } = await context.state('awaiting-payments');
  const tried = [];
  for (const near of nearForms(reference)) {
    tried.push({ ...near, found: await finds(context, near.text, reference) });
  }
  return tried;
}

const fuzziness: Check[] = [
  {
    ...searching,
    id: 'awaiting-payments.search.leaves-out',
    title: 'leaves payments out when a reference is searched',
    requirements: ['PAY-44'],
    level: 'should',
    cause: 'searchablePaymentReference leaves nothing out',
    async run(context) {
      const { reference } = await context.state('awaiting-payments');
      const { known, leftOut: left } = await leftOut(context, reference);
      if (left.length > 0) {
        return;
      }
      const likeness = known
        .map(referenceOf)
        .filter((other) => typeof other === 'string')
        .map((other) => (holds(other, reference) ? 1 : trigramSimilarity(reference, other)));
      if (!likeness.some((share) => share < UNLIKE_BELOW)) {
        context.inconclusive('All references are so alike that a fuzzy search may find them all.');
      }
      deviate(
        `a search for ${reference} to leave out payments whose reference is unlike it`,
        `all ${known.length} payments`,
      );
    },
  },
  {
    ...searching,
    id: 'awaiting-payments.search.leaves-out-unlike',
    title: 'leaves payments out when a text unlike any reference is searched',
    requirements: ['PAY-44'],
    level: 'should',
    inOtherForms: true,
    cause: 'searchablePaymentReference leaves nothing out',
    async run(context: CheckContext) {
      const references = (await fullListing(context.plain ?? context)).entries.map((e) =>
        textOf(referenceOf(e)),
      );
      const text = textUnlike(references);
      if (text === undefined) {
        context.inconclusive('The references hold every pair of letters and digits.');
      }
      const { known, leftOut: left } = await leftOut(context, text);
      if (left.length === 0) {
        deviate(`a search for ${text} to leave payments out`, `all ${known.length} payments`);
      }
    },
  },
  {
    ...searching,
    id: 'awaiting-payments.search.fuzzy',
    title: 'finds a payment by at least one near form of its reference',
    requirements: ['PAY-45'],
    level: 'should',
    async run(context) {
      const tried = await nearFormsTried(context);
      if (tried.length === 0) {
        context.inconclusive('A reference this short has no near form.');
      }
      if (!tried.some(({ found }) => found)) {
        deviate(
          'a near form of the reference to find its payment',
          `nothing for ${tried.map(({ form, text }) => `${text} (${form})`).join(', ')}`,
        );
      }
    },
  },
];

/** What somebody's search finds: its first page, where what is sought is there, else all that are read. */
async function foundUntil(
  context: CheckContext,
  { user, text }: { user: UserName; text: string },
  isSought: (entry: unknown) => boolean,
): Promise<Pick<Listing, 'entries' | 'cutOff'>> {
  const entries = entriesOf(await searchPage(context, user, text));
  return entries.some(isSought) ? { entries } : searchBy(context, user, text);
}

const alike: Check = {
  ...searching,
  id: 'awaiting-payments.search.same-for-everybody',
  title: 'finds a payment by the same forms of its reference, whoever searches',
  requirements: ['PAY-76'],
  level: 'should',
  async run(context) {
    const { reference } = await context.state('awaiting-payments');
    const found = (await nearFormsTried(context)).filter((near) => near.found);
    const others = (await listers(context)).filter((user) => user !== 'customer');
    const finders: UserName[] = [];
    for (const user of others) {
      const { entries } = await searchBy(context, user, reference);
      if (entries.some((entry) => referenceOf(entry) === reference)) {
        finders.push(user);
      }
    }
    if (found.length === 0 || finders.length === 0) {
      context.inconclusive('Nobody else finds the payment of the state by its whole reference.');
    }
    for (const [index, user] of finders.entries()) {
      // Each form is tried by one of them, and each of them tries one at least.
      const own = found.filter((_, at) => at % finders.length === index);
      for (const { form, text } of own.length > 0 ? own : found.slice(0, 1)) {
        const isSought = (entry: unknown) => referenceOf(entry) === reference;
        const { entries, cutOff } = await foundUntil(context, { user, text }, isSought);
        // Of very many that are found it may be on a page that is not read.
        if (!cutOff && !entries.some(isSought)) {
          deviate(
            `${user} to find the payment ${reference} by ${text} (${form}), as the customer does`,
            `${entries.length} others`,
          );
        }
      }
    }
  },
};

const forms: Check = {
  ...searching,
  id: 'awaiting-payments.observes.search-forms',
  title: 'shows which near forms of a reference find its payment',
  requirements: ['PAY-46'],
  level: 'open',
  async run(context) {
    for (const { form, found } of await nearFormsTried(context)) {
      context.observe(`search by ${form} finds the payment`, found);
    }
  },
};

/** Section 4.5: how fuzzy the search by searchablePaymentReference is. */
export const fuzzySearchChecks: Check[] = [...fuzziness, alike, forms];
