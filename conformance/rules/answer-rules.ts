import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoint-names.ts';
import { answerOf } from '../expectations.ts';
import { isGatewayRefusal } from '../http/gateway.ts';
import { deviate } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** What brings about exchanges of an endpoint, where nothing else is selected. */
const TWIN: { [E in EndpointName]?: string } = {
  login: 'login.customer',
};

/** No answer of the specification is a 5xx: a target that breaks has kept none of its sentences. */
const noServerError = ENDPOINT_NAMES.map(
  (endpoint): Rule => ({
    endpoint,
    level: 'must',
    id: `${endpoint}.no-5xx`,
    title: `never answers ${endpoint} with a 5xx`,
    requirements: ['SVC-20'],
    users: ['customer'],
    after: [TWIN[endpoint] ?? `${endpoint}.succeeds`],
    cause: 'a request is answered with a 5xx',
    judge({ exchange, status }) {
      if (isGatewayRefusal(exchange)) return false;
      if (status >= 500) deviate('an answer that the specification knows', answerOf(exchange));
      return true;
    },
  }),
);

/** What holds of the answers of every endpoint alike. */
export const answerRules: Rule[] = noServerError;
