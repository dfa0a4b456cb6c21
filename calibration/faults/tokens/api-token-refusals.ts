import type { Layer } from '../../servers/exchange-layer.ts';
import { absent, objectOf, supplyField, supplyHeader } from '../../servers/requests.ts';
import {
  apiTokenRow,
  issueFor,
  sendsApiToken,
  sentToken,
  withToken,
} from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** A layer that is there for API tokens alone. */
const forApiTokens =
  (layer: Layer): Layer =>
  (request, next, context) =>
    sendsApiToken(request) ? layer(request, next, context) : next(request);

const FAPI = {
  'x-fapi-auth-date': '2026-01-31T09:30:00Z',
  'x-fapi-customer-ip-address': '192.0.2.1',
  'x-fapi-interaction-id': '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0002',
};

/** What a user's logins have come from, by the user's id. */
const deviceOf = (userId: string) => `device of ${userId}`;

const onTheDeviceOfALogin: Fault = {
  id: 'api-tokens.expired-taken-on-the-device-of-a-login',
  breaks: 'AUT-16',
  caughtBy: 'api-tokens.expired.awaiting-payments',
  how: 'An API token past its end is taken on a device that its user has logged in on.',
  layers: [
    async (request, next, context) => {
      const row = sendsApiToken(request)
        ? apiTokenRow(sentToken(request)?.token ?? '', context)
        : undefined;
      const isKnown =
        row?.expired && context.memory.get(deviceOf(row.userId)) === request.headers.uuid;
      const response = await next(
        isKnown ? withToken(request, issueFor(context, row.userId)) : request,
      );
      const user = objectOf(response.body)?.user as { id: string } | undefined;
      if (context.endpoint === 'login' && user) {
        context.memory.set(deviceOf(user.id), request.headers.uuid);
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    {
      checks: ['api-tokens.expired.*'],
      because: 'it is taken on every endpoint, each of which has its check',
    },
  ],
};

/** Section 5.7: a request with an API token of which less is demanded than of one with a session. */
export const apiTokenRefusalFaults: Fault[] = [
  onTheDeviceOfALogin,
  {
    id: 'api-tokens.without-fapi-headers',
    breaks: 'REP-38',
    caughtBy: 'repay-loan.refuses.no-x-fapi-auth-date',
    how: 'A repayment with an API token needs none of the x-fapi-* headers.',
    layers: Object.entries(FAPI).map(([name, value]) =>
      forApiTokens(supplyHeader('repay-loan', name, value)),
    ),
    alsoCaughtBy: [
      {
        checks: Object.keys(FAPI).map((name) => `repay-loan.refuses.no-${name}`),
        because: 'each of the headers has its check',
      },
    ],
  },
  {
    id: 'api-tokens.without-platform',
    breaks: 'PAY-22',
    caughtBy: 'awaiting-payments.header.platform-missing',
    how: 'A listing with an API token needs no platform.',
    layers: [forApiTokens(supplyHeader('awaiting-payments', 'platform', 'WEB'))],
  },
  {
    id: 'api-tokens.without-currency',
    breaks: 'PAY-30',
    caughtBy: 'awaiting-payments.refuses.selectedCurrency-missing',
    how: 'A listing with an API token needs no selectedCurrency.',
    layers: [forApiTokens(supplyField('awaiting-payments', 'selectedCurrency', 'NGN', absent))],
  },
];
