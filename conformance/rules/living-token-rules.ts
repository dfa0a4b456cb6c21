import { READING, VALID_CALLS } from '../checks/valid-call.ts';
import { answerOf, statusOf } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** Section 5.5: what others do, whose request comes between, ends nobody's session. */
export const livingTokenRules: Rule[] = READING.map((endpoint) => ({
  endpoint,
  id: `${endpoint}.token-lives-on`,
  title: `serves ${endpoint} again to tokens of users who ended none`,
  requirements: ['AUT-34'],
  level: 'must',
  users: ['customer'],
  after: [VALID_CALLS[endpoint].twin],
  cause: 'what a user does ends the session of another',
  unseen: 'Nothing was asked for twice with one token.',
  judge({ livesOn, exchange, caller }) {
    if (livesOn === undefined) {
      return false;
    }
    const refused = livesOn === true ? exchange : livesOn;
    if (statusOf(refused) === 401) {
      const whose = caller?.user ?? 'a user';
      deviate(
        `the request to be served${livesOn === true ? ' as before' : ''}: ${whose} has neither logged in or out nor refreshed since the token worked`,
        `${answerOf(refused)}${livesOn === true ? '' : ', and only another token is served'}`,
      );
    }
    return true;
  },
}));
