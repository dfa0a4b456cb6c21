import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** Section 4.6: how every request for a loan that creates an application is answered. */
export const requestLoanRules: Rule[] = [
  {
    endpoint: 'request-loan',
    id: 'request-loan.status-200',
    title: 'answers every valid request for a loan with 200',
    requirements: ['LOAN-27'],
    level: 'must',
    users: ['customer'],
    states: ['loan-product'],
    after: ['request-loan.succeeds'],
    judge({ succeeded, repeatedKey, status }) {
      // How a repeat is answered is open.
      if (!succeeded || repeatedKey) {
        return false;
      }
      if (status !== 200) {
        deviate('HTTP 200 for a valid request', `HTTP ${status}`);
      }
      return true;
    },
  },
];
