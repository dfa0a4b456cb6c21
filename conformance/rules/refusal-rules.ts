import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { UserName } from '../../target/target.ts';
import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** Endpoints that are asked for what belongs to others, by their identifiers. */
const ASKED: readonly EndpointName[] = ['repay-loan', 'update-application', 'portfolios'];

/** Staff may be told of their own organisation's customers; a customer whom a state brought has no name. */
const STAFF: readonly (UserName | undefined)[] = ['manager', 'agent', 'cashier'];

/** Section 5.10, in the texts of refusals: whose it is that was asked for is not told with the refusal. */
export const refusalRules: Rule[] = ASKED.map((endpoint) => ({
  endpoint,
  id: `${endpoint}.refusal-tells-of-nobody`,
  title: `names no other customer in a refusal (${endpoint})`,
  requirements: ['ERR-22'],
  level: 'must',
  users: ['customer'],
  cause: 'a refusal tells of another user',
  unseen: 'No refusal was seen of which another user is known.',
  judge({ exchange, caller, succeeded }, known) {
    const { request, response } = exchange;
    if (succeeded || !response || !caller || STAFF.includes(caller.user)) {
      return false;
    }
    const said = response.body.toLowerCase();
    const asked = `${decodeURIComponent(request.url)} ${request.body ?? ''}`.toLowerCase();
    const told = known
      .textsOfOthers(caller)
      .find((text) => said.includes(text) && !asked.includes(text));
    if (told !== undefined) {
      deviate(
        'a refusal that tells nothing of whom the caller may not see',
        told.includes('@') ? 'the e-mail address of another user' : 'the name of another customer',
      );
    }
    return true;
  },
}));
