import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { StateName, UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { expectRefusedBy } from '../../expectations.ts';
import { type Exchange, sameHeaders } from '../../http/exchange.ts';
import { requestBy } from '../lending/request-loan.ts';
import { foreignAnswer } from '../offers/foreign-answers.ts';
import { REQUESTED_FIRST, requestedAnswers } from '../offers/update-application-states.ts';
import { FOREIGN_ACCOUNT } from '../repayments/repay-loan-by-others.ts';
import {
  answerTo,
  loanWith,
  NO_LOAN,
  type Refused,
  ZERO,
} from '../repayments/repay-loan-refusals.ts';
import { offerCall, VALID_CALLS } from '../valid-call.ts';

/** A request that is refused however often it comes. */
interface RefusedRequest {
  endpoint: EndpointName;
  variant: string;
  what: string;
  requirement: string;
  users: UserName[];
  states: StateName[];
  /** the check that it is refused the first time */
  after: string;
  /** what it was answered then, and what it asked, but for the headers that make it the same request */
  first(context: CheckContext): Promise<{ exchange: Exchange; options: CallOptions }>;
}

const REPAYMENTS: { refused: Refused; requirement: string }[] = [
  { refused: NO_LOAN, requirement: 'REP-47' },
  {
    refused: loanWith('closed-loan', 'a repayment of a closed loan'),
    requirement: 'REP-48',
  },
  {
    refused: loanWith('third-party-loan', 'a repayment that a third party collects'),
    requirement: 'REP-50',
  },
  { refused: ZERO, requirement: 'REP-29' },
  { refused: FOREIGN_ACCOUNT, requirement: 'REP-52' },
  {
    refused: loanWith('loan-without-application', 'a repayment of a loan without application'),
    requirement: 'REP-53',
  },
];

const { users, states } = VALID_CALLS['request-loan'];
const OF_LOAN = { endpoint: 'request-loan', users, states } satisfies Partial<RefusedRequest>;

const REQUESTS: RefusedRequest[] = [
  {
    ...OF_LOAN,
    variant: 'no-loanProductId',
    what: 'a loan request without loanProductId',
    requirement: 'LOAN-14',
    after: 'request-loan.refuses.no-loanProductId',
    async first(context) {
      const { body, ...valid } = await VALID_CALLS['request-loan'].options(context);
      const options = { ...valid, body: { ...body, loanProductId: undefined } };
      return { options, exchange: await context.call('request-loan', options) };
    },
  },
  ...(['manager', 'cashier'] as const).map(
    (user): RefusedRequest => ({
      ...OF_LOAN,
      variant: user,
      what: `a request for a loan by a ${user}`,
      requirement: user === 'manager' ? 'LOAN-40' : 'LOAN-41',
      users: [user, ...OF_LOAN.users],
      after: `request-loan.forbids.${user}`,
      async first(context) {
        const { body } = await VALID_CALLS['request-loan'].options(context);
        const options = { as: await context.session(user), body };
        return { options, exchange: await requestBy(context, user) };
      },
    }),
  ),
  ...REPAYMENTS.map(
    ({ refused, requirement }): RefusedRequest => ({
      endpoint: 'repay-loan',
      variant: refused.variant,
      what: refused.what,
      requirement,
      users: refused.users,
      states: refused.states,
      after: `repay-loan.refuses.${refused.variant}`,
      first: async (context) => ({
        exchange: await answerTo(context, refused),
        options: await refused.options(context),
      }),
    }),
  ),
  {
    endpoint: 'update-application',
    variant: 'requested',
    what: 'an answer to an application still REQUESTED',
    requirement: 'APP-18',
    users: ['customer'],
    states: ['loan-requested'],
    after: `update-application.refuses.requested-then-${REQUESTED_FIRST}`,
    async first(context) {
      const [exchange] = await requestedAnswers(context);
      const { applicationId } = await context.state('loan-requested');
      const as = await context.session('customer');
      return { exchange, options: { as, ...offerCall(applicationId, REQUESTED_FIRST) } };
    },
  },
  {
    endpoint: 'update-application',
    variant: 'other-customer',
    what: 'an answer to the offer of another customer',
    requirement: 'APP-36',
    users: ['customer', 'otherCustomer'],
    states: ['offer-sent-other'],
    after: 'update-application.forbids.other-customer-accepting',
    async first(context) {
      const exchange = await foreignAnswer(context, 'customer accepts');
      const { applicationId } = await context.state('offer-sent-other');
      const as = await context.session('customer');
      return { exchange, options: { as, ...offerCall(applicationId, true) } };
    },
  },
];

/**
 * Sections 4.6 to 4.8 and 7: why a request is refused still holds when it comes again, so what was kept
 * for its key is a refusal, or nothing was.
 */
export const refusedRepeatChecks: Check[] = REQUESTS.map(
  ({ endpoint, variant, what, requirement, users, states, after, first }) => ({
    id: `idempotency.refused-again.${endpoint}.${variant}`,
    title: `refuses ${what} again under its key`,
    requirements: [requirement],
    level: 'must',
    endpoint,
    users,
    states,
    after: [after],
    cause: 'a refused request is answered well when its key comes again',
    async run(context) {
      const { exchange, options } = await first(context);
      expectRefusedBy(endpoint, exchange, what);
      const headers = { ...options.headers, ...sameHeaders(exchange) };
      const again = await context.call(endpoint, { ...options, headers });
      expectRefusedBy(endpoint, again, `${what}, a second time under its key`);
    },
  }),
);
