import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { portfoliosIn } from '../portfolios/listing.ts';
import { tellingLeaves, tellsMostOf } from '../sessions/organisation.ts';
import { preferenceCaller } from '../sessions/organisation-preference.ts';
import { baseOf, type READING, VALID_CALLS } from '../valid-call.ts';

type Reading = (typeof READING)[number];

/** Spellings that a router may take for the path where what asks for the token does not. */
const SPELLINGS: { what: string; respell: NonNullable<CallOptions['respell']> }[] = [
  { what: 'with a slash behind it', respell: (path) => `${path}/` },
  { what: 'in capitals', respell: inCapitals },
];

/** The path with a capital where its last name begins, which is no identifier. */
function inCapitals(path: string): string {
  const segments = path.split('/');
  const last = segments.findLastIndex((segment) => /^[a-z][a-z-]*$/.test(segment));
  return segments
    .map((segment, at) =>
      at === last ? segment.charAt(0).toUpperCase() + segment.slice(1) : segment,
    )
    .join('/');
}

/** Whether an answer is what the endpoint serves: anything else may be at a path that is none. */
const IS_SERVED: {
  [E in Reading]: (context: CheckContext, exchange: Exchange) => Promise<boolean>;
} = {
  async 'fetch-organisation-preference'(context, exchange) {
    const { exchange: good } = await preferenceCaller(context);
    return isSuccess(exchange) && tellsMostOf(new Set(tellingLeaves(good)), exchange);
  },
  async 'awaiting-payments'(_, exchange) {
    const list = valueAt(jsonOf(exchange), 'data', 'awaitingPayments');
    return isSuccess(exchange) && Array.isArray(list);
  },
  portfolios: async (context, exchange) => (await portfoliosIn(context, exchange)).length > 0,
};

/** Section 4: every endpoint requires a token, however a target lets its path be spelled. */
export const otherPathChecks: Check[] = Object.entries(IS_SERVED).map(([name, isServed]) => {
  const endpoint = name as Reading;
  const { options } = VALID_CALLS[endpoint];
  return {
    ...baseOf(endpoint),
    id: `authentication.other-path.${endpoint}`,
    title: `serves nobody without a token at another path (${endpoint})`,
    requirements: ['SVC-31'],
    after: [...baseOf(endpoint).after, `authentication.missing.${endpoint}`],
    cause: 'a path is served without a token',
    async run(context) {
      const valid = await options(context);
      // What is answered at a path that is none says nothing of the target, be it a 5xx.
      const aside = context.aside();
      for (const { what, respell } of SPELLINGS) {
        const exchange = await aside.call(endpoint, { ...valid, as: null, respell });
        if (await isServed(context, exchange)) {
          context.evidence(exchange);
          deviate(`nothing of ${endpoint} without a token at the path ${what}`, answerOf(exchange));
        }
      }
    },
  };
});
