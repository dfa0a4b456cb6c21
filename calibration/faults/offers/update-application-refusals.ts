import { lendingDesk } from '../../../server/lending-desk.ts';
import { becomes, edit, replace } from '../../servers/answers.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import {
  amend,
  queryOf,
  setQuery,
  supplyHeader,
  withHeader,
  withPathParameter,
} from '../../servers/requests.ts';
import {
  claimedUser,
  issueFor,
  isUser,
  payloadOf,
  sendsApiToken,
  sentToken,
  standardUser,
  withToken,
} from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { named } from './update-application-states.ts';

const endpoint = 'update-application' as const;

const HEADERS = [
  ['x-idempotency-key', 'APP-29', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0001'],
  ['x-fapi-auth-date', 'APP-30', '2026-01-31T09:30:00Z'],
  ['x-fapi-customer-ip-address', 'APP-31', '192.0.2.1'],
  ['x-fapi-interaction-id', 'APP-32', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0002'],
] as const;

const headersNotRequired: Fault[] = HEADERS.map(([header, breaks, value]) => ({
  id: `update-application.header.${header}-not-required`,
  breaks,
  caughtBy: `update-application.refuses.no-${header}`,
  how: `update-application takes a request without ${header}.`,
  layers: [supplyHeader(endpoint, header, value)],
}));

/** Section 4.8 holds for each customer. */
const notOfOthers: Fault = {
  id: 'update-application.header.x-fapi-auth-date-of-one-customer-alone',
  breaks: 'APP-30',
  caughtBy: 'update-application.refuses.no-x-fapi-auth-date',
  how: 'Of other customers than the first update-application takes requests without x-fapi-auth-date.',
  layers: [
    amend(endpoint, (request, context) =>
      request.headers['x-fapi-auth-date'] || !isUser('otherCustomer')(request, context)
        ? undefined
        : withHeader(request, 'x-fapi-auth-date', '2026-01-31T09:30:00Z'),
    ),
  ],
};

/** The token is looked at when the work is done. */
const workedBeforeRefused: Fault = {
  id: 'update-application.worked-before-the-token-is-refused',
  breaks: 'APP-22',
  caughtBy: 'update-application.refusal-changes-nothing.token',
  how: 'An answer with an expired token takes effect before it is refused with 401.',
  layers: [
    async (request, next, context) => {
      const token = sentToken(request)?.token ?? '';
      const user = claimedUser(token, context);
      const isOver = Number(payloadOf(token)?.exp) < Date.now() / 1000;
      if (context.endpoint === endpoint && user && isOver) {
        await next(withToken(request, issueFor(context, user.id)));
      }
      return next(request);
    },
  ],
};

/** Who answers by an API token has no session to take the user from. */
const nobodyByApiToken: Fault = {
  id: 'update-application.no-user-for-api-tokens',
  breaks: 'APP-8',
  caughtBy: 'update-application.field.userId',
  how: 'userId is null in the answer to an API token that accepts an offer.',
  layers: [
    edit(
      endpoint,
      'data/userId',
      becomes(null),
      ({ status }, request) =>
        status === 200 && sendsApiToken(request) && queryOf(request).get('status') === 'true',
    ),
  ],
};

/** Takes another application where the path names none. */
const takesAny = (isMeant: (id: string) => boolean): Layer =>
  amend(endpoint, (request, context) => {
    const id = pathParameterOf(request.method, request.path) ?? '';
    if (named(request, context) || !isMeant(id)) {
      return undefined;
    }
    const customer = standardUser(context, 'customer');
    const offer = lendingDesk(context.dependencies).apply(customer, 'OFFER_SENT', 'manual');
    return withPathParameter(request, offer.id);
  });

const takesStatus = (isMeant: (status: string | null) => boolean): Layer =>
  setQuery(endpoint, { status: 'false' }, (query) => isMeant(query.get('status')));

const tooLax: Fault[] = [
  {
    id: 'update-application.unknown-id-accepted',
    breaks: 'APP-25',
    caughtBy: 'update-application.refuses.unknown-application',
    how: 'The id of no application is answered like that of an offer.',
    layers: [takesAny((id) => id.length === 36)],
  },
  {
    id: 'update-application.id-of-any-form-accepted',
    breaks: 'APP-25',
    caughtBy: 'update-application.refuses.id-not-a-uuid',
    how: 'An application id that is no UUID is answered like that of an offer.',
    layers: [takesAny((id) => id.length !== 36)],
  },
  {
    id: 'update-application.id-of-any-form-answered-with-500',
    breaks: 'APP-25',
    caughtBy: 'update-application.refuses.id-not-a-uuid',
    how: 'An application id that is no UUID breaks the server: 500.',
    layers: [
      replace(
        endpoint,
        jsonAnswer(500, { status: 'ERROR' }),
        ({ status, body }) => status === 400 && body.includes('UUID'),
      ),
    ],
  },
  {
    id: 'update-application.query.status-not-required',
    breaks: 'APP-26',
    caughtBy: 'update-application.refuses.no-status',
    how: 'A request without status withdraws.',
    layers: [takesStatus((status) => status === null)],
  },
  {
    id: 'update-application.query.status-anything',
    breaks: 'APP-27',
    caughtBy: 'update-application.refuses.status-not-boolean',
    how: 'status=maybe withdraws.',
    layers: [takesStatus((status) => !!status && status !== 'true' && status !== 'false')],
  },
  {
    id: 'update-application.query.status-empty',
    breaks: 'APP-27',
    caughtBy: 'update-application.refuses.status-empty',
    how: 'An empty status withdraws.',
    layers: [takesStatus((status) => status === '')],
  },
];

/** Section 4.8: what is refused of a call. */
export const updateApplicationRefusalFaults: Fault[] = [
  ...headersNotRequired,
  notOfOthers,
  workedBeforeRefused,
  nobodyByApiToken,
  ...tooLax,
];
