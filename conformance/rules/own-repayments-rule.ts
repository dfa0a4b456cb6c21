import { valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Knowledge } from './knowledge.ts';
import type { Rule, Told } from './rule.ts';

/** Half a cent: what sums of binary numbers may be beside an amount. */
const LESS_THAN_A_CENT = 0.005;

/** An id without what may be written otherwise of it: case, hyphens and what stands around it. */
const lettersOf = (id: string): string => id.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether this names somebody, and somebody else. */
const isAnother = (id: unknown, own: string): boolean =>
  typeof id === 'string' && lettersOf(id) !== '' && lettersOf(id) !== lettersOf(own);

/** The id in the path of a repayment (section 4.7). */
const pathIdOf = ({ exchange }: Told): string | undefined =>
  decodeURIComponent(new URL(exchange.request.url).pathname).split('/').at(-1);

/** What of a repayment that was taken had to be refused; nothing where all was right. */
function wrongOf(told: Told, known: Knowledge): string | undefined {
  const { as, body } = told.options;
  const isCustomers = told.caller?.user === 'customer' || told.caller?.user === 'otherCustomer';
  const own = isCustomers && as && 'userId' in as ? as.userId : undefined;
  if (own !== undefined && isAnother(pathIdOf(told), own)) {
    return "a path with another user's id";
  }
  if (own !== undefined && isAnother(valueAt(body, 'customerId'), own)) {
    return "another customer's customerId";
  }
  const amount = valueAt(body, 'repaymentAmount');
  if (typeof amount === 'number' && amount <= 0) {
    return `an amount of ${amount}`;
  }
  const total = known.loanOf(valueAt(body, 'accountId'))?.totalPayable;
  if (typeof amount === 'number' && total && amount > total + LESS_THAN_A_CENT) {
    return `an amount of ${amount}, above the total payable`;
  }
  return undefined;
}

/**
 * Sections 4.7 and 7, of whatever was sent and why: a check that asks how something is refused says nothing where it
 * is taken, and once it is the loan may be repaid, so that nobody can be shown it again.
 */
export const ownRepaymentsRule: Rule = {
  id: 'repay-loan.own.everywhere',
  title: 'records no repayment for another, of nothing, or of more than the loan',
  requirements: ['REP-16', 'REP-49', 'REP-29', 'REP-30', 'REP-31'],
  endpoint: 'repay-loan',
  level: 'must',
  users: ['customer'],
  states: ['active-loan'],
  after: [
    'repay-loan.succeeds',
    'repay-loan.forbids.other-user-id',
    'repay-loan.refuses.other-customerId',
    'repay-loan.refuses.amount-zero',
    'repay-loan.refuses.amount-negative',
    'repay-loan.refuses.amount-above-total',
  ],
  judge(told, known) {
    if (!told.succeeded || told.repeatedKey) {
      return false;
    }
    const wrong = wrongOf(told, known);
    if (wrong) {
      deviate('a repayment to be refused', `it was taken, with ${wrong}`);
    }
    return true;
  },
};
