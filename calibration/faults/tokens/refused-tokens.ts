import { ENDPOINT_NAMES, type EndpointName } from '../../../contract/endpoint-names.ts';
import { intercept } from '../../servers/answers.ts';
import {
  failed,
  type Layer,
  type LayerContext,
  type PlainRequest,
} from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import {
  claimedUser,
  isApiToken,
  issueFor,
  sentToken,
  standardUser,
  withToken,
} from '../../servers/tokens.ts';
import type { Explanation, Fault } from '../fault.ts';

/** The endpoints that need a token: all but login. */
export const PROTECTED = ENDPOINT_NAMES.filter((name) => name !== 'login');

/** A kind of token that must be answered with 401 (section 7), and how to tell it. */
interface BadToken {
  form: string;
  requirement: string;
  what: string;
  endpoints: readonly EndpointName[];
  isMeant(request: PlainRequest, context: LayerContext): boolean;
}

/** What is wrong wherever a token is looked at fails the check of each endpoint. */
export const onEveryEndpoint = (checks: string): Explanation[] => [
  { checks: [checks], because: 'the flaw is there on every endpoint, and each has its check' },
];

const header = (request: PlainRequest) => request.headers['x-auth-token'];
/** The parts of a token in compact form. */
export const parts = (token: string) => token.split('.');
/** What a token says of how it is signed. */
export const algorithm = (token: string) => {
  try {
    const decoded = Buffer.from(parts(token)[0] ?? '', 'base64url').toString();
    return (JSON.parse(decoded) as { alg?: unknown } | null)?.alg;
  } catch {
    return undefined;
  }
};

/** A changed token is told from a made-up one by the tokens that this server has given. */
const isTampered = (token: string, context: LayerContext, which: 'payload' | 'signature') => {
  const [, payload, signature] = parts(token);
  return issued(context).some((each) => {
    const [, truePayload, trueSignature] = parts(each);
    return which === 'payload'
      ? signature === trueSignature && payload !== truePayload
      : signature !== trueSignature && payload === truePayload && parts(token).length === 3;
  });
};

const BAD_TOKENS: readonly BadToken[] = [
  {
    form: 'missing',
    requirement: 'ERR-1',
    what: 'a request without a token header',
    endpoints: PROTECTED,
    isMeant: (request) => sentToken(request) === undefined,
  },
  {
    form: 'empty',
    requirement: 'ERR-2',
    what: 'an empty token',
    endpoints: PROTECTED,
    isMeant: (request) => header(request) === '',
  },
  {
    form: 'garbage',
    requirement: 'ERR-3',
    what: 'a token that is no JWT',
    endpoints: PROTECTED,
    isMeant: (request) => {
      const token = header(request);
      return !!token && !token.includes('.') && !isApiToken(token);
    },
  },
  {
    form: 'two-segments',
    requirement: 'ERR-4',
    what: 'a JWT without its signature part',
    endpoints: PROTECTED,
    isMeant: (request) => parts(header(request) ?? '').length === 2,
  },
  {
    form: 'tampered-payload',
    requirement: 'ERR-5',
    what: 'a JWT whose payload was changed',
    endpoints: PROTECTED,
    isMeant: (request, context) => isTampered(header(request) ?? '', context, 'payload'),
  },
  {
    form: 'tampered-signature',
    requirement: 'ERR-6',
    what: 'a JWT whose signature was changed',
    endpoints: PROTECTED,
    isMeant: (request, context) =>
      algorithm(header(request) ?? '') === 'HS256' &&
      isTampered(header(request) ?? '', context, 'signature'),
  },
  {
    form: 'alg-none',
    requirement: 'ERR-7',
    what: 'an unsigned JWT',
    endpoints: PROTECTED,
    isMeant: (request) => algorithm(header(request) ?? '') === 'none',
  },
  {
    form: 'expired',
    requirement: 'ERR-8',
    what: 'an expired token',
    endpoints: PROTECTED.filter((name) => name !== 'refresh'),
    isMeant: (request, { dependencies: { tokens } }) => {
      const token = header(request) ?? '';
      return tokens.read(token) === null && tokens.read(token, 'accept') !== null;
    },
  },
  {
    form: 'bearer-tampered',
    requirement: 'ERR-9',
    what: 'a changed token sent as Authorization: Bearer',
    endpoints: PROTECTED,
    isMeant: (request, context) =>
      header(request) === undefined &&
      isTampered(sentToken(request)?.token ?? '', context, 'signature'),
  },
];

/** The access tokens that this server has given in answers. */
export const issued = (context: LayerContext) => kept(context, 'issued tokens', (): string[] => []);

/** Notes every access token that a login or a refresh gives. */
export const noteIssued: Layer = async (request, next, context) => {
  const response = await next(request);
  if (context.endpoint === 'login' || context.endpoint === 'refresh') {
    const token = (JSON.parse(response.body) as { access_token?: unknown }).access_token;
    if (typeof token === 'string') {
      issued(context).push(token);
    }
  }
  return response;
};

/** Lets a bad token through as if it were the good one of the user it names, or of the customer. */
function accept(bad: BadToken, endpoints: readonly EndpointName[]): Layer {
  return (request, next, context) => {
    const meant = context.endpoint !== undefined && endpoints.includes(context.endpoint);
    if (!meant || !bad.isMeant(request, context)) {
      return next(request);
    }
    const user =
      claimedUser(sentToken(request)?.token ?? '', context) ?? standardUser(context, 'customer');
    return next(withToken(request, issueFor(context, user.id)));
  };
}

const accepted: Fault[] = BAD_TOKENS.flatMap((bad) =>
  bad.endpoints.map((endpoint) => ({
    id: `authentication.${bad.form}-accepted.${endpoint}`,
    breaks: bad.requirement,
    caughtBy: `authentication.${bad.form}.${endpoint}`,
    how: `${endpoint} accepts ${bad.what}.`,
    layers: [noteIssued, accept(bad, [endpoint])],
  })),
);

/** The same flaw on every endpoint, as a server with one authentication for all would have it. */
const acceptedEverywhere: Fault[] = BAD_TOKENS.map((bad) => ({
  id: `authentication.${bad.form}-accepted.everywhere`,
  breaks: bad.requirement,
  caughtBy: `authentication.${bad.form}.awaiting-payments`,
  how: `Every endpoint accepts ${bad.what}.`,
  layers: [noteIssued, accept(bad, bad.endpoints)],
  alsoCaughtBy: onEveryEndpoint(`authentication.${bad.form}.*`),
}));

const WRONG_STATUSES = [400, 403, 404, 200, 302, 500, 422, 407, 403];

/** Refused, but not with 401; another status code for each form. */
const wrongStatus: Fault[] = BAD_TOKENS.map((bad, place) => {
  const endpoint = bad.endpoints[place % bad.endpoints.length] ?? 'awaiting-payments';
  const status = WRONG_STATUSES[place] ?? 400;
  return {
    id: `authentication.${bad.form}-answered-with-${status}.${endpoint}`,
    breaks: bad.requirement,
    caughtBy: `authentication.${bad.form}.${endpoint}`,
    how: `${endpoint} answers ${bad.what} with ${status} and status FAILED.`,
    layers: [noteIssued, intercept(endpoint, failed(status, 'not allowed'), bad.isMeant)],
  };
});

const signatureIgnored: Fault = {
  id: 'authentication.signature-not-verified',
  breaks: 'ERR-6',
  caughtBy: 'authentication.tampered-signature.portfolios',
  how: 'Tokens are decoded and never verified.',
  layers: [
    (request, next, context) => {
      const sent = sentToken(request);
      const user = sent && claimedUser(sent.token, context);
      const { tokens } = context.dependencies;
      if (!sent || !user || context.endpoint === 'login') {
        return next(request);
      }
      if (parts(sent.token).length !== 3 || tokens.read(sent.token, 'accept')) {
        return next(request);
      }
      return next(withToken(request, issueFor(context, user.id)));
    },
  ],
  alsoCaughtBy: [
    {
      checks: [
        'authentication.tampered-*',
        'authentication.alg-none.*',
        'authentication.bearer-tampered.*',
      ],
      because: 'a server that verifies no signature accepts every kind of forged token',
    },
  ],
};

/** Section 7: what must be answered with 401. */
export const refusedTokenFaults: Fault[] = [
  ...accepted,
  ...acceptedEverywhere,
  ...wrongStatus,
  signatureIgnored,
];
