import type { EndpointName } from './endpoint-names.ts';
import type { Role } from './roles.ts';
import type { SchemaName } from './schemas.ts';

/** The three hosts of the specification: tenant, lending and investment products. */
export type HostName = 'base' | 'lending' | 'investment';

/** A header that section 4 lists for an endpoint. */
export interface HeaderRule {
  name: string;
  /**
   * `must`: a request without it is refused. `open`: listed, but nothing says that its absence is
   * refused. A request meant to succeed carries both kinds.
   */
  required: 'must' | 'open';
  meaning: string;
  example: string;
}

/** A query parameter of an endpoint. */
export interface ParameterRule {
  name: string;
  type: 'number' | 'boolean';
  required: boolean;
  /** What applies when the parameter is left out. */
  default?: number;
  meaning: string;
}

/** A `{parameter}` of a path template. */
export interface PathParameterRule {
  name: string;
  format: 'uuid';
  meaning: string;
}

/** One endpoint of section 4. */
export interface Endpoint {
  name: EndpointName;
  /** The section that defines it, such as `4.5`. */
  section: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT';
  host: HostName;
  /** Hosts that may be used instead of `host` (a capability of the target). */
  alternativeHosts: readonly HostName[];
  /** Path with its version prefix and `{parameters}`, spelled as the specification spells it. */
  path: string;
  pathParameters: readonly PathParameterRule[];
  headers: readonly HeaderRule[];
  query: readonly ParameterRule[];
  /** Schema of the body sent, or null where there is none or it is not shown. */
  requestSchema: SchemaName | null;
  /** Schema of the body of a successful answer, or null where it is not shown. */
  responseSchema: SchemaName | null;
  /** The status code that the specification gives for success; null is any 2xx. */
  successStatus: 200 | null;
  /** False only for login; everywhere else a missing token is answered with 401. */
  needsToken: boolean;
  /** The roles that the specification names as callers, or null where it names none. */
  callerRoles: readonly Role[] | null;
  /** Roles that are refused with 403. */
  refusedRoles: readonly Role[];
}

const TOKEN: HeaderRule = {
  name: 'X-Auth-Token',
  required: 'must',
  meaning: 'the access token (section 5.2); without it the answer is 401',
  example: '<ACCESS_TOKEN>',
};
const PLATFORM: HeaderRule = {
  name: 'platform',
  required: 'must',
  meaning: 'the platform that sends the request',
  example: 'WEB',
};
const DEVICE: HeaderRule = {
  name: 'uuid',
  required: 'must',
  meaning: 'identifier of the device or of the request',
  example: '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c',
};
const CONTENT_TYPE: HeaderRule = {
  name: 'Content-Type',
  required: 'open',
  meaning: 'application/json; its absence is open everywhere (RFC 9110 section 8.3)',
  example: 'application/json',
};
const IDEMPOTENCY_KEY: HeaderRule = {
  name: 'x-idempotency-key',
  required: 'must',
  meaning: 'unique per request; the same key is processed once',
  example: '6b1d3a53-6e34-4b77-8f5b-6f6f2f1f6f0a',
};
const FAPI: readonly HeaderRule[] = [
  {
    name: 'x-fapi-auth-date',
    required: 'must',
    meaning: 'ISO 8601 time at which the request was initiated',
    example: '2026-01-31T09:30:00Z',
  },
  {
    name: 'x-fapi-customer-ip-address',
    required: 'must',
    meaning: 'IP address of the customer',
    example: '192.0.2.10',
  },
  {
    name: 'x-fapi-interaction-id',
    required: 'must',
    meaning: 'unique identifier of the interaction or session',
    example: '93bac548-d2de-4546-b106-880a5018460d',
  },
];

/** The same header where the specification lists it without demanding it. */
function listed(header: HeaderRule): HeaderRule {
  return { ...header, required: 'open' };
}

const PLAIN = {
  alternativeHosts: [],
  pathParameters: [],
  query: [],
  requestSchema: null,
  responseSchema: null,
  successStatus: null,
  needsToken: true,
  callerRoles: null,
  refusedRoles: [],
} as const;

/** The endpoint table of section 4, with the levels of its headers. */
export const ENDPOINTS: Readonly<Record<EndpointName, Endpoint>> = {
  login: {
    ...PLAIN,
    name: 'login',
    section: '4.1',
    summary: 'Log in with an e-mail address and a password',
    method: 'PUT',
    host: 'base',
    path: '/api/v6/services/securitymanagement/login',
    headers: [CONTENT_TYPE, listed(PLATFORM), listed(DEVICE)],
    requestSchema: 'login-request',
    responseSchema: 'session',
    needsToken: false,
  },
  refresh: {
    ...PLAIN,
    name: 'refresh',
    section: '4.2',
    summary: 'Get a new access token for a refresh token',
    method: 'POST',
    host: 'base',
    path: '/api/v6/services/securitymanagement/refresh',
    headers: [CONTENT_TYPE, TOKEN, listed(PLATFORM), listed(DEVICE)],
    requestSchema: 'refresh-request',
    responseSchema: 'refresh-response',
  },
  logout: {
    ...PLAIN,
    name: 'logout',
    section: '4.3',
    summary: 'Revoke the access token',
    method: 'POST',
    host: 'base',
    path: '/api/v6/services/securitymanagement/logout',
    headers: [TOKEN, listed(PLATFORM), listed(DEVICE)],
    requestSchema: 'logout-request',
  },
  'fetch-organisation-preference': {
    ...PLAIN,
    name: 'fetch-organisation-preference',
    section: '4.4',
    summary: 'Fetch the preference of the organisation',
    method: 'GET',
    host: 'base',
    path: '/api/v6/services/admin/organisation-preference-management/fetch-organisaction-preference',
    headers: [TOKEN, CONTENT_TYPE, listed(PLATFORM), listed(DEVICE)],
  },
  'awaiting-payments': {
    ...PLAIN,
    name: 'awaiting-payments',
    section: '4.5',
    summary: 'List awaiting payments; the GET request carries a JSON body',
    method: 'GET',
    host: 'base',
    path: '/api/v6/services/paymentmanagement/awaiting-payments',
    headers: [TOKEN, DEVICE, PLATFORM, CONTENT_TYPE],
    query: [
      { name: 'page', type: 'number', required: false, default: 1, meaning: 'the page to show' },
      { name: 'size', type: 'number', required: false, default: 20, meaning: 'entries per page' },
    ],
    requestSchema: 'awaiting-payments-request',
    responseSchema: 'awaiting-payments-response',
    successStatus: 200,
    refusedRoles: ['CASHIER'],
  },
  'request-loan': {
    ...PLAIN,
    name: 'request-loan',
    section: '4.6',
    summary: 'Apply for a loan',
    method: 'POST',
    host: 'base',
    alternativeHosts: ['lending'],
    path: '/api/v6/services/user/request-loan',
    headers: [TOKEN, IDEMPOTENCY_KEY, ...FAPI, CONTENT_TYPE],
    requestSchema: 'request-loan-request',
    successStatus: 200,
    callerRoles: ['CUSTOMER', 'AGENT'],
    refusedRoles: ['MANAGER', 'CASHIER'],
  },
  'repay-loan': {
    ...PLAIN,
    name: 'repay-loan',
    section: '4.7',
    summary: 'Record a repayment made by bank transfer',
    method: 'POST',
    host: 'lending',
    path: '/api/v1/services/user/repay-loan/{user-id}',
    pathParameters: [
      {
        name: 'user-id',
        format: 'uuid',
        meaning: 'the user who repays; must be the authenticated user',
      },
    ],
    headers: [TOKEN, IDEMPOTENCY_KEY, ...FAPI, CONTENT_TYPE],
    requestSchema: 'repay-loan-request',
    responseSchema: 'repay-loan-response',
  },
  'update-application': {
    ...PLAIN,
    name: 'update-application',
    section: '4.8',
    summary: 'Accept or withdraw from a loan offer',
    method: 'PUT',
    host: 'lending',
    path: '/api/v1/services/user/update-application/{loan-application-id}',
    pathParameters: [
      { name: 'loan-application-id', format: 'uuid', meaning: 'the application that was offered' },
    ],
    headers: [TOKEN, IDEMPOTENCY_KEY, ...FAPI],
    query: [
      {
        name: 'status',
        type: 'boolean',
        required: true,
        meaning: 'true accepts the offer (ACCEPTED), false withdraws (WITHDRAWN)',
      },
    ],
    responseSchema: 'update-application-response',
  },
  portfolios: {
    ...PLAIN,
    name: 'portfolios',
    section: '4.9',
    summary: "List a customer's investment portfolios",
    method: 'GET',
    host: 'investment',
    path: '/api/v1/user/portfolios/{customer-id}',
    pathParameters: [
      { name: 'customer-id', format: 'uuid', meaning: 'the customer who holds the portfolios' },
    ],
    headers: [TOKEN, PLATFORM, DEVICE, IDEMPOTENCY_KEY, ...FAPI.map(listed)],
    successStatus: 200,
    query: [
      {
        name: 'page',
        type: 'number',
        required: false,
        default: 1,
        meaning: 'the page to show; the first is 1',
      },
      {
        name: 'size',
        type: 'number',
        required: false,
        default: 10,
        meaning: 'entries per page; recommended maximum 50',
      },
    ],
  },
};

/** The endpoint of that name. */
export function endpoint(name: EndpointName): Endpoint {
  return ENDPOINTS[name];
}

/**
 * The path of an endpoint with its `{parameters}` filled in, each URL-encoded.
 *
 * @throws Error when a parameter of the template is not given.
 */
export function pathOf(name: EndpointName, parameters: Record<string, string> = {}): string {
  return ENDPOINTS[name].path.replaceAll(/\{([a-z-]+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter];
    if (value === undefined) {
      throw new Error(`${name}: the path needs the parameter ${parameter}`);
    }
    return encodeURIComponent(value);
  });
}
