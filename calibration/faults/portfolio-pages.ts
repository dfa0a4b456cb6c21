import type { Dependencies } from '../../server/dependencies.ts';
import { withBody } from '../servers/answers.ts';
import { pathParameterOf } from '../servers/endpoint-of.ts';
import { jsonAnswer, type Layer, type PlainRequest } from '../servers/exchange-layer.ts';
import { amend, objectOf, queryOf } from '../servers/requests.ts';
import {
  callerOf,
  issueFor,
  sendsApiToken,
  sendsBearer,
  standardUser,
  withToken,
} from '../servers/tokens.ts';
import type { Fault } from './fault.ts';

/** Shows managers the portfolios of the customer where a request is meant. */
const shownToManagers = (isMeant: (request: PlainRequest) => boolean): Layer =>
  amend('portfolios', (request, context) => {
    const owner = pathParameterOf(request.method, request.path);
    return callerOf(request, context)?.role === 'MANAGER' &&
      isMeant(request) &&
      owner === standardUser(context, 'customer').id
      ? withToken(request, issueFor(context, owner))
      : undefined;
  });

/** Section 4.9, where a page that holds all shows what is wrong with those of another size. */
export const portfolioPageFaults: Fault[] = [
  {
    id: 'portfolios.second-page-of-3-without-a-list',
    breaks: 'PTF-4',
    caughtBy: 'portfolios.relation.lists',
    how: 'With Bearer, the second of pages of three has an empty object where the list is to be.',
    layers: [
      async (request, next, context) => {
        const response = await next(request);
        const query = queryOf(request);
        const isSecond =
          query.get('size') === '3' && sendsBearer(request) && query.get('page') === '2';
        return context.endpoint === 'portfolios' && isSecond && response.status === 200
          ? withBody(response, JSON.stringify({ ...objectOf(response.body), data: {} }))
          : response;
      },
    ],
    alsoCaughtBy: [{ checks: ['portfolios.relation.*'], because: 'what is not listed is missing' }],
  },
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
  {
    id: 'portfolios.later-pages-for-managers',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.relation.refused-staff',
    how: 'A manager is refused the first page of the portfolios of a customer, and no other.',
    layers: [shownToManagers((request) => Number(queryOf(request).get('page') ?? 1) > 1)],
  },
  {
    id: 'portfolios.shown-to-managers-by-bearer',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.relation.refused-staff',
    how: 'A manager is refused the portfolios of a customer, but not with Bearer.',
    layers: [shownToManagers(sendsBearer)],
  },
  {
    id: 'portfolios.first-twice-on-phones',
    breaks: 'PTF-31',
    caughtBy: 'portfolios.page.once',
    how: 'On ANDROID the first portfolio of a page stands in the place of the last as well.',
    layers: [
      async (request, next, context) => {
        const response = await next(request);
        const body = objectOf(response.body);
        const list = (body?.data as { portfolios?: unknown[] } | undefined)?.portfolios ?? [];
        const data = { portfolios: [...list.slice(0, -1), list[0]] };
        return context.endpoint === 'portfolios' &&
          request.headers.platform === 'ANDROID' &&
          list.length > 1
          ? withBody(response, JSON.stringify({ ...body, data }))
          : response;
      },
    ],
    alsoCaughtBy: [{ checks: ['portfolios.*'], because: 'the last of a page is missing' }],
  },
  {
    id: 'portfolios.later-pages-refused-to-api-tokens',
    breaks: 'PTF-3',
    caughtBy: 'portfolios.relation.lists',
    how: 'A later page is answered with 401 where an API token asks for it.',
    layers: [
      (request, next, context) =>
        context.endpoint === 'portfolios' &&
        sendsApiToken(request) &&
        Number(queryOf(request).get('page') ?? 1) > 1
          ? Promise.resolve(jsonAnswer(401, { message: 'invalid token' }))
          : next(request),
    ],
    alsoCaughtBy: [
      { checks: ['portfolios.relation.*'], because: 'what is on those pages is missing' },
    ],
  },
];
