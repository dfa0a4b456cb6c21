import { READING, VALID_CALLS } from '../../checks/valid-call.ts';
import { answerOf, isRejectedAsAsked, statusOf } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import type { Rule } from '../rule.ts';

const SERVED = [
  ...READING.map((endpoint) => ({ endpoint, after: [VALID_CALLS[endpoint].twin] })),
  { endpoint: 'logout' as const, after: ['logout.succeeds'] },
];

/** Section 5.5: what others do, whose request comes between, ends nobody's session. */
export const livingTokenRules: Rule[] = SERVED.map(({ endpoint, after }) => ({
  endpoint,
  id: `${endpoint}.token-lives-on`,
  title: `serves ${endpoint} again to tokens of users who ended none`,
  // A logout is often the first that a token is sent for: then no login has given one that works.
  requirements: endpoint === 'logout' ? ['AUT-34', 'AUT-2'] : ['AUT-34'],
  level: 'must',
  users: ['customer'],
  after,
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

/** Section 4.3: a logout that is like others of its user says nothing that a target could refuse but its token. */
export const logoutRule: Rule = {
  endpoint: 'logout',
  id: 'logout.succeeds-each-time',
  title: 'logs out each session as it has logged out others of its user',
  requirements: ['LGO-1', 'SVC-4'],
  level: 'must',
  users: ['customer'],
  after: ['logout.succeeds'],
  unseen: 'No user logged out twice in the same way.',
  judge({ livesOn, exchange, options }) {
    // One that lacks a header is sent to see what comes of it.
    if (livesOn !== true || options.meantToSucceed !== true) {
      return false;
    }
    if (isRejectedAsAsked(exchange)) {
      deviate('a logout to succeed that is like others of its user', answerOf(exchange));
    }
    return true;
  },
};
