import type { PlainResponse } from '../../servers/exchange-layer.ts';
import { isApiToken, sentToken } from '../../servers/tokens.ts';
import { allOf, at, only, remembered, staleClaims, takenFor } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { countOf, failed, malformed, onPlatform, stale } from './circumstances.ts';

const here = at('fetch-organisation-preference');

const UNAUTHORISED = {
  sentence: 'Invalid or expired access token, missing token header, malformed JWT | HTTP 401',
  section: '7',
};

/** What the organisation preference does with tokens in some situation (section 4.4). */
export const PREFERENCE_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.preference.api-token.good-for-one-call',
    how: 'An API token is taken for a token that is good once.',
    sentence:
      'API tokens: long-lived tokens created from a dashboard, sent in X-Auth-Token, without the login flow.',
    section: '5.7',
    situation: 'an API token fetches the preference a second time',
    things: 2,
    layers: [
      only(here, (request, next, context) => {
        const token = sentToken(request)?.token ?? '';
        return isApiToken(token) && countOf(context, 'uses of API tokens', token) > 1
          ? failed(401, 'the token is invalid, expired or revoked')
          : next(request);
      }),
    ],
  },
  {
    id: 'second.preference.platform-android.expired-token-accepted',
    how: 'The app may be offline for long, so its tokens are taken after their hour.',
    ...UNAUTHORISED,
    situation: 'an expired token, platform ANDROID',
    things: 3,
    layers: [
      only(
        allOf(here, onPlatform('ANDROID'), stale('expired')),
        takenFor((request, context) => staleClaims(request, context)?.sub),
      ),
    ],
  },
  {
    id: 'second.preference.device-seen-before.malformed-token-answered',
    how: 'The preference is kept by uuid, and given before the token is looked at.',
    ...UNAUTHORISED,
    situation: 'a malformed token under a uuid that has fetched the preference before',
    things: 2,
    layers: [
      only(here, async (request, next, context) => {
        const kept = remembered<PlainResponse>(context, 'preferences by device');
        const device = request.headers.uuid ?? '';
        const found = kept.get(device);
        if (found && malformed(request, context)) {
          return found;
        }
        const response = await next(request);
        if (response.status === 200) {
          kept.set(device, response);
        }
        return response;
      }),
    ],
  },
];
