import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { REGISTER } from '../../contract/register/index.ts';
import { answerOf, isServerError, isTakenBy } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import { RULES } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';

/** The requirement that says this; a text that no row has is a defect of this file. */
function requirementThat(text: string): string {
  const row = REGISTER.find((each) => each.text === text);
  if (!row) {
    throw new Error(`no requirement says: ${text}`);
  }
  return row.id;
}

/** What certify concludes from all checks of a run (`service.no-server-error`), answer by answer. */
const noServerError = ENDPOINT_NAMES.map(
  (endpoint): Rule => ({
    id: `service.no-server-error.${endpoint}`,
    title: `answers no ${endpoint} with a 5xx`,
    requirements: ['SVC-17'],
    level: 'must',
    endpoint,
    judge({ exchange }) {
      if (isServerError(exchange)) {
        deviate('no answer with 5xx', answerOf(exchange));
      }
      return true;
    },
  }),
);

/**
 * What certify tries on purpose: a request without what is required is not taken. Whatever else is
 * wrong with it, a success is wrong; which refusal is right can be told of a twin only.
 */
const takesNothingWithout = ENDPOINT_NAMES.flatMap((endpoint) =>
  ENDPOINTS[endpoint].headers
    .filter(({ required }) => required === 'must')
    .map(({ name }): Rule => {
      const isToken = name === 'X-Auth-Token';
      return {
        id: `${endpoint}.taken-without.${name.toLowerCase()}`,
        title: `takes no ${endpoint} without ${isToken ? 'a token' : name}`,
        requirements: [
          requirementThat(
            isToken
              ? 'Without a token header the answer is 401.'
              : `${endpoint} without the header ${name} is refused.`,
          ),
        ],
        level: 'must',
        endpoint,
        judge(told) {
          const { headers } = told.exchange.request;
          const there = headers[name.toLowerCase()] ?? (isToken && headers.authorization);
          // Under a key that was sent before, the older answer may come again.
          if (there || told.repeatedKey) {
            return false;
          }
          if (isTakenBy(endpoint, told.exchange)) {
            deviate(
              `a request without ${isToken ? 'a token' : name} to be refused`,
              answerOf(told.exchange),
            );
          }
          return true;
        },
      };
    }),
);

/** The rules of certify, and what it finds out by checks of its own that each exchange can show. */
export const SERVER_RULES: readonly Rule[] = [...RULES, ...noServerError, ...takesNothingWithout];
