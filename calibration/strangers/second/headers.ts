import { withStatus } from '../../servers/answers.ts';
import { supplyHeader } from '../../servers/requests.ts';
import { sentToken } from '../../servers/tokens.ts';
import { at, bearer, only, remembered } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { answering } from './circumstances.ts';

const ok = withStatus(200);
const INTERACTION = 'x-fapi-interaction-id';

/** Headers that are demanded, and not in some situation (sections 4.5 to 4.8). */
export const HEADER_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.headers.interaction-id.remembered-from-the-call-before',
    how: 'The x-fapi-interaction-id of a session is kept, and used where a later call has none.',
    sentence:
      'Headers (required): X-Auth-Token; x-idempotency-key; x-fapi-auth-date; x-fapi-customer-ip-address; x-fapi-interaction-id.',
    section: '4.8',
    situation: 'an offer is answered without the header after another one with it',
    things: 2,
    layers: [
      only(at('update-application'), async (request, next, context) => {
        const known = remembered<string>(context, 'interaction ids');
        const token = sentToken(request)?.token ?? '';
        const id = request.headers[INTERACTION] ?? known.get(token);
        const headers = id ? { ...request.headers, [INTERACTION]: id } : request.headers;
        const response = await next({ ...request, headers });
        if (id && ok(response, request, context)) {
          known.set(token, id);
        }
        return response;
      }),
    ],
  },
  {
    id: 'second.headers.bearer.uuid-not-required-for-the-listing',
    how: 'Where the token comes as Bearer, the device is not demanded.',
    sentence: 'Headers (all required): X-Auth-Token (string); uuid (string, device identifier',
    section: '4.5',
    situation: 'a listing without uuid, its token as Bearer',
    things: 2,
    layers: [only(bearer, supplyHeader('awaiting-payments', 'uuid', 'unknown'))],
  },
  {
    id: 'second.headers.withdrawing.key-not-required',
    how: 'Who withdraws needs no x-idempotency-key.',
    sentence: 'Headers (required): X-Auth-Token; x-idempotency-key;',
    section: '4.8',
    situation: 'status=false without x-idempotency-key',
    things: 2,
    layers: [
      only(answering(false), (request, next, context) =>
        supplyHeader('update-application', 'x-idempotency-key', `withdrawal of ${request.path}`)(
          request,
          next,
          context,
        ),
      ),
    ],
  },
];
