import type { Check } from '../../check.ts';
import { expectRefusedAnswer, expectRejection } from '../../expectations.ts';
import { refusedAnswer } from '../offers/update-application-offers.ts';
import { type SharedEndpoint, VALID_CALLS } from '../valid-call.ts';
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
export const emptyHeaderChecks: Check[] = DEMANDED.map(({ endpoint, headers }) => {
  const { users, states, twin } = VALID_CALLS[endpoint];
  return {
    id: `${endpoint}.refuses.empty-headers`,
    title: `refuses ${endpoint} with a demanded header that is empty`,
    requirements: [...new Set(headers.map(requirementOf))],
    level: 'should',
    endpoint,
    users,
    ...(endpoint !== 'update-application' && { states }),
    after: [twin],
    cause: 'an empty header is taken for one that is there',
    tries: headers.length,
    async run(context) {
      const [header = ''] = headers.slice(context.turn ?? 0);
      const what = `${endpoint} with an empty ${header}`;
      const empty = { headers: { [header]: '' } };
      if (endpoint === 'update-application') {
        return expectRefusedAnswer(await refusedAnswer(context, empty), what);
      }
      const options = await VALID_CALLS[endpoint].options(context);
      expectRejection(await context.call(endpoint, { ...options, ...empty }), what);
    },
  };
});
