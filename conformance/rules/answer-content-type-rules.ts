import type { EndpointName } from '../../contract/endpoint-names.ts';
import { CUSTOMER_LISTING } from '../checks/awaiting-payments/listing.ts';
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
export const answerContentTypeRules: Rule[] = SHOWN.map((shown) => ({
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
