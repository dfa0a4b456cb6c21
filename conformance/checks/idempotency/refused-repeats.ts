import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { StateName, UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { expectRefusedAnswer, expectRejection } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sameRequest } from '../offers/update-application-offers.ts';
import { FOREIGN_ACCOUNT, loanWith, type Refused } from '../repayments/repay-loan-refusals.ts';
import { VALID_CALLS } from '../valid-call.ts';

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
  options(context: CheckContext): Promise<CallOptions>;
}

const repayment = (
  { variant, what, users, states, options }: Refused,
  requirement: string,
): RefusedRequest => ({
  ...{ endpoint: 'repay-loan', variant, what, users, states, options, requirement },
  after: `repay-loan.refuses.${variant}`,
});

/** The valid request for a loan with a field changed; `undefined` leaves it out. */
const requestWith =
  (change: Record<string, unknown>) =>
  async (context: CheckContext): Promise<CallOptions> => {
    const options = await VALID_CALLS['request-loan'].options(context);
    return { ...options, body: { ...options.body, ...change } };
  };

const REQUESTS: RefusedRequest[] = [
  {
    endpoint: 'request-loan',
    variant: 'no-loanProductId',
    what: 'a loan request without loanProductId',
    requirement: 'LOAN-14',
    users: VALID_CALLS['request-loan'].users,
    states: VALID_CALLS['request-loan'].states,
    after: 'request-loan.refuses.no-loanProductId',
    options: requestWith({ loanProductId: undefined }),
  },
  repayment(loanWith('third-party-loan', 'a repayment that a third party collects'), 'REP-50'),
  repayment(loanWith('closed-loan', 'a repayment of a closed loan'), 'REP-48'),
  repayment(FOREIGN_ACCOUNT, 'REP-52'),
  {
    endpoint: 'update-application',
    variant: 'requested',
    what: 'an answer to an application still REQUESTED',
    requirement: 'APP-18',
    users: ['customer'],
    states: ['loan-requested'],
    after: 'update-application.refuses.requested-then-true',
    async options(context) {
      const { applicationId } = await context.state('loan-requested');
      return {
        as: await context.session('customer'),
        path: { 'loan-application-id': applicationId },
        query: { status: true },
      };
    },
  },
];

/**
 * Sections 4.6 to 4.8 and 7: why a request is refused still holds when it comes again, so what was kept
 * for its key is a refusal, or nothing was.
 */
export const refusedRepeatChecks: Check[] = REQUESTS.map(
  ({ endpoint, variant, what, requirement, users, states, after, options }) => ({
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
      const sent = await options(context);
      const ask = (headers: CallOptions['headers']): Promise<Exchange> =>
        context.call(endpoint, { ...sent, headers: { ...sent.headers, ...headers } });
      const expect = endpoint === 'update-application' ? expectRefusedAnswer : expectRejection;
      const headers = sameRequest(context.newKey(endpoint));
      expect(await ask(headers), what);
      expect(await ask(headers), `${what}, a second time under its key`);
    },
  }),
);
