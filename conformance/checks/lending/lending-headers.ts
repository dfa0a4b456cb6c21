import { randomUUID } from 'node:crypto';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectRefusedAnswer, expectRejection } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { CUSTOMER_ADDRESS } from '../../http/request.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { listedHeaders } from '../kinds/listed-headers.ts';
import { refusedAnswer } from '../offers/update-application-offers.ts';
import { LENDING, type LendingEndpoint, VALID_CALLS } from '../valid-call.ts';

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
    if (endpoint === 'update-application') {
      return refusedAnswer(own, { headers });
    }
    return own.call(endpoint, { ...(await VALID_CALLS[endpoint].options(own)), headers });
  });
}

/** The refusals of one endpoint without each of its headers (sections 4.6, 4.7 with 5.4, and 4.8). */
export function headerRefusals(endpoint: LendingEndpoint): Check[] {
  const { users, states, twin } = VALID_CALLS[endpoint];
  return listedHeaders(endpoint, 'must').map(({ header, requirement }) => ({
    id: `${endpoint}.refuses.no-${header}`,
    refusal: refusalOf(endpoint, `no-${header}`),
    title: `refuses ${endpoint} without ${header}`,
    requirements: [requirement],
    level: 'must',
    endpoint,
    users,
    ...(endpoint !== 'update-application' && { states }),
    after: [twin],
    cause: `header ${header} is not required`,
    async run(context) {
      const demand = endpoint === 'update-application' ? expectRefusedAnswer : expectRejection;
      demand(await callWithout(context, endpoint, [header]), `a request without ${header}`);
      const others = context.plain ? undefined : OTHERS[header];
      if (others) {
        const exchange = await callWithout(context, endpoint, [header, ...others]);
        demand(exchange, `a request without ${[header, ...others].join(' and ')}`);
      }
    },
  }));
}

/** How the errors of these headers look, which section 7 does not show. */
export const headerErrorObservations: Check[] = LENDING.map((endpoint) => ({
  id: `${endpoint}.observes.header-errors`,
  title: `shows how ${endpoint} answers a request that lacks a header`,
  requirements: ['REP-55'],
  level: 'open',
  endpoint,
  users: VALID_CALLS[endpoint].users,
  ...(endpoint !== 'update-application' && { states: VALID_CALLS[endpoint].states }),
  after: [VALID_CALLS[endpoint].twin],
  async run(context) {
    for (const { header } of listedHeaders(endpoint, 'must')) {
      const exchange = await callWithout(context, endpoint, [header]);
      context.observe(`answer of ${endpoint} without ${header}`, answerOf(exchange));
    }
  },
}));
