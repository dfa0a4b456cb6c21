import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Exchange } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import { askListing, CUSTOMER_LISTING } from './awaiting-payments-listing.ts';
import { firstRepayment } from './idempotency-experiments.ts';
import { answeredOffer } from './update-application-offers.ts';
import { VALID_CALLS } from './valid-call.ts';

/** application/json, or a type that ends in +json (RFC 6839), with any parameters. */
const JSON_TYPE = /^[\w!#$&^.+-]+\/(json|[\w!#$&^.+-]+\+json)\s*(;|$)/i;

interface Shown extends Pick<Check, 'users' | 'states' | 'takes' | 'after' | 'phase'> {
  endpoint: EndpointName;
  answer(context: CheckContext): Promise<Exchange>;
}

const customer = { users: ['customer'] } satisfies Partial<Check>;

/** The endpoints whose answers are shown, each with an answer that succeeded. */
const SHOWN: Shown[] = [
  {
    ...customer,
    endpoint: 'login',
    answer: async (context) => (await context.session('customer')).login,
  },
  {
    ...customer,
    endpoint: 'refresh',
    phase: 'sessions',
    after: ['refresh.succeeds'],
    async answer(context) {
      const session = await context.freshSession('customer');
      const body = { refresh_token: session.refreshToken };
      return context.call('refresh', { as: session, body });
    },
  },
  {
    ...CUSTOMER_LISTING,
    endpoint: 'awaiting-payments',
    answer: (context) => askListing(context),
  },
  {
    ...customer,
    endpoint: 'update-application',
    after: ['update-application.succeeds'],
    answer: async (context) => (await answeredOffer(context, true)).exchange,
  },
  {
    ...customer,
    endpoint: 'repay-loan',
    states: VALID_CALLS['repay-loan'].states,
    after: ['repay-loan.succeeds'],
    answer: async (context) => (await firstRepayment(context)).exchange,
  },
];

/** Section 4: bodies are JSON, which their Content-Type should say where there is one. */
export const answerContentTypeChecks: Check[] = SHOWN.map(({ answer, ...shown }) => ({
  ...shown,
  id: `${shown.endpoint}.answer-content-type`,
  title: `sends the answer of ${shown.endpoint} as JSON, if as anything`,
  requirements: ['SVC-30'],
  level: 'should',
  cause: 'a JSON body is sent as something else',
  async run(context) {
    const type = (await answer(context)).response?.headers['content-type'];
    if (type !== undefined && !JSON_TYPE.test(type.trim()))
      deviate('the Content-Type application/json, one that ends in +json, or none', type);
  },
}));
