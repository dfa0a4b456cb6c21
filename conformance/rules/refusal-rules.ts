import type { EndpointName } from '../../contract/endpoint-names.ts';
import { ROLE_OF_USER, type UserName } from '../../target/target.ts';
import { leavesOf } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** Endpoints that are asked for what belongs to others, by their identifiers. */
const ASKED: readonly EndpointName[] = ['repay-loan', 'update-application', 'portfolios'];

/** What a refusal of each would hold of what it refuses. */
const HELD: Partial<Record<EndpointName, { what: string; isIn(exchange: Exchange): boolean }>> = {
  'awaiting-payments': {
    what: 'payments',
    isIn(exchange) {
      const entries = valueAt(jsonOf(exchange), 'data', 'awaitingPayments');
      return Array.isArray(entries) && entries.length > 0;
    },
  },
  'update-application': {
    what: 'an application',
    // The identifier alone, which whoever asks has sent, tells nothing.
    isIn(exchange) {
      const data = valueAt(jsonOf(exchange), 'data');
      const told = leavesOf(data).filter(({ value }) => value !== null && value !== '');
      return typeof valueAt(data, 'applicationId') === 'string' && told.length > 1;
    },
  },
};

/** Section 7: who is refused with 403 is not given the thing all the same. */
const givenAllTheSame: Rule[] = Object.entries(HELD).map(([endpoint, { what, isIn }]) => ({
  endpoint: endpoint as EndpointName,
  id: `${endpoint}.refusal-holds-nothing`,
  title: `gives nobody ${what} with a 401 or 403`,
  requirements: ['ERR-23'],
  level: 'must',
  users: ['customer'],
  unseen: 'No request was refused with 401 or 403.',
  judge({ exchange, status }) {
    if (status !== 401 && status !== 403) {
      return false;
    }
    if (isIn(exchange)) {
      deviate(`a refusal with HTTP ${status} without ${what}`, `${what} in its body`);
    }
    return true;
  },
}));

/** Staff may be told of their own organisation's customers; a customer whom a state brought has no name. */
const STAFF: readonly (UserName | undefined)[] = ['manager', 'agent', 'cashier'];

/** Section 5.10, in the texts of refusals: whose it is that was asked for is not told. */
const ofOthers: Rule[] = ASKED.map((endpoint) => ({
  endpoint,
  id: `${endpoint}.refusal-tells-of-nobody`,
  title: `names no other customer in a refusal (${endpoint})`,
  requirements: ['ERR-22'],
  level: 'must',
  users: ['customer'],
  cause: 'a refusal tells of another user',
  unseen: 'No refusal was seen of which another user is known.',
  judge({ exchange, options, caller, succeeded }, known) {
    const { request, response } = exchange;
    if (succeeded || !response || !caller || STAFF.includes(caller.user)) {
      return false;
    }
    const said = response.body.toLowerCase();
    const body = options.rawBody ?? JSON.stringify(options.body) ?? '';
    const asked = `${decodeURIComponent(request.url)} ${body}`.toLowerCase();
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

/** Endpoints that section 4 or 5.10 keeps somebody from. */
const FORBIDDING: readonly EndpointName[] = ['awaiting-payments', 'request-loan', ...ASKED];

/**
 * Section 7: the role in a 403 is the caller's. A 403 of another shape may be a gateway's, or have a reason that the
 * specification does not name.
 */
const callersRole: Rule[] = FORBIDDING.map((endpoint) => ({
  endpoint,
  id: `${endpoint}.forbidden-role`,
  title: `names the caller's role in each 403 that names one (${endpoint})`,
  requirements: ['ERR-14'],
  level: 'must',
  users: ['customer'],
  unseen: 'No 403 with error, message and role was seen.',
  judge({ status, json, caller }) {
    const [role, ...others] = ['role', 'error', 'message'].map((field) => valueAt(json, field));
    const isShown = [role, ...others].every((each) => typeof each === 'string');
    if (status !== 403 || caller?.user === undefined || !isShown) {
      return false;
    }
    const own = ROLE_OF_USER[caller.user];
    if (role !== own) {
      deviate(`role ${own} in a 403 to ${caller.user}`, JSON.stringify(role));
    }
    return true;
  },
}));

/** Sections 5.10 and 7: what a refusal tells, and may not tell. */
export const refusalRules: Rule[] = [...ofOthers, ...givenAllTheSame, ...callersRole];
