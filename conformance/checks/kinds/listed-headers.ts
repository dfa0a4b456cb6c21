import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { firstOf } from './body-fields.ts';

/** What comes of a request without a token has checks of its own. */
const TOKEN = 'X-Auth-Token';

/**
 * The headers beside the token that the contract gives an endpoint, in its order, each with the requirement of a
 * request without it: those that it demands, or those of which that is open.
 */
export function listedHeaders(
  endpoint: EndpointName,
  level: 'must' | 'open',
): { header: string; requirement: string }[] {
  const { headers, section } = ENDPOINTS[endpoint];
  return headers
    .filter(({ name, required }) => required === level && name !== TOKEN)
    .map(({ name }) => ({ header: name, requirement: firstOf(level, section, `header ${name}`) }));
}

/** How an endpoint is asked without a header that need not be demanded. */
interface WithoutListed extends Partial<Check> {
  endpoint: EndpointName;
  /** what does something without it, in titles; the endpoint unless told otherwise */
  subject?: string;
  /** sends the valid request without a header; nothing where it was not sent */
  send(context: CheckContext, header: string): Promise<Exchange | undefined>;
}

/** For every header that an endpoint lists and may demand or not: what it does without it. */
export function withoutListedHeaders({ send, ...base }: WithoutListed): Check[] {
  const { endpoint, subject = endpoint, ...rest } = base;
  return listedHeaders(endpoint, 'open').map(({ header, requirement }) => ({
    ...rest,
    endpoint,
    id: `${endpoint}.observes.${header.toLowerCase()}`,
    title: `shows what ${subject} does without ${header}`,
    requirements: [requirement],
    level: 'open',
    async run(context) {
      const exchange = await send(context, header);
      if (exchange) {
        context.observe(`status of ${endpoint} without ${header}`, statusOf(exchange));
      }
    },
  }));
}
