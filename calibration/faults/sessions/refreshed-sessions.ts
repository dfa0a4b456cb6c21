import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { withBody } from '../../servers/answers.ts';
import { jsonAnswer, type Layer, type PlainRequest } from '../../servers/exchange-layer.ts';
import { onLateSessions } from '../../servers/late-sessions.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, sentToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { named } from '../offers/update-application-states.ts';

/** Remembers the access tokens that refreshes give, and answers by itself what is asked with one. */
export function onRefreshedTokens(endpoint: EndpointName, layer: Layer): Layer {
  return async (request, next, context) => {
    const token = sentToken(request)?.token ?? '';
    if (context.endpoint === endpoint && context.memory.has(`refreshed ${token}`)) {
      return layer(request, next, context);
    }
    const response = await next(request);
    const given =
      context.endpoint === 'refresh' ? objectOf(response.body)?.access_token : undefined;
    if (typeof given === 'string') {
      context.memory.set(`refreshed ${given}`, true);
    }
    return response;
  };
}

/** Turns away the tokens of second refreshes in a row. */
const twiceRefreshed: Layer = async (request, next, context) => {
  const token = sentToken(request)?.token ?? '';
  const generation = Number(context.memory.get(`generation of ${token}`) ?? 0);
  if (context.endpoint === 'awaiting-payments' && generation > 1) {
    return jsonAnswer(401, { message: 'not with this token' });
  }
  const response = await next(request);
  const given = context.endpoint === 'refresh' ? objectOf(response.body)?.access_token : undefined;
  if (typeof given === 'string') {
    context.memory.set(`generation of ${given}`, generation + 1);
  }
  return response;
};

const turnedAway: Layer = () =>
  Promise.resolve(
    jsonAnswer(403, {
      status: 'FAILED',
      error: 'forbidden',
      message: 'not with this token',
      role: 'CUSTOMER',
    }),
  );

const ENDPOINTS: readonly EndpointName[] = [
  'awaiting-payments',
  'request-loan',
  'repay-loan',
  'portfolios',
];

/** Endpoints whose successes make or change something. */
const LENDING: readonly EndpointName[] = ['request-loan', 'repay-loan', 'update-application'];

const NO_PAYMENTS = '{"status":"SUCCESS","responseCode":200,"data":{"awaitingPayments":[]}}';

/** An agent with a refreshed token is listed nothing where that is meant. */
const listsAgentsNothing = (isMeant: (request: PlainRequest) => boolean): Layer =>
  onRefreshedTokens('awaiting-payments', async (request, next, context) => {
    const response = await next(request);
    const isAgents = callerOf(request, context)?.role === 'AGENT';
    return response.status === 200 && isAgents && isMeant(request)
      ? withBody(response, NO_PAYMENTS)
      : response;
  });

/** A role is turned away with a refreshed token, and served with that of a login. */
const turnsAway = (endpoint: 'awaiting-payments' | 'fetch-organisation-preference', role: string) =>
  onRefreshedTokens(endpoint, async (request, next, context) =>
    callerOf(request, context)?.role === role
      ? jsonAnswer(403, { status: 'FAILED', error: 'forbidden', message: 'not for you', role })
      : next(request),
  );

const ofRoles: Fault[] = [
  {
    id: 'refresh.agents-lose-awaiting-payments',
    breaks: 'RFR-9',
    caughtBy: 'refresh.keeps.roles',
    how: 'An agent may not list awaiting payments with a refreshed token: 403.',
    layers: [turnsAway('awaiting-payments', 'AGENT')],
  },
  {
    id: 'refresh.cashiers-lose-the-preference',
    breaks: 'RFR-9',
    caughtBy: 'refresh.keeps.roles',
    how: 'A cashier may not fetch the preference with a refreshed token: 403.',
    layers: [turnsAway('fetch-organisation-preference', 'CASHIER')],
  },
];

/** Section 4.2: endpoints that treat a refreshed token otherwise than that of a login. */
export const refreshedSessionFaults: Fault[] = [
  ...ofRoles,
  ...ENDPOINTS.map(
    (endpoint): Fault => ({
      id: `refresh.token-turned-away.${endpoint}`,
      breaks: 'RFR-9',
      caughtBy: `refresh.keeps.${endpoint}`,
      how: `${endpoint} answers everybody whose token was refreshed with 403.`,
      layers: [onRefreshedTokens(endpoint, turnedAway)],
      alsoCaughtBy: [
        {
          checks: ['refresh.new-token-works', 'sequences.*'],
          because: 'they call with a refreshed token too',
        },
      ],
    }),
  ),
  {
    id: 'refresh.second-token-turned-away',
    breaks: 'RFR-9',
    caughtBy: 'refresh.keeps.awaiting-payments',
    how: 'awaiting-payments knows no tokens of sessions that were refreshed twice.',
    layers: [twiceRefreshed],
  },
  {
    id: 'refresh.answered-offer-without-data',
    breaks: 'RFR-9',
    caughtBy: 'refresh.serves.update-application',
    how: 'The answer to an offer by a refreshed token lacks data.',
    layers: [
      onRefreshedTokens('update-application', async (request, next) => {
        const response = await next(request);
        return response.status === 200 ? withBody(response, '{"status":"SUCCESS"}') : response;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['sequences.*', 'update-application.*'],
        because: 'they call with refreshed tokens too',
      },
    ],
  },
  ...LENDING.map(
    (endpoint): Fault => ({
      id: `refresh.token-not-served.${endpoint}`,
      breaks: 'RFR-9',
      caughtBy: `refresh.serves.${endpoint}`,
      how: `What ${endpoint} would serve is answered with 403 where the token was refreshed; what it refuses is refused as always.`,
      layers: [
        onRefreshedTokens(endpoint, async (request, next, context) => {
          const response = await next(request);
          if (response.status !== 200) {
            return response;
          }
          // What is turned away has no effect: the offer can still be answered.
          const { id } = named(request, context) ?? {};
          context.dependencies.store.loanApplications.move(id ?? '', 'ACCEPTED', 'OFFER_SENT');
          return turnedAway(request, next, context);
        }),
      ],
      alsoCaughtBy: [
        {
          checks: ['sequences.*', 'idempotency.*'],
          because: 'they call with refreshed tokens too',
        },
      ],
    }),
  ),
  {
    id: 'refresh.agents-find-nothing',
    breaks: 'RFR-9',
    caughtBy: 'refresh.keeps.awaiting-payments',
    how: 'The search of an agent with a refreshed token finds nothing.',
    layers: [
      listsAgentsNothing(({ body }) => objectOf(body)?.searchablePaymentReference !== undefined),
    ],
    alsoCaughtBy: [
      { checks: ['awaiting-payments.*'], because: 'they search with refreshed tokens too' },
    ],
  },
  {
    id: 'refresh.agents-listed-as-customers',
    breaks: 'RFR-9',
    caughtBy: 'refresh.at-once',
    how: 'With a refreshed token an agent is listed payments of the own alone, of which there are none.',
    layers: [listsAgentsNothing(() => true)],
    alsoCaughtBy: [
      { checks: ['awaiting-payments.*'], because: 'they list with refreshed tokens too' },
    ],
  },
  {
    id: 'refresh.token-answers-any-offer',
    breaks: 'RFR-9',
    caughtBy: 'refresh.keeps.update-application',
    how: 'With a refreshed token of a late login the offer of another customer is answered with success.',
    layers: [
      onLateSessions(
        onRefreshedTokens('update-application', async (request, next) => {
          const response = await next(request);
          return response.status === 403
            ? jsonAnswer(200, { status: 'SUCCESS', data: { loanStatus: 'WITHDRAWN' } })
            : response;
        }),
      ),
    ],
    alsoCaughtBy: [
      { checks: ['update-application.*', 'sequences.*'], because: 'the answer lacks all fields' },
    ],
  },
];
