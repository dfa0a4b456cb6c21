import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { ownersOfPortfolios } from '../../situations/portfolio-pages.ts';
import { textOf } from '../entry-text.ts';
import { askedFor, ODD_PAGES, type OddPage } from '../page-query.ts';
import { askPortfolios, OWN_PORTFOLIOS, portfoliosIn } from './listing.ts';

const ODD_QUERIES: readonly OddPage[] = [
  ...ODD_PAGES,
  { variant: 'size-above-50', query: { size: 51 } },
];

const askOdd = (context: CheckContext, { variant, query }: OddPage): Promise<Exchange> =>
  context.shared(`portfolios with ${variant}`, (own) => askPortfolios(own, { query }));

const shown: Check[] = ODD_QUERIES.map((odd) => ({
  ...OWN_PORTFOLIOS,
  id: `portfolios.observes.${odd.variant}`,
  title: `shows what portfolios does with ${askedFor(odd)}`,
  requirements: ['PTF-13'],
  level: 'open',
  async run(context) {
    const exchange = await askOdd(context, odd);
    const { length } = await portfoliosIn(context, exchange);
    context.observe(
      `portfolios with ${odd.variant}`,
      `${answerOf(exchange)}, ${length} portfolios`,
    );
  },
}));

/** Section 5.10: what lies before the first page and beyond the last is open, but for whose it is. */
const ofNobodyElse: Check = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.odd-pages.of-nobody-else',
  drawn: true,
  title: 'lists no portfolio of another customer on a page that there is not',
  requirements: ['PTF-6'],
  users: ['customer', 'otherCustomer'],
  cause: "another customer's portfolios are listed",
  async run(context) {
    const owners = await ownersOfPortfolios(context);
    const own = owners.find(({ owner }) => owner === 'customer');
    const other = owners.find(({ owner }) => owner === 'otherCustomer');
    if (!own?.toTheEnd || !other) {
      return context.inconclusive(
        'Not all portfolios of the customer are known, or none of another one.',
      );
    }
    for (const odd of ODD_QUERIES) {
      const texts = (await portfoliosIn(context, await askOdd(context, odd))).map(textOf);
      const foreign = texts.filter(
        (each) => !own.texts.includes(each) && other.texts.includes(each),
      );
      if (foreign.length > 0) {
        deviate(
          `only portfolios of the customer in the answer to ${odd.variant}`,
          `${foreign.length} of otherCustomer`,
        );
      }
    }
  },
};

/** Section 4.9: pages and sizes of which it is open what they list. */
export const portfoliosOddPageChecks: Check[] = [...shown, ofNobodyElse];
