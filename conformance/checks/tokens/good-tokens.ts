import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, statusOf } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { READING } from '../valid-call.ts';
import { askedOf, ELSEWHERE } from './in-both-forms.ts';

/**
 * Sections 5.2 and 7: who may read what is open for most roles, but 401 says that the token is bad, and one that a login
 * just gave is not.
 */
export const goodTokenChecks: Check[] = READING.map((endpoint) => ({
  id: `authentication.good-token.${endpoint}`,
  title: `tells nobody with a good token that it is bad (${endpoint})`,
  requirements: ['AUT-2'],
  level: 'must',
  endpoint,
  users: ['customer'],
  states: endpoint === 'fetch-organisation-preference' ? [] : [endpoint],
  phase: 'sessions',
  // Where bad tokens are not told apart, that good ones are not called bad shows nothing.
  after: [`${endpoint}.succeeds`, `authentication.garbage.${endpoint}`],
  cause: 'a good token is answered with 401',
  async run(context: CheckContext) {
    const asked = await askedOf(context, endpoint);
    // Another tenant's token may be unknown to this host.
    for (const { user, plain, call } of asked.filter((one) => one.user !== ELSEWHERE)) {
      if (plain && statusOf(plain) === 401) {
        const ask = async () =>
          context.call(endpoint, { ...call.options, as: await context.freshSession(user) });
        const [once, again] = [await ask(), await ask()];
        if ([once, again].every((exchange) => statusOf(exchange) === 401)) {
          deviate(`${user} with the token of a login not to be answered with 401`, answerOf(again));
        }
      }
    }
  },
}));
