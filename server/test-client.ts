import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { EndpointName } from '../contract/endpoint-names.ts';
import { endpoint, pathOf } from '../contract/endpoints.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../fixtures/standard-users.ts';
import { createApp } from './app.ts';
import { type Db, openDatabase } from './database/open.ts';
import { standardSnapshot } from './database/snapshot.ts';
import type { Dependencies } from './dependencies.ts';
import { createLogger } from './logger.ts';
import { rememberingPasswords } from './passwords.ts';
import { dependenciesOf } from './serve.ts';
import { type StateValues, statesOf } from './states.ts';
import type { WebhookOptions } from './webhooks/dispatcher.ts';

/** One request of a test; what is left out is as the endpoint table says. */
export interface Call {
  /** Default: the token of the logged-in user given to `clientOf`; null sends none. */
  token?: string | null;
  path?: Record<string, string>;
  query?: string;
  /** Added to the endpoint's headers; null leaves one out. */
  headers?: Record<string, string | null>;
  /** An object is sent as JSON, a text as it is. */
  body?: unknown;
}

/** What came back. The body is `unknown` JSON, read by the tests field by field. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of JSON and fail where one is missing
  body: any;
}

/** A server of its own with the standard data, without a socket, and a clock that tests move. */
export interface TestServer {
  db: Db;
  dependencies: Dependencies;
  clock: { now(): number; advance(milliseconds: number): void };
  fetch(request: Request, body?: string): Response | Promise<Response>;
  /** Values of a state, such as `active-loan`. */
  state(name: string): StateValues;
  call(endpoint: EndpointName, call?: Call): Promise<Answer>;
  /** Logs a standard user in. */
  login(name: StandardUserName): Promise<Answer>;
  /** The access token of a fresh session. */
  tokenOf(name: StandardUserName): Promise<string>;
}

const passwords = rememberingPasswords();

/** Makes a fresh server; each test has its own, so that tests run in any order. */
export function testServer(
  options: { log?: (line: string) => void; db?: Db; webhooks?: WebhookOptions } = {},
): TestServer {
  const { db = openDatabase(standardSnapshot()) } = options;
  let now = Date.parse('2026-07-01T12:00:00Z');
  const clock = {
    now: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const { log } = options;
  const logger = log ? createLogger('trace', { write: log }) : pino({ level: 'silent' });
  const { webhooks = {} } = options;
  const dependencies = dependenciesOf(db, { clock, logger, passwords, webhooks });
  const app = createApp(dependencies);
  const states = statesOf(dependencies);

  const call: TestServer['call'] = async (name, { token, path, query, headers, body } = {}) => {
    const { method, headers: rules } = endpoint(name);
    const sent = new Headers(rules.map((rule) => [rule.name, rule.example]));
    sent.delete('X-Auth-Token');
    if (token !== null && token !== undefined) {
      sent.set('X-Auth-Token', token);
    }
    if (sent.has('x-idempotency-key')) {
      sent.set('x-idempotency-key', randomUUID());
    }
    for (const [header, value] of Object.entries(headers ?? {})) {
      if (value === null) {
        sent.delete(header);
      } else {
        sent.set(header, value);
      }
    }
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const url = `http://server.test${pathOf(name, path)}${query ? `?${query}` : ''}`;
    const response = await app.fetch(
      new Request(url, { method, headers: sent, ...(method !== 'GET' && text && { body: text }) }),
      method === 'GET' && text !== undefined ? { body: text } : {},
    );
    const answered = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(answered) };
  };
  const login: TestServer['login'] = (name) => {
    const { email, password: currentPassword } = STANDARD_LOGINS[name];
    return call('login', { body: { email, currentPassword } });
  };
  return {
    db,
    dependencies,
    clock,
    fetch: (request, body) => app.fetch(request, body === undefined ? {} : { body }),
    state(name) {
      const provide = states.get(name);
      if (provide === undefined) {
        throw new Error(`there is no state ${name}`);
      }
      return provide();
    },
    call,
    login,
    tokenOf: async (name) => (await login(name)).body.access_token,
  };
}

/** A body of repay-loan that succeeds with the values of the state `active-loan`. */
export function repaymentBody(loan: StateValues, changes: Record<string, unknown> = {}) {
  const { customerId, accountId, bankAccountId, repaymentReference } = loan;
  return {
    repaymentAmount: 10,
    customerId,
    accountId,
    bankAccountId,
    repaymentReference,
    ...changes,
  };
}

/** A body of request-loan that succeeds with the values of the state `loan-product`. */
export function loanRequest(product: StateValues, changes: Record<string, unknown> = {}) {
  return {
    currencyCode: product.currencyCode,
    dateOfBirth: '1990-02-28',
    durationCounter: 3,
    loanApplicationStatusEnum: 'REQUESTED',
    employmentStatus: 'EMPLOYED',
    loanAmount: 1234.5,
    bvn: '22123456789',
    firstName: 'Ada',
    lastName: 'Obi',
    accountNumber: '0123456789',
    bankCode: '901',
    phoneNumber: '+2348000000000',
    loanDuration: 3,
    loanProductId: product.loanProductId,
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: 500,
    ...changes,
  };
}
