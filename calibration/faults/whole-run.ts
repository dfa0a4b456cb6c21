import type { EndpointName } from '../../contract/endpoint-names.ts';
import { becomes, type Change, edit, gone, intercept, withStatus } from '../servers/answers.ts';
import { jsonAnswer, type Layer, type PlainRequest } from '../servers/exchange-layer.ts';
import { objectOf, queryOf } from '../servers/requests.ts';
import { hasRole } from '../servers/tokens.ts';
import type { Fault } from './fault.ts';

/** Answers requests of an endpoint with 500 where the specification leaves the answer open. */
const breaksOn = (endpoint: EndpointName, isMeant: (request: PlainRequest) => boolean): Layer[] => [
  intercept(endpoint, jsonAnswer(500, { message: 'internal error' }), isMeant),
];

const serverErrors: Fault[] = [
  {
    id: 'service.breaks-without-platform',
    how: 'Login without platform, which is only listed, breaks the server: 500.',
    layers: breaksOn('login', ({ headers }) => headers.platform === undefined),
  },
  {
    id: 'service.breaks-without-content-type',
    how: 'A listing without Content-Type breaks the server: 500.',
    layers: breaksOn('awaiting-payments', ({ headers }) => headers['content-type'] === undefined),
  },
  {
    id: 'service.breaks-on-logout-body',
    how: 'Logout with another body than the empty object breaks the server: 500.',
    layers: breaksOn('logout', ({ body }) => Object.keys(objectOf(body) ?? {}).length > 0),
  },
  {
    id: 'service.breaks-on-both-headers',
    how: 'A request with both token headers breaks the server: 500.',
    layers: breaksOn(
      'fetch-organisation-preference',
      ({ headers }) => headers.authorization !== undefined && headers['x-auth-token'] !== undefined,
    ),
  },
  {
    id: 'service.breaks-on-ios',
    how: 'A preference that is asked for on the platform IOS breaks the server: 500.',
    layers: breaksOn('fetch-organisation-preference', ({ headers }) => headers.platform === 'IOS'),
  },
  ...(
    [
      ['request-loan', 'lastName'],
      ['repay-loan', 'paymentNarration'],
    ] as const
  ).map(([endpoint, field]) => ({
    id: `service.breaks-on-a-long-text.${endpoint}`,
    how: `A ${field} of more than 255 letters breaks ${endpoint}: 500.`,
    layers: breaksOn(endpoint, ({ body }) => String(objectOf(body)?.[field] ?? '').length > 255),
  })),
  ...(['awaiting-payments', 'portfolios'] as const).map((endpoint) => ({
    id: `service.breaks-where-a-page-overflows.${endpoint}`,
    how: `Where a page begins that 64 bits do not hold breaks ${endpoint}: 500.`,
    layers: breaksOn(endpoint, (request) => {
      const [page, size] = ['page', 'size'].map((name) => Number(queryOf(request).get(name)));
      return (page ?? 0) * (size ?? 0) >= 2 ** 63;
    }),
  })),
].map((fault) => ({ ...fault, breaks: 'SVC-17', caughtBy: 'service.no-server-error' }));

/** Refuses the cashier, of whom nothing is said, as section 7 shows it. */
const refusesCashier = (endpoint: EndpointName): Layer =>
  intercept(
    endpoint,
    jsonAnswer(403, { error: 'forbidden', message: 'no', role: 'CASHIER' }),
    hasRole('CASHIER'),
  );

const WRONG_BODIES: { way: string; field: string; change: Change }[] = [
  { way: 'without-error', field: 'error', change: gone },
  { way: 'message-null', field: 'message', change: becomes(null) },
  { way: 'role-of-another', field: 'role', change: becomes('AGENT') },
];

const forbiddenBodies: Fault[] = (['portfolios', 'fetch-organisation-preference'] as const).flatMap(
  (endpoint) =>
    WRONG_BODIES.map(({ way, field, change }) => ({
      id: `service.forbidden-body.${endpoint}.${way}`,
      breaks: 'ERR-20',
      caughtBy: 'service.forbidden-bodies',
      how: `The 403 of ${endpoint} for a cashier is wrong in ${field}.`,
      layers: [
        edit(endpoint, field, change, withStatus(403, hasRole('CASHIER'))),
        refusesCashier(endpoint),
      ],
    })),
);

/** What holds for every exchange of a run, also where the specification is open. */
export const wholeRunFaults: Fault[] = [...serverErrors, ...forbiddenBodies];
