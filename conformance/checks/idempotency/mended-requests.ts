import type { Check } from '../../check.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { baseOf, RECORDS } from './one-record.ts';
import { roundsInForms } from './repeats-in-forms.ts';

/**
 * Sections 5.5 and 7: who is answered with 401 may take a good token and try again. Whether a key that a
 * refused request had is taken is open, but a good token is not called a bad one for it.
 */
export const mendedRequestChecks: Check[] = RECORDS.map(({ endpoint }) => ({
  ...baseOf(endpoint),
  id: `idempotency.after-bad-token.${endpoint}`,
  title: `serves ${endpoint} with a good token after a bad one had its key`,
  requirements: ['AUT-34'],
  // The rounds are part of what is tried again.
  phase: 'endings',
  after: [`idempotency.repeated.${endpoint}`, `authentication.tampered-signature.${endpoint}`],
  cause: 'a refused token is remembered with the key of its request',
  async run(context) {
    const rounds = await roundsInForms(context, endpoint);
    const tried = rounds.filter(({ refused, atOnce }) => refused && atOnce.some(isSuccess));
    const after = tried.filter(({ refused }) => refused && statusOf(refused) === 401);
    if (after.length === 0) {
      context.inconclusive('No request with a bad token was followed by one that succeeded.');
    }
    for (const { text, denied = [] } of after) {
      const unauthorised = denied.find((answer) => statusOf(answer) === 401);
      if (unauthorised) {
        deviate(
          `a good token not to be called bad (${text}): under another key it is served`,
          answerOf(unauthorised),
        );
      }
    }
  },
}));
