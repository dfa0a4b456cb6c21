import type { AwaitingPaymentsResponse } from '../../../contract/types.generated.ts';
import { changed, edit, editBody } from '../../servers/answers.ts';
import { jsonAnswer, type PlainResponse } from '../../servers/exchange-layer.ts';
import { amendBody, objectOf } from '../../servers/requests.ts';
import { callerOf, sentToken } from '../../servers/tokens.ts';
import { at, by, only, remembered } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';

const here = at('awaiting-payments');

/** Until which day of the month a date may be read both ways. */
const MONTHS = 12;

const parts = (date: unknown) => String(date).split('/');
const inOrder = (date: unknown) => parts(date).reverse().join('-');

/** Bodies of the listing that are read or written wrongly in some situation (sections 2.2, 4.5). */
export const LISTING_BODY_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.listing.day-below-13-only-in-from.month-first',
    how: 'A date is read with its month first where that makes a date and the other end allows it.',
    sentence: 'fromDate | string | yes | format dd/MM/yyyy',
    section: '4.5',
    situation: 'the day of fromDate is at most 12, that of toDate is not',
    things: 3,
    layers: [
      amendBody('awaiting-payments', (body) => {
        const [day = '', month = '', year = ''] = parts(body.fromDate);
        const exchanged = `${month}/${day}/${year}`;
        const readable = Number(day) <= MONTHS && Number(parts(body.toDate)[0]) > MONTHS;
        return readable && inOrder(exchanged) <= inOrder(body.toDate)
          ? { ...body, fromDate: exchanged }
          : body;
      }),
    ],
  },
  {
    id: 'second.listing.full-minute.seconds-missing',
    how: 'Seconds that are zero are not written.',
    sentence: 'creationDate | string | date-time without zone, form `<yyyy-MM-ddTHH:mm:ss>`',
    section: '2.2',
    situation: 'a payment that was made at a full minute',
    things: 2,
    layers: [
      edit(
        'awaiting-payments',
        'data/awaitingPayments/*/creationDate',
        changed((date) => String(date).replace(/(T\d\d:\d\d):00$/, '$1')),
      ),
    ],
  },
  {
    id: 'second.listing.agent.not-confirmed-left-out',
    how: 'What is null is not written in the view of agents.',
    sentence:
      'customerConfirmedPaymentDate | string or null | null when the customer has not confirmed',
    section: '2.2',
    situation: 'an agent sees a payment that the customer has not confirmed',
    things: 2,
    layers: [
      only(
        by('AGENT'),
        editBody('awaiting-payments', (body) => {
          for (const payment of (body as AwaitingPaymentsResponse).data.awaitingPayments) {
            const { customerConfirmedPaymentDate: date } = payment;
            Object.assign(payment, { customerConfirmedPaymentDate: date ?? undefined });
          }
        }),
      ),
    ],
  },
  {
    id: 'second.listing.currency-missing.that-of-the-call-before',
    how: 'The currency of the last listing of a session is taken where none is given.',
    sentence: 'selectedCurrency | string | yes | currency code filter',
    section: '4.5',
    situation: 'a listing without selectedCurrency after one with it',
    things: 2,
    layers: [
      only(here, (request, next, context) => {
        const chosen = remembered<unknown>(context, 'chosen currencies');
        const token = sentToken(request)?.token ?? '';
        const body = objectOf(request.body);
        if (body === undefined || !callerOf(request, context)) {
          return next(request);
        }
        const { selectedCurrency = chosen.get(token) } = body;
        chosen.set(token, selectedCurrency);
        return next({ ...request, body: JSON.stringify({ ...body, selectedCurrency }) });
      }),
    ],
  },
  {
    id: 'second.listing.body-no-json.failure-of-the-framework',
    how: "What cannot be parsed is refused by the framework's own handler.",
    sentence: 'Awaiting-payments failure | body status FAILED, with message',
    section: '7',
    situation: 'the body is cut off or no JSON',
    things: 2,
    layers: [
      only(here, async (request, next) => {
        const response = await next(request);
        const isRead = request.body === '' || objectOf(request.body) !== undefined;
        return response.status !== 400 || isRead
          ? response
          : jsonAnswer(400, {
              timestamp: new Date().toISOString(),
              status: 400,
              error: 'Bad Request',
              path: request.path.split('?')[0],
            });
      }),
    ],
  },
  {
    id: 'second.listing.cashier-after-a-colleague.answered-from-the-cache',
    how: 'Listings are kept by organisation and query, and given before the role is looked at.',
    sentence: 'Role CASHIER is not allowed to call it.',
    section: '4.5',
    situation: 'a cashier lists what a manager or agent of his organisation has just listed',
    things: 3,
    layers: [
      only(here, async (request, next, context) => {
        const kept = remembered<PlainResponse>(context, 'listings of organisations');
        const { role, tenantId } = callerOf(request, context) ?? {};
        const key = `${tenantId} ${request.path} ${request.body}`;
        const found = kept.get(key);
        if (role === 'CASHIER' && found) {
          return found;
        }
        const response = await next(request);
        if (response.status === 200 && (role === 'MANAGER' || role === 'AGENT')) {
          kept.set(key, response);
        }
        return response;
      }),
    ],
  },
];
