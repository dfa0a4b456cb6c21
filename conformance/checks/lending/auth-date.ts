import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { expectRefusedAnswer, expectRejection } from '../../expectations.ts';
import { repaymentBody, smallAmount, VALID_CALLS } from '../valid-call.ts';

/** No reader of any date takes this for one. */
const NO_DATE = { 'x-fapi-auth-date': 'not a date' };

interface Dated {
  endpoint: 'request-loan' | 'repay-loan' | 'update-application';
  requirement: string;
  needs: Pick<Check, 'states' | 'takes'>;
  /** a call that would succeed; where it has an effect, on a state that nobody else uses */
  options(context: CheckContext): Promise<CallOptions>;
}

const DATED: Dated[] = [
  {
    endpoint: 'request-loan',
    requirement: 'LOAN-50',
    needs: { states: ['loan-product'] },
    options: (context) => VALID_CALLS['request-loan'].options(context),
  },
  {
    endpoint: 'update-application',
    requirement: 'APP-51',
    needs: { takes: { 'offer-sent': 1 } },
    async options(context) {
      const { applicationId } = await context.take('offer-sent');
      const path = { 'loan-application-id': applicationId };
      return { as: await context.session('customer'), path, query: { status: false } };
    },
  },
  {
    endpoint: 'repay-loan',
    requirement: 'REP-58',
    needs: { takes: { 'active-loan': 1 } },
    async options(context) {
      const loan = await context.take('active-loan');
      return {
        as: await context.session('customer'),
        path: { 'user-id': loan.customerId },
        body: repaymentBody(loan, smallAmount(loan)),
      };
    },
  },
];

/** Section 4.6: x-fapi-auth-date is ISO 8601; that anything else is refused is not said. */
export const authDateChecks: Check[] = DATED.map(({ endpoint, requirement, needs, options }) => ({
  ...needs,
  id: `${endpoint}.refuses.x-fapi-auth-date-not-a-date`,
  title: `refuses ${endpoint} whose x-fapi-auth-date is no date`,
  requirements: [requirement],
  level: 'should',
  endpoint,
  users: ['customer'],
  after: [VALID_CALLS[endpoint].twin],
  cause: 'an x-fapi-auth-date that is not ISO 8601 is accepted',
  async run(context) {
    const exchange = await context.call(endpoint, {
      ...(await options(context)),
      headers: NO_DATE,
    });
    const demand = endpoint === 'update-application' ? expectRefusedAnswer : expectRejection;
    demand(exchange, `${endpoint} with x-fapi-auth-date: ${NO_DATE['x-fapi-auth-date']}`);
  },
}));
