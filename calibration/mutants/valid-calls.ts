import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoint-names.ts';
import { endpoint, pathOf } from '../../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import type { Target } from '../../target/target.ts';

/** What is sent beside the headers of the endpoint table. */
interface Call {
  token?: string;
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** The users of the target file: each has to be able to log in. */
const USERS = ['manager', 'agent', 'cashier', 'otherManager', 'otherCustomer', 'customer'] as const;

/** How long one call may take, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Makes the logins of all users and one valid call of each endpoint, and tells what did not
 * succeed, as a sentence; `undefined` when everything did. A server without that is broken so
 * plainly that to catch it says nothing of the suite.
 */
export async function whyNotValid({ baseUrl, states }: Target): Promise<string | undefined> {
  const call = async (name: EndpointName, { token, path, query, body }: Call): Promise<Values> => {
    const { method, headers: rules } = endpoint(name);
    const headers = Object.fromEntries(rules.map((rule) => [rule.name, rule.example]));
    delete headers['X-Auth-Token'];
    if (token !== undefined) {
      headers['X-Auth-Token'] = token;
    }
    if ('x-idempotency-key' in headers) {
      headers['x-idempotency-key'] = randomUUID();
    }
    const url = `${baseUrl}${pathOf(name, path)}${query === undefined ? '' : `?${query}`}`;
    return ask(url, method, name, headers, body);
  };
  const state = (name: string): Promise<Values> =>
    ask(states?.url ?? '', 'POST', `the state ${name}`, {}, { state: name });
  try {
    let session: Values = {};
    for (const user of USERS) {
      const { email, password } = STANDARD_LOGINS[user];
      session = await call('login', { body: { email, currentPassword: password } });
    }
    const token = String(session.access_token);
    const id = String((session.user as Values | undefined)?.id);
    const { currency, fromDate, toDate } = await state('awaiting-payments');
    const { agent: _, ...applicant } = await state('loan-product');
    const loan = await state('active-loan');
    const { applicationId } = await state('offer-sent');
    const { customerName: _1, customerEmail: _2, productName: _3, totalPayable: _4, ...due } = loan;
    const calls: Record<Exclude<EndpointName, 'login'>, Call> = {
      'fetch-organisation-preference': {},
      'awaiting-payments': { body: { selectedCurrency: currency, fromDate, toDate } },
      'request-loan': { body: { ...applicant, loanApplicationStatusEnum: 'REQUESTED' } },
      'repay-loan': { path: { 'user-id': id }, body: due },
      'update-application': {
        path: { 'loan-application-id': String(applicationId) },
        query: 'status=true',
      },
      portfolios: { path: { 'customer-id': id } },
      refresh: { body: { refresh_token: session.refresh_token } },
      logout: { body: {} },
    };
    const last: EndpointName[] = ['refresh', 'logout'];
    const first = ENDPOINT_NAMES.filter((name) => name !== 'login' && !last.includes(name));
    let current = token;
    for (const name of [...first, ...last] as (keyof typeof calls)[]) {
      const answer = await call(name, { ...calls[name], token: current });
      if (name === 'refresh') {
        current = String(answer.access_token);
      }
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function ask(
  url: string,
  method: string,
  what: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Values> {
  const response = await request(url, {
    method: method as 'GET' | 'POST' | 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const text = await response.body.text();
  if (response.statusCode < 200 || response.statusCode > 299) {
    throw new Error(`${what} answered ${response.statusCode}`);
  }
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}
