import type { Dependencies } from '../../../server/dependencies.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import { amend, queryOf, withQuery } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { at, only, takenFor } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';

const PAGES = {
  sentence:
    'Query: page (number, default 1, starts at 1); size (number, default 10, recommended maximum 50).',
  section: '4.9',
};

/** Portfolios that are listed wrongly in some situation (section 4.9). */
export const PORTFOLIO_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.portfolios.last-page.filled-with-earlier-ones',
    how: 'The last page is moved back until it is full.',
    ...PAGES,
    situation: 'a last page that has fewer entries than size',
    things: 2,
    dependencies: (right: Dependencies): Dependencies => {
      const { portfolios } = right.store;
      const list: typeof portfolios.list = (userId, { limit, offset }) => {
        const count = portfolios.count(userId);
        const last = Math.max(0, count - limit);
        return portfolios.list(userId, {
          limit,
          offset: offset < count ? Math.min(offset, last) : offset,
        });
      };
      return { ...right, store: { ...right.store, portfolios: { ...portfolios, list } } };
    },
  },
  {
    id: 'second.portfolios.size-without-page.ignored',
    how: 'Without page, the size is not looked at.',
    ...PAGES,
    situation: 'a size, and no page',
    things: 2,
    layers: [
      amend('portfolios', (request) =>
        queryOf(request).has('page') ? undefined : withQuery(request, { size: null }),
      ),
    ],
  },
  {
    id: 'second.portfolios.customer-id-in-capitals.of-another-customer',
    how: 'Whose id it is is compared letter by letter with those that are known, in small letters.',
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: "another customer's id in capital letters",
    things: 2,
    layers: [
      only(
        at('portfolios'),
        takenFor((request, context) => {
          const id = pathParameterOf(request.method, request.path) ?? '';
          return callerOf(request, context) && id !== id.toLowerCase()
            ? context.dependencies.store.users.byId(id)?.id
            : undefined;
        }),
      ),
    ],
  },
];
