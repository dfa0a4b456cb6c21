import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { ENDPOINT_NAMES } from '../../../contract/endpoint-names.ts';
import { becomes, edit, replace, withBody } from '../../servers/answers.ts';
import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Answer } from '../../strangers/proofs/client.ts';
import { type Rule, refused, SUCCESS, succeeded, WITH_BODY } from '../rule.ts';

const FAILED = { status: 'FAILED', message: 'not possible' };

/** Layers that answer otherwise what would succeed, and do not do it. */
const insteadOfSuccess =
  (status: number, body: unknown): Layer =>
  async (request, next) => {
    const response = await next(request);
    return response.status >= 200 && response.status < 300 ? jsonAnswer(status, body) : response;
  };

const WITH_ROLES: readonly EndpointName[] = [
  'awaiting-payments',
  'request-loan',
  'repay-loan',
  'update-application',
  'portfolios',
];

/** Whether an agent may list is open, so that he is no caller to whom a 403 is wrong. */
const forbidding = (endpoint: EndpointName): Rule => ({
  id: `${endpoint}.valid-call-forbidden`,
  way: 'valid-call-forbidden',
  kind: 'refusing',
  endpoint,
  breaks: SUCCESS[endpoint],
  how: 'who may do it is refused with 403',
  layer: async (request, next, context) => {
    const response = await next(request);
    const role = callerOf(request, context)?.role;
    return response.status === 200
      ? jsonAnswer(403, { ...FAILED, error: 'forbidden', role })
      : response;
  },
  kept: ({ status }) => status !== 403,
  ...(endpoint === 'awaiting-payments' && { without: ['caller=agent'] }),
});

const PREFERENCE: EndpointName = 'fetch-organisation-preference';

const refusals = ENDPOINT_NAMES.flatMap((endpoint): Rule[] => [
  {
    id: `${endpoint}.server-error`,
    way: 'server-error',
    endpoint,
    breaks: ['SVC-17', ...SUCCESS[endpoint]],
    how: 'what would succeed is answered with 500',
    layer: insteadOfSuccess(500, FAILED),
    kept: ({ status }) => status < 500,
  },
  // Whether this or that role may fetch the preference is open.
  ...(endpoint === PREFERENCE
    ? []
    : [
        {
          id: `${endpoint}.valid-call-refused`,
          way: 'valid-call-refused',
          kind: 'refusing' as const,
          endpoint,
          breaks: SUCCESS[endpoint],
          how: 'what should succeed is refused with 400',
          layer: insteadOfSuccess(400, FAILED),
          kept: (answer: Answer) => !refused(answer),
          // Which sizes there are beside the default is open (section 4.5 recommends no maximum).
          ...(endpoint === 'awaiting-payments' && { without: ['size'] }),
        },
        {
          id: `${endpoint}.not-found`,
          way: 'valid-call-not-found',
          kind: 'refusing' as const,
          endpoint,
          breaks: ['SVC-4', ...SUCCESS[endpoint]],
          how: 'what should succeed is answered with 404',
          layer: insteadOfSuccess(404, FAILED),
          kept: ({ status }: Answer) => status !== 404,
        },
        ...(WITH_ROLES.includes(endpoint) ? [forbidding(endpoint)] : []),
      ]),
]);

const text = (endpoint: EndpointName, contentType: string, body?: string): Layer =>
  replace(endpoint, (response) => {
    const changed = body === undefined ? response : withBody(response, body);
    return { ...changed, headers: { ...changed.headers, 'content-type': contentType } };
  });

const bodies = WITH_BODY.flatMap((endpoint): Rule[] => [
  {
    id: `${endpoint}.no-json`,
    way: 'answer-no-json',
    endpoint,
    breaks: ['SVC-12'],
    how: 'a success is answered with HTML',
    layer: text(endpoint, 'text/html', '<p>Done.</p>'),
    kept: ({ body }) => typeof body === 'object',
  },
  {
    id: `${endpoint}.content-type`,
    way: 'content-type',
    endpoint,
    breaks: ['SVC-30'],
    how: 'the JSON of a success is called text/html',
    layer: text(endpoint, 'text/html; charset=utf-8'),
    kept: ({ headers }) => /json/.test(headers['content-type'] ?? ''),
  },
]);

const FAILED_SUCCESS: readonly (readonly [EndpointName, readonly string[]])[] = [
  ['awaiting-payments', ['PAY-47']],
  ['request-loan', ['LOAN-27']],
  ['repay-loan', ['REP-15']],
  ['update-application', ['APP-33', 'APP-24']],
];

const failed = FAILED_SUCCESS.map(
  ([endpoint, breaks]): Rule => ({
    id: `${endpoint}.success-called-failed`,
    way: 'success-called-failed',
    kind: 'refusing',
    endpoint,
    breaks,
    how: 'status of a success is FAILED',
    layer: edit(endpoint, 'status', becomes('FAILED')),
    kept: succeeded,
  }),
);

/** What succeeds and is answered otherwise (sections 4 and 7). */
export const ANSWER_RULES: readonly Rule[] = [...refusals, ...bodies, ...failed];
