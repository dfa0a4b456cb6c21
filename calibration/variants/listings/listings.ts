import { withBody } from '../../servers/answers.ts';
import type { Layer, PlainRequest } from '../../servers/exchange-layer.ts';
import { queryOf, withQuery } from '../../servers/requests.ts';
import type { Axis, Choice } from '../variant.ts';

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
