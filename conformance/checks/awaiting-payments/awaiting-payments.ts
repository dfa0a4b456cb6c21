import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectSomething, expectSuccess } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { withoutListedHeaders } from '../kinds/listed-headers.ts';
import { askListing, CUSTOMER_LISTING, LISTING_TWIN } from './listing.ts';

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

/** Section 4.5: the request and what its answer holds around the payments. */
export const awaitingPaymentsChecks: Check[] = [succeeds, ...answer, ...platforms];
