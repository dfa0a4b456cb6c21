import type { Layer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { payloadOf, sentToken, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** Gives tokens of another form out and takes them back as those of the reference server. */
function reformed(endpoint: 'login' | 'refresh', reform: (token: string) => string): Layer {
  return async (request, next, context) => {
    const sent = sentToken(request)?.token ?? '';
    const real = context.memory.get(`reformed ${sent}`);
    const response = await next(typeof real === 'string' ? withToken(request, real) : request);
    const body = objectOf(response.body);
    if (context.endpoint !== endpoint || typeof body?.access_token !== 'string') {
      return response;
    }
    const token = reform(body.access_token);
    context.memory.set(`reformed ${token}`, body.access_token);
    return { ...response, body: JSON.stringify({ ...body, access_token: token }) };
  };
}

const withPart = (token: string, index: number, part: string) =>
  token.split('.').with(index, part).join('.');

/** Tokens of three parts that are no JWTs all the same, or say another hour than expires_in. */
const ODD_TOKENS = [
  { way: 'header-without-alg', header: '{"typ":"JWT"}', how: 'has no alg in its first part' },
  { way: 'header-alg-no-text', header: '{"alg":256}', how: 'has a number as alg' },
  { way: 'header-no-json', header: 'HS256', how: 'has a first part that is no JSON' },
  { way: 'header-no-object', header: '["HS256"]', how: 'has a list as its first part' },
];

const oddHeaders: Fault[] = ODD_TOKENS.flatMap(({ way, header, how }) =>
  (['login', 'refresh'] as const).map((endpoint) => ({
    id: `${endpoint === 'login' ? 'session' : 'refresh'}.access_token.${way}`,
    breaks: endpoint === 'login' ? 'SES-1' : 'RFR-7',
    caughtBy: endpoint === 'login' ? 'session.access_token' : 'refresh.access_token',
    how: `The access token of a ${endpoint} ${how}, though it works.`,
    layers: [reformed(endpoint, (token) => withPart(token, 0, base64url(header)))],
  })),
);

const fourParts: Fault = {
  id: 'session.access_token.four-parts',
  breaks: 'SES-1',
  caughtBy: 'session.access_token',
  how: 'The access token of a login has four parts, though it works.',
  layers: [reformed('login', (token) => `${token}.${base64url('one more')}`)],
};

const EXPIRIES = [
  { way: 'in-a-day', hours: 24, how: 'expires after a day' },
  { way: 'after-half-an-hour', hours: 0.5, how: 'expires after half an hour' },
];

const expiries: Fault[] = EXPIRIES.flatMap(({ way, hours, how }) =>
  [true, false].map((iat) => ({
    id: `session.access_token.${way}${iat ? '' : '-without-iat'}`,
    breaks: 'AUT-30',
    caughtBy: 'session.access_token-expiry',
    how: `The access token of a login ${how}, as its exp says${iat ? '' : ', with no iat beside it'}.`,
    layers: [
      reformed('login', (token) => {
        const { iat: given, ...claims } = payloadOf(token) ?? {};
        const exp = Number(given) + hours * 3600;
        return withPart(
          token,
          1,
          base64url(JSON.stringify({ ...claims, exp, ...(iat && { iat: given }) })),
        );
      }),
    ],
  })),
);

const refreshedExpiries: Fault[] = EXPIRIES.map(({ way, hours, how }) => ({
  id: `refresh.access_token.${way}`,
  breaks: 'AUT-30',
  caughtBy: 'refresh.access_token-expiry',
  how: `The access token of a refresh ${how}, as its exp says.`,
  layers: [
    reformed('refresh', (token) => {
      const claims = payloadOf(token) ?? {};
      const exp = Number(claims.iat) + hours * 3600;
      return withPart(token, 1, base64url(JSON.stringify({ ...claims, exp })));
    }),
  ],
}));

/** Sections 2.1 and 5.5: access tokens that are no JWTs, or say another hour than expires_in. */
export const tokenFormFaults: Fault[] = [
  ...oddHeaders,
  fourParts,
  ...expiries,
  ...refreshedExpiries,
];
