import {
  type Answer,
  type Ask,
  failed,
  forbidden,
  jsonObject,
  requireHeaders,
} from '../exchange.ts';
import type { ListingCase } from '../rules.ts';
import { authenticate, type World } from './session.ts';

/** Default page size (section 4.5). */
const SIZE = 20;

/**
 * A query parameter that counts from 1.
 *
 * @throws {Refusal} 400 where it is no whole number above zero
 */
export function countFrom(ask: Ask, world: World, name: string, byDefault: number): number {
  const text = ask.query.get(name);
  if (text === null || text === '') {
    return byDefault;
  }
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) === 0) {
    if (world.rules.clampPages) {
      return byDefault;
    }
    throw failed(400, `${name} must be a whole number from 1`);
  }
  return Number(text);
}

function readFilter(ask: Ask, world: World): { given: Omit<ListingCase, 'caller'>; text?: string } {
  const body = jsonObject(ask);
  const { selectedCurrency: currency, fromDate, toDate, searchablePaymentReference: text } = body;
  if (typeof currency !== 'string' || currency === '') {
    throw failed(400, 'selectedCurrency is required');
  }
  const [from, to] = [fromDate, toDate].map((date) =>
    typeof date === 'string' ? world.rules.readDay(date) : undefined,
  );
  if (!from || !to) {
    throw failed(400, 'fromDate and toDate are required, as dd/MM/yyyy');
  }
  if (from > to) {
    throw failed(400, 'fromDate is after toDate');
  }
  if (text !== undefined && text !== null && typeof text !== 'string') {
    throw failed(400, 'searchablePaymentReference must be a text');
  }
  const page = countFrom(ask, world, 'page', 1);
  const size = Math.min(countFrom(ask, world, 'size', SIZE), world.rules.mostPerPage);
  const given = { from, to, currency, page, size, now: world.now() };
  return { given, ...(text ? { text } : {}) };
}

/** Section 4.5: `GET …/paymentmanagement/awaiting-payments`, whose filter is in the body. */
export function awaitingPayments(ask: Ask, world: World): Answer {
  const { rules, store } = world;
  const { user: caller } = authenticate(ask, world);
  if (!rules.mayList(caller)) {
    throw forbidden(caller, `the role ${caller.role} may not list awaiting payments`);
  }
  requireHeaders(ask, rules.listingHeaders);
  const { given, text } = readFilter(ask, world);
  for (const rule of rules.listing) {
    const problem = rule({ ...given, caller });
    if (problem) {
      throw failed(400, problem);
    }
  }
  const inRange = store.payments.filter((payment) => {
    const day = payment.shown.creationDate.slice(0, 10);
    return (
      rules.sees(caller, payment) &&
      payment.shown.currency === given.currency &&
      day >= given.from &&
      day <= given.to
    );
  });
  const sorted = rules.sort(inRange);
  const found = text === undefined ? sorted : rules.search(text, sorted);
  const start = (given.page - 1) * given.size;
  return {
    status: 200,
    body: {
      status: 'SUCCESS',
      responseCode: 200,
      data: {
        awaitingPayments: found.slice(start, start + given.size).map((payment) => ({
          ...payment.shown,
          searchablePaymentReference: rules.reference(caller, payment),
        })),
      },
    },
  };
}
