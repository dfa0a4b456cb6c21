import type { Check } from '../../check.ts';
import type { HeaderNames } from '../../check-context.ts';
import { answerOf, isSuccess } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { baseOf, READING, VALID_CALLS } from '../valid-call.ts';

/** How each endpoint is asked: clients write the names in capitals, or with one at the begin of each part. */
const WRITTEN: Record<(typeof READING)[number], HeaderNames> = {
  'fetch-organisation-preference': 'X-AUTH-TOKEN',
  'awaiting-payments': 'X-Auth-Token',
  portfolios: 'X-AUTH-TOKEN',
};

/** RFC 9110 section 5.1: names of headers are the same in capitals and small letters. */
export const headerNameChecks: Check[] = READING.map((endpoint) => {
  const { options } = VALID_CALLS[endpoint];
  const headerNames = WRITTEN[endpoint];
  return {
    ...baseOf(endpoint),
    id: `${endpoint}.header-names`,
    title: `serves ${endpoint} whose headers are named as in ${headerNames}`,
    requirements: ['SVC-34'],
    inOtherForms: true,
    cause: 'names of headers are compared letter by letter',
    async run(context) {
      const exchange = await context.call(endpoint, { ...(await options(context)), headerNames });
      if (isSuccess(exchange)) {
        return;
      }
      const plain = await context.call(endpoint, await options(context));
      if (!isSuccess(plain)) {
        context.inconclusive('The same request is refused with names in small letters as well.');
      }
      deviate(
        `the names of headers to be the same in any letters, such as ${headerNames}`,
        answerOf(exchange),
      );
    },
  };
});
