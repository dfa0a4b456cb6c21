import { textOf } from '../checks/entry-text.ts';
import { expectJoseHeader } from '../checks/sessions/access-token.ts';
import { expectField } from '../expectations.ts';
import { valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

const base = {
  endpoint: 'refresh',
  level: 'must',
  users: ['customer'],
  after: ['refresh.succeeds'],
} satisfies Partial<Rule>;

/** Section 4.2: what every refresh that gives a token answers. */
export const refreshRules: Rule[] = [
  {
    ...base,
    id: 'refresh.access_token',
    title: 'gives the new access token as a JWT',
    requirements: ['RFR-7'],
    judge({ succeeded, json }) {
      if (!succeeded || valueAt(json, 'access_token') === undefined) {
        return false;
      }
      expectField([json], 'refresh-response', 'access_token', 'answer to a refresh');
      expectJoseHeader(valueAt(json, 'access_token'), 'a refresh');
      return true;
    },
  },
  {
    ...base,
    id: 'refresh.expires_in',
    title: 'gives expires_in as the number 3600',
    requirements: ['RFR-8', 'AUT-10'],
    judge({ succeeded, json }) {
      if (!succeeded || typeof valueAt(json, 'access_token') !== 'string') {
        return false;
      }
      const seconds = valueAt(json, 'expires_in');
      if (seconds !== 3600) {
        deviate('expires_in to be the number 3600', textOf(seconds));
      }
      return true;
    },
  },
];
