import { ROLE_OF_USER, type UserName } from '../../../target/target.ts';
import {
  CUSTOMER_LISTING,
  entriesOf,
  fullListing,
} from '../../checks/awaiting-payments/listing.ts';
import { textOf } from '../../checks/entry-text.ts';
import { type Exchange, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import type { Knowledge } from '../knowledge.ts';
import type { Rule } from '../rule.ts';

/** What was agreed of a payment when it was made; its kind and life cycle have open values, which may go on. */
const AGREED = ['currency', 'creationDate', 'searchablePaymentReference'];

/** What may change once more: a rate or a fee, a payer who writes another reference, or confirms again. */
const CHANGING = [
  'requestedBankTransferAmount',
  'payerBankTransferReference',
  'customerConfirmedPaymentDate',
];

/** What a beginning is known to, in milliseconds. */
const CLOCK_MS = 1;

/** When an answer had surely come, in milliseconds since the epoch; requests that met may cross. */
const endOf = ({ startedAt, durationMs }: Exchange): number =>
  Date.parse(startedAt) + durationMs + CLOCK_MS;

/** What was told of a thing, and when it surely had been. */
interface Told {
  value: unknown;
  by: number;
}

/**
 * What a thing that may change had become before this was told of it once more: nobody changes it and
 * changes it back while a run goes on. Of two answers on the way at once nobody knows which is the newer.
 */
function takenBack(known: Knowledge, thing: string, value: unknown, exchange: Exchange): unknown {
  const now: Told = { value, by: endOf(exchange) };
  const isAfter = (before: Told) => Date.parse(exchange.startedAt) > before.by;
  const first = known.firstTold(thing, now);
  if (first.value !== value) {
    if (isAfter(first)) {
      known.firstTold(`change of ${thing}`, now);
    }
    return undefined;
  }
  const change = known.toldOf<Told>(`change of ${thing}`);
  return change !== undefined && isAfter(change) ? change.value : undefined;
}

/** What a listing told somebody of a payment. */
interface View {
  id: string;
  user: UserName;
  /** the values of `AGREED` */
  agreed: readonly string[];
  confirmed: unknown;
}

/** Who lists payments of the organisation that the customers belong to. */
const STAFF: readonly UserName[] = ['manager', 'agent'];

/**
 * Section 2.2: who has confirmed a payment does not take it back, and the customer whose payment it is has not
 * confirmed it where that one's own listing says null, whatever staff were told before.
 */
function expectConfirmedStill(
  known: Knowledge,
  { id, user, agreed, confirmed }: View,
  exchange: Exchange,
): void {
  const own = `confirmation of ${id} for ${user}`;
  // Only where all else is the same: an id may be counted for each customer.
  const toStaff = `confirmation of ${id} ${agreed.join(' ')} for staff`;
  if (typeof confirmed === 'string') {
    for (const by of STAFF.includes(user) ? [own, toStaff] : [own]) {
      known.firstTold(by, endOf(exchange));
    }
    return;
  }
  const isOwn = ROLE_OF_USER[user] === 'CUSTOMER';
  const told = [own, ...(isOwn ? [toStaff] : [])].map((by) => known.toldOf<number>(by));
  if (told.some((by) => Date.parse(exchange.startedAt) > (by ?? Infinity))) {
    deviate(
      `customerConfirmedPaymentDate of the payment ${id}, as in another listing`,
      textOf(confirmed),
    );
  }
}

/**
 * Section 2.2: the id names one payment, so that every page, size, range and search tells the same of it.
 * For each caller apart, since another role may be shown less. What has no id cannot be told from
 * another payment.
 */
export const paymentViewsRule: Rule = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.entry.same-everywhere',
  title: 'tells the same of a payment in every listing that shows it',
  requirements: ['PAY-91'],
  level: 'must',
  cause: 'a payment is told in another way in another listing',
  async ask(context) {
    await fullListing(context);
    await context.passed('awaiting-payments.relation.succeeds');
  },
  judge({ exchange, caller }, known) {
    const user = caller?.user;
    if (user === undefined) {
      return false;
    }
    let isKnown = false;
    for (const entry of entriesOf(exchange)) {
      const id = valueAt(entry, 'id');
      if (typeof id !== 'string' || id === '') {
        continue;
      }
      const now = AGREED.map((field) => textOf(valueAt(entry, field)));
      const first = known.firstTold(`payment ${id} for ${user}`, now);
      isKnown ||= first !== now;
      const confirmed = valueAt(entry, 'customerConfirmedPaymentDate');
      expectConfirmedStill(known, { id, user, agreed: now, confirmed }, exchange);
      for (const field of CHANGING) {
        const value = valueAt(entry, field);
        const another = takenBack(known, `${field} of ${id} for ${user}`, value, exchange);
        if (another !== undefined) {
          deviate(
            `${field} ${textOf(another)} of the payment ${id}, as another listing told it before`,
            `${textOf(value)}, as one before that`,
          );
        }
      }
      const odd = AGREED.findIndex((_, index) => first[index] !== now[index]);
      if (odd >= 0) {
        deviate(
          `${AGREED[odd]} ${first[odd]} of the payment ${id}, as in another listing`,
          `${now[odd]}`,
        );
      }
    }
    return isKnown;
  },
};
