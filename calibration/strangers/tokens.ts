import type { EndpointName } from '../../contract/endpoint-names.ts';
import { editBody, successful } from '../servers/answers.ts';
import { jsonAnswer, type Layer, type PlainResponse } from '../servers/exchange-layer.ts';
import { apiTokenRow, isApiToken, sentToken, withToken } from '../servers/tokens.ts';
import { allOf, at, bearer, by, only, remembered, staleClaims, takenFor } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

const LENDING: EndpointName[] = ['request-loan', 'repay-loan', 'update-application'];
const UNAUTHORIZED = 'Invalid or expired access token, missing token header, malformed JWT';

/** A signature has 43 characters; so many at its end are not compared. */
const TAIL = 11;

const refused = () =>
  Promise.resolve(jsonAnswer(401, { status: 'FAILED', message: 'the token is not good' }));

const remembersHeads = (['login', 'refresh'] as const).map(
  (endpoint): Layer =>
    editBody(endpoint, (body, _request, context) => {
      const { access_token: token } = body as { access_token: string };
      remembered<string>(context, 'heads').set(token.slice(0, -TAIL), token);
    }),
);

/** Tokens that are looked at too loosely or too strictly in some situation (sections 5 and 7). */
export const TOKEN_FAULTS: readonly SituationalFault[] = [
  {
    id: 'token.tail-of-signature.not-compared',
    how: 'Only the first 32 characters of the signature of an access token are compared.',
    sentence: UNAUTHORIZED,
    section: '7',
    situation: 'a good token with other characters at its very end',
    things: 2,
    layers: [
      ...remembersHeads,
      (request, next, context) => {
        const sent = sentToken(request)?.token ?? '';
        const token = remembered<string>(context, 'heads').get(sent.slice(0, -TAIL));
        return next(
          token !== undefined && token !== sent && token.length === sent.length
            ? withToken(request, token)
            : request,
        );
      },
    ],
  },
  {
    id: 'token.expired.accepted-as-bearer-for-portfolios',
    how: 'The investment host does not look at the hour of a token that comes as Bearer.',
    sentence: 'The access token expires after 1 hour (expires_in 3600).',
    section: '5.5',
    situation: 'an expired token, sent as Bearer, for portfolios',
    things: 3,
    layers: [
      only(
        allOf(at('portfolios'), bearer),
        takenFor((request, context) => {
          const claims = staleClaims(request, context);
          return claims?.why === 'expired' ? claims.sub : undefined;
        }),
      ),
    ],
  },
  {
    id: 'token.api-token.refused-for-lending',
    how: 'The lending endpoints take the access tokens of a login only, and no API token.',
    sentence:
      'long-lived tokens created from a dashboard, sent in X-Auth-Token, without the login flow',
    section: '5.7',
    situation: 'an API token on a lending endpoint',
    things: 2,
    layers: [
      only(at(...LENDING), (request, next) =>
        isApiToken(sentToken(request)?.token ?? '') ? refused() : next(request),
      ),
    ],
  },
  {
    id: 'token.api-token.revoked-accepted-as-bearer',
    how: 'Whether an API token was invalidated is not looked up when it comes as Bearer.',
    sentence: 'Several tokens may exist; each can be rotated, invalidated or deleted.',
    section: '5.7',
    situation: 'an API token, invalidated, sent as Bearer',
    things: 3,
    layers: [
      only(
        bearer,
        takenFor((request, context) => {
          const row = apiTokenRow(sentToken(request)?.token ?? '', context);
          return row?.revoked && !row.expired ? row.userId : undefined;
        }),
      ),
    ],
  },
  {
    id: 'token.api-token.second-ends-the-first',
    how: 'As soon as a user sends another API token, the one he sent before is refused.',
    sentence: 'Several tokens may exist; each can be rotated, invalidated or deleted.',
    section: '5.7',
    situation: 'two API tokens of a user are used in turn',
    things: 2,
    layers: [
      (request, next, context) => {
        const token = sentToken(request)?.token ?? '';
        const row = apiTokenRow(token, context);
        if (row === undefined || row.expired || row.revoked) {
          return next(request);
        }
        const seen = remembered<string[]>(context, 'api tokens');
        const before = seen.get(row.userId) ?? [];
        if (before.includes(token) && before.at(-1) !== token) {
          return refused();
        }
        if (!before.includes(token)) {
          seen.set(row.userId, [...before, token]);
        }
        return next(request);
      },
    ],
  },
  {
    id: 'token.payload-no-json.server-error',
    how: 'A token of three parts whose payload is no JSON makes the server fail with a 500.',
    sentence: UNAUTHORIZED,
    section: '7',
    situation: 'a malformed token that still has three parts',
    things: 2,
    layers: [
      (request, next) => {
        const parts = (sentToken(request)?.token ?? '').split('.');
        return parts.length === 3 && !isJson(Buffer.from(parts[1] ?? '', 'base64url').toString())
          ? Promise.resolve(jsonAnswer(500, { message: 'Internal Server Error' }))
          : next(request);
      },
    ],
  },
  {
    id: 'token.verified-before.accepted-after-logout',
    how: 'A listing keeps the tokens it has verified, and takes them after a logout too.',
    sentence: 'Logout (4.3) revokes the token.',
    section: '5.6',
    situation: 'a token that was used for a listing, then logged out, then used for it again',
    things: 3,
    layers: [
      only(at('awaiting-payments', 'portfolios'), async (request, next, context) => {
        const verified = remembered<boolean>(context, 'verified');
        const use = `${context.endpoint} ${sentToken(request)?.token}`;
        const stale = staleClaims(request, context);
        if (stale?.why === 'revoked' && verified.has(use)) {
          return takenFor(() => stale.sub)(request, next, context);
        }
        const response = await next(request);
        if (response.status === 200) {
          verified.set(use, true);
        }
        return response;
      }),
    ],
  },
  {
    id: 'preference.no-token.answered-from-the-cache',
    how: 'The preference is kept for a device, and given to it again without a token.',
    sentence: 'Every endpoint requires an access token',
    section: '4',
    situation: 'no token, from a device that fetched the preference before',
    things: 2,
    layers: [
      only(at('fetch-organisation-preference'), async (request, next, context) => {
        const cache = remembered<PlainResponse>(context, 'preferences');
        const device = request.headers.uuid ?? '';
        const kept = cache.get(device);
        if (sentToken(request) === undefined && kept !== undefined) {
          return kept;
        }
        const response = await next(request);
        if (successful(response, request, context)) {
          cache.set(device, response);
        }
        return response;
      }),
    ],
  },
  {
    id: 'preference.cashier.bearer-refused',
    how: 'A cashier who sends his token as Bearer is not recognised where preferences are fetched.',
    sentence:
      'The header `Authorization: Bearer <ACCESS_TOKEN>` is also listed as an accepted form.',
    section: '5.2',
    situation: 'a cashier, with a Bearer token, fetches the preference',
    things: 3,
    layers: [only(allOf(at('fetch-organisation-preference'), bearer, by('CASHIER')), refused)],
  },
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
