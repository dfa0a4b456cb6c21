import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { withBody } from '../../servers/answers.ts';
import {
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
  type Route,
} from '../../servers/exchange-layer.ts';
import { queryOf, withQuery } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Axis } from '../variant.ts';

const WRONG_PAGE = (request: PlainRequest) => {
  const query = queryOf(request);
  return ['page', 'size'].some((name) => query.has(name) && !(Number(query.get(name)) >= 1));
};

type Answer = (response: PlainResponse) => PlainResponse;

function listing(
  change: (
    request: PlainRequest,
    next: (request: PlainRequest) => Promise<PlainResponse>,
    context: LayerContext & Route,
  ) => Promise<PlainResponse>,
): Layer {
  const lists: (EndpointName | undefined)[] = ['awaiting-payments', 'portfolios'];
  return (request, next, context) =>
    lists.includes(context.endpoint) ? change(request, next, context) : next(request);
}

const badSize: Answer = (response) => ({
  ...withBody(
    response,
    JSON.stringify({ status: 'FAILED', message: 'size has to be one of 10, 20, 50, 100' }),
  ),
  status: 400,
});

const failed: Answer = (response) => ({
  ...withBody(response, JSON.stringify({ status: 'FAILED', message: 'there is no such page' })),
  status: 404,
});

const isEmptyList = ({ status, body }: PlainResponse) =>
  status === 200 && !/"(id|\w*Id)":/.test(body);

/** Pages that hold nothing, and page numbers that are none (section 4.5 and 4.9). */
export const oddPages: Axis = {
  id: 'odd-pages',
  open: ['PAY-29', 'PAY-55', 'PTF-13'],
  choices: [
    {
      id: 'odd-pages.ignored',
      how: 'takes the defaults for a page or size that is no positive number',
      wrapping: () => ({
        layers: [
          listing((request, next) =>
            next(WRONG_PAGE(request) ? withQuery(request, { page: null, size: null }) : request),
          ),
        ],
      }),
    },
    {
      id: 'odd-pages.capped',
      how: 'lists at most 50 however large size is, and 20 awaiting payments',
      wrapping: () => ({
        layers: [
          listing((request, next, { endpoint }) => {
            const most = endpoint === 'portfolios' ? 50 : 20;
            const size = Number(queryOf(request).get('size') ?? 1);
            return next(size > most ? withQuery(request, { size: String(most) }) : request);
          }),
        ],
      }),
    },
    {
      id: 'odd-pages.portfolios-capped-at-the-default',
      how: 'lists at most 10 portfolios however large size is',
      warns: ['portfolios.size.50'],
      wrapping: () => ({
        layers: [
          listing((request, next, { endpoint }) =>
            next(
              endpoint === 'portfolios' && Number(queryOf(request).get('size')) > 10
                ? withQuery(request, { size: '10' })
                : request,
            ),
          ),
        ],
      }),
    },
    {
      id: 'odd-pages.last-again',
      how: 'lists the last page again when there are fewer pages',
      wrapping: () => ({
        layers: [
          listing(async (request, next) => {
            const page = Number(queryOf(request).get('page') ?? 1);
            const at = (each: number) => next(withQuery(request, { page: String(each) }));
            const asked = await next(request);
            if (!(page > 1) || !isEmptyList(asked)) {
              return asked;
            }
            let [last, beyond] = [1, page];
            while (beyond - last > 1) {
              const middle = Math.floor((last + beyond) / 2);
              if (isEmptyList(await at(middle))) {
                beyond = middle;
              } else {
                last = middle;
              }
            }
            return at(last);
          }),
        ],
      }),
    },
    {
      id: 'odd-pages.sizes-of-a-list',
      how: 'refuses every size but 10, 20, 50 and 100',
      wrapping: () => ({
        layers: [
          listing(async (request, next) => {
            const response = await next(request);
            const size = queryOf(request).get('size');
            const isOther = size !== null && !['10', '20', '50', '100'].includes(size);
            return response.status === 200 && isOther ? badSize(response) : response;
          }),
        ],
      }),
    },
    {
      id: 'odd-pages.sizes-of-a-list-first',
      how: 'refuses every size but 10, 20, 50 and 100 before it looks at whose list is asked for',
      wrapping: () => ({
        layers: [
          listing(async (request, next, context) => {
            const size = queryOf(request).get('size');
            const isOther = size !== null && !['10', '20', '50', '100'].includes(size);
            return isOther && callerOf(request, context)
              ? badSize(jsonAnswer(400, {}))
              : next(request);
          }),
        ],
      }),
    },
    {
      id: 'odd-pages.not-found',
      how: 'answers FAILED with 404 when a page holds nothing',
      wrapping: () => ({
        layers: [
          listing(async (request, next) => {
            const response = await next(request);
            return isEmptyList(response) ? failed(response) : response;
          }),
        ],
      }),
    },
  ],
};
