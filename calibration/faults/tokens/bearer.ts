import type { EndpointName } from '../../../contract/endpoint-names.ts';
import {
  type IsMeant,
  jsonAnswer,
  type Layer,
  type PlainRequest,
} from '../../servers/exchange-layer.ts';
import { callerOf, isUser } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { onLendingHost } from '../lending/lending-host.ts';
import { onRefreshedTokens } from '../sessions/refreshed-sessions.ts';
import { PROTECTED } from './refused-tokens.ts';

/** The answer where a token is not looked at. */
export const unauthorised = () =>
  Promise.resolve(jsonAnswer(401, { message: 'the token is not good' }));

/** Answers with 401 where an endpoint gets a token of the kind meant. */
export function refuse(endpoints: readonly EndpointName[], isMeant: IsMeant): Layer {
  return (request, next, context) =>
    context.endpoint && endpoints.includes(context.endpoint) && isMeant(request, context)
      ? unauthorised()
      : next(request);
}

/** Whether a request carries a token in Authorization. */
export const isBearer = (request: PlainRequest) => request.headers.authorization !== undefined;

const bearerIgnored: Fault[] = PROTECTED.map((endpoint) => ({
  id: `authentication.bearer-ignored.${endpoint}`,
  breaks: 'AUT-28',
  caughtBy: `authentication.bearer.${endpoint}`,
  how: `${endpoint} does not look at Authorization: Bearer.`,
  layers: [refuse([endpoint], isBearer)],
}));

const bearerIgnoredEverywhere: Fault = {
  id: 'authentication.bearer-ignored.everywhere',
  breaks: 'AUT-3',
  caughtBy: 'authentication.bearer.somewhere',
  how: 'No endpoint looks at Authorization: Bearer.',
  layers: [refuse(PROTECTED, isBearer)],
  alsoCaughtBy: [
    {
      checks: ['authentication.bearer.*'],
      because: 'the flaw is there on every endpoint, and each has its check',
    },
  ],
};

/** Who takes it on one host need not do so on the other, which may have a gateway of its own. */
const bearerIgnoredOnLendingHost: Fault = {
  id: 'authentication.bearer-ignored.on-the-lending-host',
  breaks: 'AUT-28',
  caughtBy: 'authentication.bearer.request-loan',
  how: 'request-loan does not look at Authorization: Bearer on the lending host.',
  layers: [onLendingHost(refuse(['request-loan'], isBearer))],
};

/** Where Bearer is taken of some, and of one kind of user or session not. */
const bearerIgnoredOfSome: Fault[] = [
  {
    id: 'authentication.bearer-ignored.of-agents',
    breaks: 'AUT-3',
    caughtBy: 'authentication.bearer.somewhere',
    how: 'request-loan does not look at Authorization: Bearer of agents.',
    layers: [
      refuse(
        ['request-loan'],
        (request, context) => isBearer(request) && callerOf(request, context)?.role === 'AGENT',
      ),
    ],
    alsoCaughtBy: [
      {
        checks: ['authentication.bearer.*'],
        because: 'it should be taken everywhere of everybody',
      },
    ],
  },
  {
    id: 'authentication.bearer-ignored.of-managers-who-refresh',
    breaks: 'AUT-3',
    caughtBy: 'authentication.bearer.somewhere',
    how: 'refresh does not look at Authorization: Bearer of managers.',
    layers: [
      refuse(
        ['refresh'],
        (request, context) => isBearer(request) && callerOf(request, context)?.role === 'MANAGER',
      ),
    ],
    alsoCaughtBy: [
      {
        checks: ['authentication.bearer.*'],
        because: 'it should be taken everywhere of everybody',
      },
    ],
  },
  {
    id: 'authentication.bearer-ignored.of-refreshed-sessions',
    breaks: 'AUT-3',
    caughtBy: 'authentication.bearer.somewhere',
    how: 'portfolios does not look at Authorization: Bearer of a token that a refresh gave.',
    layers: [
      onRefreshedTokens('portfolios', (request, next) =>
        isBearer(request) ? unauthorised() : next(request),
      ),
    ],
    alsoCaughtBy: [
      {
        checks: ['authentication.bearer.*'],
        because: 'it should be taken everywhere of everybody',
      },
    ],
  },
];

/** Who may read what is open, but a token that a login gave is no bad one. */
const OF_NO_USE = [
  { endpoint: 'fetch-organisation-preference', user: 'manager', who: 'the manager' },
  { endpoint: 'awaiting-payments', user: 'agent', who: 'the agent' },
  { endpoint: 'portfolios', user: 'otherCustomer', who: 'another customer' },
] as const;

const refusedAsBad: Fault[] = OF_NO_USE.map(({ endpoint, user, who }) => ({
  id: `authentication.good-token-refused.${endpoint}`,
  breaks: 'AUT-2',
  caughtBy: `authentication.good-token.${endpoint}`,
  how: `The tokens of ${who} are answered with 401 by ${endpoint}.`,
  layers: [refuse([endpoint], isUser(user))],
}));

/** Section 5.2: the second accepted form of the token, not looked at. */
export const bearerFaults: Fault[] = [
  ...bearerIgnored,
  bearerIgnoredEverywhere,
  bearerIgnoredOnLendingHost,
  ...bearerIgnoredOfSome,
  ...refusedAsBad,
];
