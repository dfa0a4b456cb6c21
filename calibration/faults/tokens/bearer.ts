import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Role } from '../../../contract/roles.ts';
import {
  type IsMeant,
  jsonAnswer,
  type Layer,
  type PlainRequest,
} from '../../servers/exchange-layer.ts';
import { hasRole, isUser } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { onLendingHost } from '../lending/lending-host.ts';
import { onRefreshedTokens } from '../sessions/refreshed-sessions.ts';
import { onEveryEndpoint, PROTECTED } from './refused-tokens.ts';

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
export const isBearer = ({ headers }: PlainRequest) =>
  /^bearer /i.test(headers.authorization ?? '');

const otherAuthorizationRefused: Fault = {
  id: 'authentication.other-authorization-refused',
  breaks: 'AUT-62',
  caughtBy: 'service.other-authorization',
  how: 'portfolios takes any Authorization for the token, whatever its scheme, though X-Auth-Token has it.',
  layers: [
    refuse(
      ['portfolios'],
      (request) => request.headers.authorization !== undefined && !isBearer(request),
    ),
  ],
};

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
  alsoCaughtBy: onEveryEndpoint('authentication.bearer.*'),
};

/** Who takes it on one host need not do so on the other, which may have a gateway of its own. */
const bearerIgnoredOnLendingHost: Fault = {
  id: 'authentication.bearer-ignored.on-the-lending-host',
  breaks: 'AUT-28',
  caughtBy: 'authentication.bearer.request-loan',
  how: 'request-loan does not look at Authorization: Bearer on the lending host.',
  layers: [onLendingHost(refuse(['request-loan'], isBearer))],
};

const isBearerOf =
  (role: Role): IsMeant =>
  (request, context) =>
    isBearer(request) && hasRole(role)(request, context);

/** Where Bearer is taken of some, and of one kind of user or session not. */
const bearerIgnoredOfSome: Fault[] = [
  {
    id: 'authentication.bearer-ignored.of-agents',
    how: 'request-loan does not look at Authorization: Bearer of agents.',
    layer: refuse(['request-loan'], isBearerOf('AGENT')),
  },
  {
    id: 'authentication.bearer-ignored.of-managers-who-refresh',
    how: 'refresh does not look at Authorization: Bearer of managers.',
    layer: refuse(['refresh'], isBearerOf('MANAGER')),
  },
  {
    id: 'authentication.bearer-ignored.of-refreshed-sessions',
    how: 'portfolios does not look at Authorization: Bearer of a token that a refresh gave.',
    layer: onRefreshedTokens('portfolios', (request, next) =>
      isBearer(request) ? unauthorised() : next(request),
    ),
  },
].map(({ id, how, layer }) => ({
  id,
  breaks: 'AUT-3',
  caughtBy: 'authentication.bearer.somewhere',
  how,
  layers: [layer],
  alsoCaughtBy: [
    {
      checks: ['authentication.bearer.*'],
      because: 'it should be taken everywhere of everybody',
    },
  ],
}));

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
  otherAuthorizationRefused,
  ...refusedAsBad,
];
