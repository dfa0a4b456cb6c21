import { randomUUID } from 'node:crypto';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, expectRefusedBy } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { CUSTOMER_ADDRESS } from '../../http/request.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { listedHeaders } from '../kinds/listed-headers.ts';
import { refusedAnswer } from '../offers/update-application-offers.ts';
import {
  baseOf,
  LENDING,
  type LendingEndpoint,
  type SharedEndpoint,
  VALID_CALLS,
} from '../valid-call.ts';

/** What stands between client and target tells much the same by itself, and replaces no header. */
const TOLD_ON_THE_WAY: Readonly<Record<string, () => Record<string, string>>> = {
  'x-fapi-customer-ip-address': () => ({ 'x-forwarded-for': CUSTOMER_ADDRESS }),
  'x-fapi-interaction-id': () => ({ 'x-request-id': randomUUID() }),
};

/**
 * What else is missing once beside a header, where nothing varies that it would hide: all others, since older
 * clients may have none, and one, since who counts what is missing may miscount.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'x-fapi-auth-date': ['x-fapi-customer-ip-address', 'x-fapi-interaction-id'],
  'x-fapi-interaction-id': ['x-fapi-auth-date'],
};

/** The valid call of an endpoint with a change that it is to be refused for. */
export async function refusedCall(
  context: CheckContext,
  endpoint: SharedEndpoint,
  change: CallOptions,
): Promise<Exchange> {
  return endpoint === 'update-application'
    ? refusedAnswer(context, change)
    : context.call(endpoint, { ...(await VALID_CALLS[endpoint].options(context)), ...change });
}

/** The endpoint's valid call without some headers, sent once per run, and once in each situation. */
function callWithout(
  context: CheckContext,
  endpoint: LendingEndpoint,
  missing: readonly [string, ...string[]],
): Promise<Exchange> {
  return context.shared(`${endpoint} without ${missing.join(', ')}`, async (own) => {
    const isOnTheWay = (own.turn ?? 0) % 2 === 1;
    const headers = {
      ...Object.fromEntries(missing.map((header) => [header, null])),
      ...(isOnTheWay && TOLD_ON_THE_WAY[missing[0]]?.()),
    };
    return refusedCall(own, endpoint, { headers });
  });
}

/** The refusals of one endpoint without each of its headers (sections 4.6, 4.7 with 5.4, and 4.8). */
export function headerRefusals(endpoint: LendingEndpoint): Check[] {
  return listedHeaders(endpoint, 'must').map(({ header, requirement }) => ({
    ...baseOf(endpoint),
    id: `${endpoint}.refuses.no-${header}`,
    refusal: refusalOf(endpoint, `no-${header}`),
    title: `refuses ${endpoint} without ${header}`,
    requirements: [requirement],
    cause: `header ${header} is not required`,
    async run(context) {
      const exchange = await callWithout(context, endpoint, [header]);
      expectRefusedBy(endpoint, exchange, `a request without ${header}`);
      const others = context.plain ? undefined : OTHERS[header];
      if (others) {
        const missing = [header, ...others] as const;
        const lacking = await callWithout(context, endpoint, missing);
        expectRefusedBy(endpoint, lacking, `a request without ${missing.join(' and ')}`);
      }
    },
  }));
}

/** How the errors of these headers look, which section 7 does not show. */
export const headerErrorObservations: Check[] = LENDING.map((endpoint) => ({
  ...baseOf(endpoint),
  id: `${endpoint}.observes.header-errors`,
  title: `shows how ${endpoint} answers a request that lacks a header`,
  requirements: ['REP-55'],
  level: 'open',
  async run(context) {
    for (const { header } of listedHeaders(endpoint, 'must')) {
      const exchange = await callWithout(context, endpoint, [header]);
      context.observe(`answer of ${endpoint} without ${header}`, answerOf(exchange));
    }
  },
}));
