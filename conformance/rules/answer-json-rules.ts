import type { EndpointName } from '../../contract/endpoint-names.ts';
import { CUSTOMER_LISTING } from '../checks/awaiting-payments/listing.ts';
import { answerOf } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** application/json, or a type that ends in +json (RFC 6839), with any parameters. */
const JSON_TYPE = /^[\w!#$&^.+-]+\/(json|[\w!#$&^.+-]+\+json)\s*(;|$)/i;

const customer = { users: ['customer'] } satisfies Partial<Rule>;

/** The endpoints whose answers are shown, each with what makes it answer. */
const SHOWN: (Pick<Rule, 'users' | 'states' | 'after'> & { endpoint: EndpointName })[] = [
  { ...customer, endpoint: 'login' },
  { ...customer, endpoint: 'refresh', after: ['refresh.succeeds'] },
  CUSTOMER_LISTING,
  { ...customer, endpoint: 'update-application', after: ['update-application.succeeds'] },
  {
    ...customer,
    endpoint: 'repay-loan',
    states: ['active-loan'],
    after: ['repay-loan.succeeds'],
  },
];

/** Section 4: bodies are JSON, which the Content-Type of every success should say where there is one. */
const contentTypes: Rule[] = SHOWN.map((shown) => ({
  ...shown,
  id: `${shown.endpoint}.answer-content-type`,
  title: `sends every answer of ${shown.endpoint} as JSON, if as anything`,
  requirements: ['SVC-30'],
  level: 'should',
  cause: 'a JSON body is sent as something else',
  judge({ succeeded, json, exchange }) {
    if (!succeeded || json === undefined) {
      return false;
    }
    const type = exchange.response?.headers['content-type'];
    if (type !== undefined && !JSON_TYPE.test(type.trim())) {
      deviate('the Content-Type application/json, one that ends in +json, or none', type);
    }
    return true;
  },
}));

/** Endpoints whose success is the shown body alone; a repayment's has a rule of its own. */
const bodies: Rule[] = SHOWN.filter(({ endpoint }) => endpoint !== 'repay-loan').map((shown) => ({
  ...shown,
  // It builds on nothing that fails for the same, such as the first login.
  ...{ after: [], users: shown.endpoint === 'login' ? [] : shown.users },
  id: `${shown.endpoint}.body-is-json`,
  title: `answers every success of ${shown.endpoint} with JSON`,
  requirements: ['SVC-12'],
  level: 'must',
  cause: 'a success is answered with what is no JSON',
  ask: (context) =>
    context.passed(shown.endpoint === 'login' ? 'login.customer' : `${shown.endpoint}.succeeds`),
  judge({ succeeded, json, exchange }) {
    // An answer to an offer without the application is a refusal (section 4.8), and may have no body.
    const isNone = shown.endpoint === 'update-application' && exchange.response?.body === '';
    if (!succeeded || isNone) {
      return false;
    }
    if (json === undefined) {
      deviate('a JSON body', answerOf(exchange));
    }
    return true;
  },
}));

/** Section 4: answers that are shown are JSON, and called so. */
export const answerJsonRules: Rule[] = [...contentTypes, ...bodies];
