import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectSomething, expectSuccess } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { textOf } from '../entry-text.ts';
import { withoutListedHeaders } from '../kinds/listed-headers.ts';
import {
  askListing,
  CUSTOMER_LISTING,
  fullListing,
  LISTING_TWIN,
  otherCurrencyListing,
} from './listing.ts';

/** The plainest request there is: no query, the body of the state. */
function plainListing(context: CheckContext): Promise<Exchange> {
  return context.shared('plain listing of awaiting payments', (own) => askListing(own));
}

const succeeds: Check = {
  ...CUSTOMER_LISTING,
  id: LISTING_TWIN,
  title: 'lists the awaiting payments of a customer',
  requirements: ['PAY-19', 'PAY-33', 'PAY-47', 'PAY-49', 'SVC-4'],
  inOtherForms: true,
  after: [],
  async run(context) {
    const exchange = await plainListing(context);
    expectSuccess(exchange, 'GET with a complete JSON body', 200);
    const list = valueAt(jsonOf(exchange), 'data', 'awaitingPayments');
    if (!Array.isArray(list)) {
      deviate('data.awaitingPayments to be an array', list === undefined ? 'none' : typeof list);
    }
    expectSomething(list, 'payment in the currency and range of the state');
  },
};

const answer: Check[] = [
  {
    ...CUSTOMER_LISTING,
    id: 'awaiting-payments.observes.answer-content-type',
    title: 'shows which Content-Type a listing carries',
    requirements: ['SVC-15'],
    level: 'open',
    async run(context) {
      const { response } = await plainListing(context);
      context.observe('Content-Type of a listing', response?.headers['content-type'] ?? 'none');
    },
  },
  ...withoutListedHeaders({
    ...CUSTOMER_LISTING,
    subject: 'a listing',
    send: (context, header) => askListing(context, { headers: { [header]: null } }),
  }),
];

/** The platforms given as examples; WEB is what every other listing sends. */
const platforms: Check[] = ['ANDROID', 'IOS'].map((platform) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.platform.${platform.toLowerCase()}`,
  title: `accepts the platform ${platform} on awaiting-payments`,
  requirements: ['PAY-24'],
  level: 'should',
  cause: 'a platform given as an example is not accepted',
  async run(context) {
    const exchange = await askListing(context, { headers: { platform } });
    expectSuccess(exchange, `a listing with the platform ${platform}`);
  },
}));

/** Every payment seen: all pages of the listing, and those in the other currency. */
async function paymentsSeen(context: CheckContext): Promise<unknown[]> {
  const { entries } = await fullListing(context);
  return [...entries, ...(await otherCurrencyListing(context)).entries];
}

const OPEN_VALUES = [
  { field: 'payableType', requirement: 'PAY-13' },
  { field: 'bankTransferFollowupActionType', requirement: 'PAY-14' },
  { field: 'bankTransferLifeCycle', requirement: 'PAY-15' },
  { field: 'mtoPaymentConfirmtionType', requirement: 'PAY-16' },
];

/** Section 2.2: the values of the fields whose values are open. */
const openValues: Check[] = OPEN_VALUES.map(({ field, requirement }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.observes.${field}`,
  title: `shows which values of ${field} occur`,
  requirements: [requirement],
  level: 'open',
  async run(context) {
    const seen = (await paymentsSeen(context)).map((entry) => textOf(valueAt(entry, field)));
    context.observe(`values of ${field}`, [...new Set(seen)].sort().slice(0, 20).join(' '));
  },
}));

/** Section 4.5: the request and what its answer holds around the payments. */
export const awaitingPaymentsChecks: Check[] = [succeeds, ...answer, ...platforms, ...openValues];
