import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isRejection, isSuccess, statusOf, successOf } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { baseOf, type RecordingEndpoint } from '../valid-call.ts';
import { RECORDS } from './one-record.ts';
import { roundsInForms } from './repeats-in-forms.ts';

/** The rounds in which a request under a new key succeeded, and one with a bad token came before under another. */
async function roundsAfterBadToken(context: CheckContext, endpoint: RecordingEndpoint) {
  const rounds = await roundsInForms(context, endpoint);
  const after = rounds.filter(
    ({ refused, atOnce }) => refused && statusOf(refused) === 401 && atOnce.some(isSuccess),
  );
  return after.length > 0
    ? after
    : context.inconclusive('No request with a bad token was followed by one that succeeded.');
}

/** Sections 5.5 and 7: who is answered with 401 takes a good token, which is not called a bad one for its key. */
const goodTokens: Check[] = RECORDS.map(({ endpoint }) => ({
  ...baseOf(endpoint),
  id: `idempotency.after-bad-token.${endpoint}`,
  title: `serves ${endpoint} with a good token after a bad one had its key`,
  requirements: ['AUT-34'],
  // The rounds are part of what is tried again.
  phase: 'endings',
  after: [`idempotency.repeated.${endpoint}`, `authentication.tampered-signature.${endpoint}`],
  cause: 'a refused token is remembered with the key of its request',
  async run(context) {
    for (const { text, denied = [] } of await roundsAfterBadToken(context, endpoint)) {
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

/** Section 7: the client may refresh its token and retry, and what is retried is the same request. */
const retries: Check[] = RECORDS.map(({ endpoint }) => ({
  ...baseOf(endpoint),
  id: `idempotency.retry-after-bad-token.${endpoint}`,
  title: `serves ${endpoint} under the key that it had with a bad token`,
  requirements: ['ERR-24'],
  level: 'should',
  phase: 'endings',
  after: [`idempotency.after-bad-token.${endpoint}`],
  cause: 'a request with a bad token uses its key up',
  async run(context) {
    for (const { text, denied = [] } of await roundsAfterBadToken(context, endpoint)) {
      const [answer] = denied;
      if (answer && denied.every(isRejection)) {
        deviate(
          `a retry with a good token (${text}) to be served under its key: under another it is`,
          answerOf(answer),
          successOf(answer),
        );
      }
    }
  },
}));

/** What a request leaves behind that was answered with 401. */
export const mendedRequestChecks: Check[] = [...goodTokens, ...retries];
