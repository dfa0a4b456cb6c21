import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { type HouseRule, houseRules, isOdd } from './house-rule.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SESSIONS: readonly EndpointName[] = ['login', 'refresh', 'logout'];
const LENDING: readonly EndpointName[] = ['request-loan', 'repay-loan', 'update-application'];
const WITH_KEY: readonly EndpointName[] = [...LENDING, 'portfolios'];
const WITH_ID: readonly EndpointName[] = ['repay-loan', 'update-application', 'portfolios'];
const WITH_DEVICE: readonly EndpointName[] = [
  ...SESSIONS,
  'fetch-organisation-preference',
  'awaiting-payments',
  'portfolios',
];

const header = (
  id: string,
  takes: string,
  endpoints: readonly EndpointName[],
  refuses: HouseRule['refuses'],
): HouseRule => ({ id, takes, endpoints, refuses });

/** Which values a header may have beside what section 4 shows is not said. */
export const rulesOfHeaders = houseRules(
  'headers',
  'section 7: the validation errors of the headers are not shown',
  [
    header('key', 'idempotency keys that are UUIDs', WITH_KEY, ({ headers }) =>
      isOdd(headers['x-idempotency-key'], UUID),
    ),
    header('interaction', 'interactions that are UUIDs', WITH_KEY, ({ headers }) =>
      isOdd(headers['x-fapi-interaction-id'], UUID),
    ),
    header('address', 'addresses of IPv4', WITH_KEY, ({ headers }) =>
      isOdd(headers['x-fapi-customer-ip-address'], /^\d+(\.\d+){3}$/),
    ),
    {
      ...header('date', 'dates in UTC', WITH_KEY, ({ headers }) =>
        isOdd(headers['x-fapi-auth-date'], /Z$/),
      ),
      warns: ['*.x-fapi-auth-date-with-offset'],
    },
    header('device', 'devices that are UUIDs', WITH_DEVICE, ({ headers }) =>
      isOdd(headers.uuid, UUID),
    ),
    header('platform', 'the platforms of the example', WITH_DEVICE, ({ headers }) =>
      isOdd(headers.platform, /^(WEB|ANDROID|IOS)$/),
    ),
    header('paths', 'ids in a path that are UUIDs', WITH_ID, ({ pathId }) => isOdd(pathId, UUID)),
    {
      ...header(
        'json',
        'application/json without a parameter',
        ['awaiting-payments', 'request-loan', 'repay-loan'],
        ({ headers }) => isOdd(headers['content-type'], /^application\/json$/i),
      ),
      warns: ['*.content-type-charset'],
    },
    header('tracing', 'requests without headers of a trace', WITH_KEY, ({ headers }) =>
      ['traceparent', 'x-request-id', 'x-correlation-id'].some((name) => headers[name]),
    ),
  ],
);
