import type { EndpointName } from '../../contract/endpoint-names.ts';
import { createStates } from '../../target/states/states.ts';
import { statesHook } from '../../target/states/states-hook.ts';
import { withBody } from '../servers/answers.ts';
import type {
  Layer,
  LayerContext,
  PlainRequest,
  PlainResponse,
  Route,
} from '../servers/exchange-layer.ts';
import { amendBody, objectOf, queryOf, withQuery } from '../servers/requests.ts';
import type { Axis, Choice } from './variant.ts';

/** An entry of a list. */
export type Row = Record<string, unknown>;

/** Pages asked of the reference server to collect a whole list: its standard data has no more. */
const WHOLE = { page: '1', size: '500' };

/**
 * Lists in a way of its own: the whole list is fetched from the reference server, made over, and
 * cut into pages again. Questions that the reference server refuses stay refused.
 */
export function relisted(
  endpoint: 'awaiting-payments' | 'portfolios',
  rows: (body: unknown) => Row[],
  put: (body: unknown, rows: Row[]) => unknown,
  makeOver: (all: Row[], request: PlainRequest) => Row[],
): Layer {
  const standard = endpoint === 'portfolios' ? 10 : 20;
  return async (request, next, context) => {
    if (context.endpoint !== endpoint) {
      return next(request);
    }
    const plain = await next(request);
    const query = queryOf(request);
    const page = Number(query.get('page') ?? 1);
    const size = Number(query.get('size') ?? standard);
    if (plain.status !== 200 || !(page >= 1 && size >= 1)) {
      return plain;
    }
    const all: Row[] = [];
    for (let at = 1; at <= 10; at += 1) {
      const part = await next(withQuery(request, { ...WHOLE, page: String(at) }));
      if (part.status !== 200) {
        return plain;
      }
      const some = rows(JSON.parse(part.body));
      all.push(...some);
      if (some.length === 0) {
        break;
      }
    }
    const made = makeOver(all, request).slice((page - 1) * size, page * size);
    return withBody(plain, JSON.stringify(put(JSON.parse(plain.body), made)));
  };
}

/** The payments of a listing. */
export const payments = (body: unknown): Row[] =>
  (body as { data: { awaitingPayments: Row[] } }).data.awaitingPayments;

/** A listing with other payments. */
export const putPayments = (body: unknown, rows: Row[]): unknown => ({
  ...(body as object),
  data: { awaitingPayments: rows },
});

function paymentOrder(id: string, how: string, compare: (a: Row, b: Row) => number): Choice {
  return {
    id,
    how,
    wrapping: () => ({
      layers: [
        relisted('awaiting-payments', payments, putPayments, (all) => all.toSorted(compare)),
      ],
    }),
  };
}

/** The order of a list is not said (section 4.5). */
export const order: Axis = {
  id: 'order',
  open: ['section 4.5: shows no order'],
  choices: [
    paymentOrder('order.oldest-first', 'lists the oldest payments first', (a, b) =>
      String(a.creationDate).localeCompare(String(b.creationDate)),
    ),
    paymentOrder(
      'order.by-amount',
      'lists the smallest amounts first',
      (a, b) => Number(a.requestedBankTransferAmount) - Number(b.requestedBankTransferAmount),
    ),
    paymentOrder('order.by-id', 'lists payments by their identifiers', (a, b) =>
      String(a.id).localeCompare(String(b.id)),
    ),
  ],
};

/** A day later or earlier, dd/MM/yyyy. */
function shifted(date: unknown, days: number): unknown {
  const [day, month, year] = String(date).split('/').map(Number);
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(String(date)) || !day || !month || !year) {
    return date;
  }
  // A day that the calendar does not have stays what it is: the server is to refuse it.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCMonth() !== month - 1) {
    return date;
  }
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  if (Number.isNaN(moved.getTime())) {
    return date;
  }
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(moved.getUTCDate())}/${two(moved.getUTCMonth() + 1)}/${moved.getUTCFullYear()}`;
}

const LONG_AGO = '01/01/1970';

/** Whether a range ends before it begins; one that cannot be read does not. */
function isInverted({ fromDate, toDate }: Record<string, unknown>): boolean {
  const sortable = (date: unknown) => String(date).split('/').reverse().join('');
  return sortable(fromDate) > sortable(toDate);
}

/** Leaves the end days of a range out; its state counts accordingly. */
function exclusive(id: string, how: string, from: number, to: number): Choice {
  return {
    id,
    how,
    wrapping: () => ({
      layers: [
        amendBody('awaiting-payments', (body) => {
          const inner = {
            ...body,
            ...(typeof body.fromDate === 'string' && { fromDate: shifted(body.fromDate, from) }),
            ...(typeof body.toDate === 'string' && { toDate: shifted(body.toDate, -to) }),
          };
          // Nothing is left of a short range; that is no wrong range, but one in which nothing is.
          const areDays = [body.fromDate, body.toDate].every((date) => typeof date === 'string');
          const isEmpty = areDays && !isInverted(body) && isInverted(inner);
          return isEmpty ? { ...body, fromDate: LONG_AGO, toDate: LONG_AGO } : inner;
        }),
      ],
    }),
    // The state's range is widened by what is left out, so that its count stays true.
    async target({ target }) {
      const state = await createStates(target, statesHook(target)).shared('awaiting-payments');
      const widened = {
        ...state,
        fromDate: String(shifted(state.fromDate, -from)),
        toDate: String(shifted(state.toDate, to)),
      };
      const pools = { ...target.states.pools, 'awaiting-payments': [widened] };
      return { ...target, states: { ...target.states, pools } };
    },
  };
}

/** Whether the days of a range belong to it is open. */
export const rangeEnds: Axis = {
  id: 'range-ends',
  open: ['PAY-41'],
  choices: [
    exclusive('range-ends.exclusive', 'leaves both end days of a range out', 1, 1),
    exclusive('range-ends.half-open', 'leaves the last day of a range out', 0, 1),
    {
      id: 'range-ends.later-than-its-beginning',
      how: 'refuses a range that ends on the day that it begins',
      wrapping: () => ({
        layers: [
          async (request, next, { endpoint }) => {
            const { fromDate, toDate } = objectOf(request.body) ?? {};
            const response = await next(request);
            return endpoint === 'awaiting-payments' &&
              response.status === 200 &&
              fromDate === toDate
              ? {
                  ...withBody(
                    response,
                    JSON.stringify({
                      status: 'FAILED',
                      message: 'toDate has to be after fromDate',
                    }),
                  ),
                  status: 400,
                }
              : response;
          },
        ],
      }),
    },
  ],
};

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
