import type { UserName } from '../../../target/target.ts';
import { dayOf, type RangeEnd, surelyOutside } from '../../checks/awaiting-payments/days.ts';
import { expectCurrency } from '../../checks/awaiting-payments/filters.ts';
import {
  creationDay,
  entriesOf,
  identityOf,
  keyOf,
} from '../../checks/awaiting-payments/listing.ts';
import { textOf } from '../../checks/entry-text.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import type { Rule, Told } from '../rule.ts';
import { base, ofEntries } from './of-entries.ts';

const around: Rule[] = [
  {
    ...base,
    id: 'awaiting-payments.status',
    title: 'says status SUCCESS with every listing',
    requirements: ['PAY-47'],
    judge({ status, succeeded, json }) {
      // What lists payments has not failed, whatever it says.
      const listed = valueAt(json, 'data', 'awaitingPayments');
      const lists = Array.isArray(listed) && listed.length > 0;
      if (status !== 200 || !(succeeded || lists)) {
        return false;
      }
      const said = valueAt(json, 'status');
      if (said !== 'SUCCESS') {
        deviate('status "SUCCESS"', textOf(said));
      }
      return true;
    },
  },
  {
    ...base,
    id: 'awaiting-payments.response-code',
    title: 'gives responseCode as a number with every listing',
    requirements: ['PAY-48'],
    judge({ status, succeeded, json }) {
      if (status !== 200 || !succeeded) {
        return false;
      }
      const code = valueAt(json, 'responseCode');
      if (typeof code !== 'number') {
        deviate('responseCode to be a number', textOf(code));
      }
      return true;
    },
  },
];

const list: Rule = {
  ...base,
  id: 'awaiting-payments.list',
  title: 'gives data.awaitingPayments as an array with every SUCCESS',
  requirements: ['PAY-49'],
  judge({ status, json }) {
    // What is answered when nothing matches is open, but not what a success looks like.
    if (status !== 200 || valueAt(json, 'status') !== 'SUCCESS') {
      return false;
    }
    const listed = valueAt(json, 'data', 'awaitingPayments');
    if (!Array.isArray(listed)) {
      deviate('data.awaitingPayments to be an array', textOf(listed));
    }
    return true;
  },
};

const currency = ofEntries(
  {
    id: 'awaiting-payments.currency.selected',
    title: 'lists only payments in selectedCurrency, whatever else is asked',
    requirements: ['PAY-36'],
    cause: 'selectedCurrency does not filter',
  },
  (entries, { options }) => {
    const selected = valueAt(options.body, 'selectedCurrency');
    if (typeof selected !== 'string') {
      return false;
    }
    expectCurrency(entries, selected);
    return true;
  },
);

const ENDS: { end: RangeEnd; requirement: string; side: string }[] = [
  { end: 'fromDate', requirement: 'PAY-37', side: 'before' },
  { end: 'toDate', requirement: 'PAY-38', side: 'after' },
];

/** The range asked for, where it is one: what a reversed or unreadable one means is open. */
function rangeOf(body: unknown): Record<RangeEnd, number> | undefined {
  try {
    const fromDate = dayOf(String(valueAt(body, 'fromDate')));
    const toDate = dayOf(String(valueAt(body, 'toDate')));
    return fromDate <= toDate ? { fromDate, toDate } : undefined;
  } catch {
    return undefined;
  }
}

const range = ENDS.map(({ end, requirement, side }) =>
  ofEntries(
    {
      id: `awaiting-payments.range.${end}.of-state`,
      title: `lists nothing created ${side} ${end}, whatever else is asked`,
      requirements: [requirement],
      cause: `${end} does not limit the list`,
    },
    (entries, { options }) => {
      const date = rangeOf(options.body)?.[end];
      const dated = entries.filter((entry) => creationDay(entry) !== undefined);
      if (date === undefined || dated.length === 0) {
        return false;
      }
      const odd = dated.find((entry) => surelyOutside(end, date, creationDay(entry) ?? date));
      if (odd !== undefined) {
        deviate(
          `no payment created ${side} the ${end} ${String(valueAt(options.body, end))}`,
          `one created at ${textOf(valueAt(odd, 'creationDate'))}`,
        );
      }
      return true;
    },
  ),
);

/** The size asked for, the default where none is; `undefined` where what it means is open. */
function sizeOf(query: Told['options']['query']): number | undefined {
  const size = query?.size ?? 20;
  return typeof size === 'number' && Number.isInteger(size) && size > 0 ? size : undefined;
}

const size = ofEntries(
  {
    id: 'awaiting-payments.size.at-most',
    title: 'lists no more payments on page 1 than size says, whatever is asked',
    requirements: ['PAY-27'],
    cause: 'size is not obeyed on awaiting-payments',
  },
  (entries, { options }) => {
    const most = sizeOf(options.query);
    // Of a later page nobody knows here whether it lies beyond the end, whose answer is open.
    if (most === undefined || (options.query?.page ?? 1) !== 1) {
      return false;
    }
    if (entries.length > most) {
      deviate(`at most ${most} payments on a page`, `${entries.length} payments`);
    }
    return true;
  },
);

const once = ofEntries(
  {
    id: 'awaiting-payments.page.once',
    title: 'lists no payment twice on a page',
    requirements: ['PAY-28'],
  },
  (entries) => {
    const keys = entries.map(keyOf);
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (entries.length < 2) {
      return false;
    }
    if (twice !== undefined) {
      deviate('each payment once on a page', `twice the payment ${twice}`);
    }
    return true;
  },
);

/** Whose payments nobody of these may see: other customers', and another tenant's (section 5.10). */
const STRANGERS: { [U in UserName]?: readonly UserName[] } = {
  customer: ['otherCustomer', 'otherManager'],
  otherCustomer: ['customer', 'otherManager'],
  otherManager: ['customer', 'otherCustomer', 'manager', 'agent'],
  manager: ['otherManager'],
  agent: ['otherManager'],
};

const own: Rule = {
  ...base,
  id: 'awaiting-payments.own.everywhere',
  title: 'lists no payment that belongs to another customer or tenant',
  requirements: ['PAY-52', 'PAY-53'],
  users: ['customer', 'otherCustomer'],
  cause: 'payments of another user are listed',
  judge({ exchange, caller }, known) {
    const user = caller?.user;
    const entries = entriesOf(exchange);
    if (user === undefined || entries.length === 0) {
      return false;
    }
    for (const entry of entries) {
      const seen = known.seenBy(identityOf(entry), user);
      const stranger = STRANGERS[user]?.find((other) => seen.has(other));
      if (stranger !== undefined) {
        deviate(
          `no payment listed for ${user} that was listed for ${stranger}`,
          `one of them, ${textOf(valueAt(entry, 'id'))}`,
        );
      }
    }
    return true;
  },
};

/** Sections 2.2 and 4.5: every payment of every listing, whoever asks for whatever page. */
export const awaitingPaymentsRules: Rule[] = [...around, list, currency, ...range, size, once, own];
