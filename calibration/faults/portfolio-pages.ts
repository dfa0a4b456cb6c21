import type { Dependencies } from '../../server/dependencies.ts';
import type { Fault } from './fault.ts';

/** Section 4.9, where a page that holds all shows what is wrong with those of another size. */
export const portfolioPageFaults: Fault[] = [
  {
    id: 'portfolios.page-of-3-skips-the-last-but-one',
    breaks: 'PTF-31',
    caughtBy: 'portfolios.relation.partition',
    how: 'In pages of three, the second of the last page is left out.',
    dependencies: (right: Dependencies): Dependencies => {
      const { portfolios } = right.store;
      const list: typeof portfolios.list = (userId, { limit, offset }) => {
        const page = portfolios.list(userId, { limit, offset });
        const isLast = limit === 3 && offset > 0 && page.length < limit;
        return isLast ? page.filter((_, place) => place !== 1) : page;
      };
      return { ...right, store: { ...right.store, portfolios: { ...portfolios, list } } };
    },
    alsoCaughtBy: [
      {
        checks: ['portfolios.relation.full-pages'],
        because: 'the page lacks one that the list still has',
      },
    ],
  },
];
