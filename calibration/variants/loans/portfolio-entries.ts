import { createStates } from '../../../target/states/states.ts';
import { statesHook } from '../../../target/states/states-hook.ts';
import { remake } from '../succeeded.ts';
import type { Axis, Choice } from '../variant.ts';

type Entry = Record<string, unknown>;

/** Portfolios told in another way, by a target whose state tells no values of them. */
function told(id: string, how: string, entry: (right: Entry, index: number) => unknown): Choice {
  return {
    id,
    how,
    wrapping: () => ({
      layers: [
        remake('portfolios', (body) => {
          const { data, ...rest } = body as { data: { portfolios: Entry[] } };
          return { ...rest, data: { ...data, portfolios: data.portfolios.map(entry) } };
        }),
      ],
    }),
    async target({ target }) {
      const { customerId, count } = await createStates(target, statesHook(target)).shared(
        'portfolios',
      );
      const pools = { ...target.states.pools, portfolios: [{ customerId, count }] };
      return { ...target, states: { ...target.states, pools } };
    },
  };
}

/** Names and types of what a portfolio tells are open (section 2.6). */
export const portfolioEntries: Axis = {
  id: 'portfolio-entries',
  open: ['PTF-2'],
  choices: [
    told('portfolio-entries.texts', 'tells amounts as texts with their currency', (right) => ({
      no: right.portfolioId,
      invested: `${right.currency} ${right.amountInvested}`,
      due: `${right.currency} ${right.totalPayable}`,
      product: { code: right.productId },
    })),
    told(
      'portfolio-entries.numbers',
      'tells amounts in cents and the product by a number',
      (right) => ({
        investment: { principal: Math.round(Number(right.amountInvested) * 100) },
        maturity: { amount: Math.round(Number(right.totalPayable) * 100), on: right.maturityDate },
        productNumber: 17,
        id: right.portfolioId,
      }),
    ),
    told('portfolio-entries.row-numbers', 'numbers the rows of each page', (right, index) => ({
      serialNumber: index + 1,
      ...right,
    })),
    told('portfolio-entries.cursors', 'gives each row of a page a cursor', (right, index) => ({
      cursor: btoa(`row:${index}`),
      node: right,
    })),
  ],
};
