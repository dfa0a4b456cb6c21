import type { Check } from '../../check.ts';
import { expectRefusedBy } from '../../expectations.ts';
import { refusedCall } from '../lending/lending-headers.ts';
import { baseOf, type SharedEndpoint, VALID_CALLS } from '../valid-call.ts';
import { listedHeaders } from './listed-headers.ts';

/** What says that a header is demanded: of the device in section 5.3, of the request in 5.4. */
const requirementOf = (header: string) => (header.startsWith('x-') ? 'AUT-61' : 'AUT-60');

/** The endpoints that demand headers beside the token, with those. */
const DEMANDED = (Object.keys(VALID_CALLS) as SharedEndpoint[])
  .map((endpoint) => ({
    endpoint,
    headers: listedHeaders(endpoint, 'must').map(({ header }) => header),
  }))
  .filter(({ headers }) => headers.length > 0);

/** Sections 4.5 to 4.9: each header that an endpoint demands, there and empty. */
export const emptyHeaderChecks: Check[] = DEMANDED.map(({ endpoint, headers }) => ({
  ...baseOf(endpoint),
  id: `${endpoint}.refuses.empty-headers`,
  title: `refuses ${endpoint} with a demanded header that is empty`,
  requirements: [...new Set(headers.map(requirementOf))],
  level: 'should',
  cause: 'an empty header is taken for one that is there',
  tries: headers.length,
  async run(context) {
    const [header = ''] = headers.slice(context.turn ?? 0);
    const exchange = await refusedCall(context, endpoint, { headers: { [header]: '' } });
    expectRefusedBy(endpoint, exchange, `${endpoint} with an empty ${header}`);
  },
}));
