import type { EndpointName } from '../../contract/endpoint-names.ts';
import { replace } from '../servers/answers.ts';
import { failed, jsonAnswer } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';
import type { Fault } from './fault.ts';

/** The success check of each endpoint but login, by what it breaks. */
const SUCCESS: { endpoint: EndpointName; breaks: string }[] = [
  { endpoint: 'logout', breaks: 'LGO-1' },
  { endpoint: 'fetch-organisation-preference', breaks: 'ORG-1' },
  { endpoint: 'awaiting-payments', breaks: 'PAY-19' },
  { endpoint: 'request-loan', breaks: 'LOAN-27' },
  { endpoint: 'repay-loan', breaks: 'REP-15' },
  { endpoint: 'update-application', breaks: 'APP-24' },
  { endpoint: 'portfolios', breaks: 'PTF-3' },
];

const WRONG_ANSWERS = [
  { way: 'not-found', status: 404, how: 'is not there: 404' },
  { way: 'method-not-allowed', status: 405, how: 'does not take its method: 405' },
  { way: 'broken', status: 500, how: 'breaks: 500' },
  { way: 'failed-with-200', status: 200, how: 'is answered with 200 and status FAILED' },
  { way: 'forbidden-to-all', status: 403, how: 'is forbidden to everybody' },
];

const ALSO_WITHDRAWING = [
  {
    checks: ['update-application.withdraw.succeeds'],
    because: 'the endpoint has two successes, accepting and withdrawing, and neither comes',
  },
];

const neverSucceeds: Fault[] = SUCCESS.flatMap(({ endpoint, breaks }) =>
  WRONG_ANSWERS.map(({ way, status, how }) => ({
    id: `${endpoint}.${way}`,
    breaks: status === 404 || status === 405 ? 'SVC-4' : breaks,
    caughtBy: `${endpoint}.succeeds`,
    how: `${endpoint} ${how}.`,
    layers: [replace(endpoint, failed(status, 'sorry'))],
    ...(endpoint === 'update-application' && { alsoCaughtBy: ALSO_WITHDRAWING }),
  })),
);

const bodyDemanded: Fault = {
  id: 'logout.refuses-empty-object',
  breaks: 'LGO-1',
  caughtBy: 'logout.succeeds',
  how: 'Logout demands a field in its body, which is an empty object.',
  layers: [
    (request, next, context) =>
      context.endpoint === 'logout' && !objectOf(request.body)?.token
        ? Promise.resolve(jsonAnswer(400, { message: 'token is missing' }))
        : next(request),
  ],
  alsoCaughtBy: [
    {
      checks: ['authentication.*.logout'],
      because: 'the body is looked at before the token, so a bad token gets 400',
    },
  ],
};

const corrected: Fault = {
  id: 'fetch-organisation-preference.spelling-corrected',
  breaks: 'ORG-1',
  caughtBy: 'fetch-organisation-preference.succeeds',
  how: 'The path is fetch-organisation-preference, spelled right; the one shown gives 404.',
  layers: [
    (request, next, { endpoint }) => {
      if (endpoint === 'fetch-organisation-preference') {
        return Promise.resolve(jsonAnswer(404, { message: 'no such path' }));
      }
      const path = request.path.replace('fetch-organisation-', 'fetch-organisaction-');
      return next({ ...request, path });
    },
  ],
};

/** Endpoints that are not there or never succeed, and what is odd about logout and preference. */
export const failingEndpointFaults: Fault[] = [...neverSucceeds, bodyDemanded, corrected];
