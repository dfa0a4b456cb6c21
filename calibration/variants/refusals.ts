import type { EndpointName } from '../../contract/endpoint-names.ts';
import { withBody } from '../servers/answers.ts';
import type { Layer, PlainResponse } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import type { Axis } from './variant.ts';

/** Status codes that the specification fixes, so that no variant may change them. */
const FIXED = [401, 403];

const isOpenRefusal = ({ status }: PlainResponse) =>
  status >= 400 && status < 500 && !FIXED.includes(status);

/** Changes every refusal whose status code is open. */
function refusals(change: (response: PlainResponse) => PlainResponse): Layer {
  return async (request, next) => {
    const response = await next(request);
    return isOpenRefusal(response) ? change(response) : response;
  };
}

/** Other codes for errors that show none (sections 4, 7). */
export const refusalStatus: Axis = {
  id: 'refusal-status',
  open: ['REP-54', 'REP-55', 'LGN-11'],
  choices: [400, 404, 409, 422, 418].map((status) => ({
    id: `refusal-status.${status}`,
    how: `refuses everything that has no code of its own with ${status}`,
    wrapping: () => ({ layers: [refusals((response) => ({ ...response, status }))] }),
  })),
};

/** HTTP 200 with a body that says FAILED, as the specification's own envelope has it. */
export const failedEnvelope: Axis = {
  id: 'failed-envelope',
  open: ['REP-54'],
  choices: [
    {
      id: 'failed-envelope.http-200',
      how: 'refuses with HTTP 200 and a body whose status is FAILED',
      wrapping: () => ({
        layers: [
          refusals((response) =>
            // What does not say FAILED is no refusal with 200.
            objectOf(response.body)?.status === 'FAILED' ? { ...response, status: 200 } : response,
          ),
        ],
      }),
    },
  ],
};

/** Endpoints whose refusals show no body; awaiting-payments and repay-loan say FAILED. */
const UNSHOWN: readonly (EndpointName | undefined)[] = [
  'login',
  'refresh',
  'logout',
  'fetch-organisation-preference',
  'request-loan',
  'update-application',
  'portfolios',
];

function unshown(change: (response: PlainResponse) => PlainResponse): Layer {
  return async (request, next, { endpoint }) => {
    const response = await next(request);
    return isOpenRefusal(response) && UNSHOWN.includes(endpoint) ? change(response) : response;
  };
}

/** The body of a refusal where none is shown; only with a 4xx code. */
export const refusalBody: Axis = {
  id: 'refusal-body',
  open: ['LGN-11', 'REP-55'],
  choices: [
    {
      id: 'refusal-body.empty',
      how: 'refuses with an empty body',
      wrapping: () => ({ layers: [unshown((response) => withBody(response, ''))] }),
    },
    {
      id: 'refusal-body.text',
      how: 'refuses with plain text',
      wrapping: () => ({
        layers: [
          unshown((response) => ({
            ...withBody(response, 'Bad Request'),
            headers: { 'content-type': 'text/plain' },
          })),
        ],
      }),
    },
    {
      id: 'refusal-body.problem',
      how: 'refuses with application/problem+json (RFC 9457)',
      wrapping: () => ({
        layers: [
          unshown((response) => ({
            ...withBody(
              response,
              JSON.stringify({ type: 'about:blank', title: 'Refused', status: response.status }),
            ),
            headers: { 'content-type': 'application/problem+json' },
          })),
        ],
      }),
    },
  ],
};

/** Answers 429 to what comes beyond a number of requests in a second of the clock. */
function limited(perSecond: number): Layer {
  let second = 0;
  let count = 0;
  return (request, next) => {
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count > perSecond
      ? Promise.resolve({
          status: 429,
          headers: { 'content-type': 'text/html', 'retry-after': '1' },
          body: '<h1>Slow down</h1>',
        })
      : next(request);
  };
}

/** Answers 503 with Retry-After to one request in so many, as a gateway does before it is warm. */
function busy(oneIn: number): Layer {
  let count = 0;
  return (request, next) => {
    count += 1;
    return count % oneIn === 0
      ? Promise.resolve({ status: 503, headers: { 'retry-after': '0' }, body: 'busy' })
      : next(request);
  };
}

/** Rate limits are not shown (section 8), and a gateway answers with any body. */
export const busyGateway: Axis = {
  id: 'busy-gateway',
  open: ['LIM-10'],
  choices: [
    {
      id: 'gateway.busy',
      how: 'puts one request in ten off with 503 and Retry-After',
      wrapping: () => ({ layers: [busy(10)] }),
    },
  ],
};

/** As above, but a run takes as long as the limit says, which is too long for many. */
export const rateLimit: Axis = {
  id: 'rate-limit',
  open: busyGateway.open,
  choices: [
    {
      id: 'rate-limit.fifty-per-second',
      how: 'answers 429, Retry-After: 1 and a page to what comes beyond 50 requests a second',
      wrapping: () => ({ layers: [limited(50)] }),
    },
  ],
};

function on401(change: (response: PlainResponse) => PlainResponse): Layer {
  return async (request, next) => {
    const response = await next(request);
    return response.status === 401 ? change(response) : response;
  };
}

/** The body of a 401 is not shown (section 7). */
export const unauthorisedBody: Axis = {
  id: 'unauthorised-body',
  open: ['ERR-11'],
  choices: [
    {
      id: 'unauthorised-body.empty',
      how: 'answers 401 with an empty body and WWW-Authenticate',
      wrapping: () => ({
        layers: [
          on401((response) => ({
            ...response,
            headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
            body: '',
          })),
        ],
      }),
    },
    {
      id: 'unauthorised-body.html',
      how: 'answers 401 with an HTML page of a gateway',
      wrapping: () => ({
        layers: [
          on401((response) => ({
            ...response,
            headers: { 'content-type': 'text/html' },
            body: '<html><body><h1>401 Unauthorized</h1></body></html>',
          })),
        ],
      }),
    },
  ],
};
