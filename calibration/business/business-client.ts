import { randomUUID } from 'node:crypto';
import { type BusinessServer, startBusinessServer } from './business-server.ts';
import type { Host } from './exchange.ts';
import { profileOf } from './profiles/index.ts';
import { rulesOf } from './profiles/profile.ts';
import type { User } from './records/people.ts';

/** An answer as the tests look at it; `body` is undefined where it is no JSON. */
export interface Seen {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of any form
  body: any;
}

interface Sent {
  token?: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  host?: Host;
}

const SERVICES = '/api/v6/services';

/** A client of one business server, which sends all that the specification lists. */
export class BusinessClient {
  readonly server: BusinessServer;

  /** how late it is for the server, beyond its clock, in milliseconds */
  readonly #late: { ms: number };

  private constructor(server: BusinessServer, late: { ms: number }) {
    this.server = server;
    this.#late = late;
  }

  /** Starts a server with the profiles of these names. */
  static async start(names: string[] = [], now: () => number = Date.now) {
    const rules = rulesOf(names.map(profileOf));
    const late = { ms: 0 };
    return new BusinessClient(await startBusinessServer(rules, () => now() + late.ms), late);
  }

  /** Lets so many milliseconds go by for the server. */
  goBy(ms: number): void {
    this.#late.ms += ms;
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<Seen> {
    const { request } = await import('node:http');
    const text = sent.body === undefined ? '' : JSON.stringify(sent.body);
    const headers: Record<string, string | undefined> = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      platform: 'WEB',
      uuid: randomUUID(),
      'x-idempotency-key': randomUUID(),
      'x-fapi-auth-date': new Date().toISOString(),
      'x-fapi-customer-ip-address': '192.0.2.7',
      'x-fapi-interaction-id': randomUUID(),
      'x-auth-token': sent.token,
      ...sent.headers,
    };
    const url = this.server.urls[sent.host ?? 'base'] + path;
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    return await new Promise((resolve, reject) => {
      const outgoing = request(url, { method, headers: Object.fromEntries(given) }, (incoming) => {
        let got = '';
        incoming.setEncoding('utf8').on('data', (chunk) => {
          got += chunk;
        });
        incoming.on('end', () => {
          const seen = new Headers();
          for (const [name, value] of Object.entries(incoming.headers)) {
            seen.set(name, String(value));
          }
          resolve({ status: incoming.statusCode ?? 0, headers: seen, text: got, body: json(got) });
        });
      });
      outgoing.on('error', reject).end(text);
    });
  }

  login(user: { email: string; password: string }, sent: Sent = {}): Promise<Seen> {
    const body = { email: user.email, currentPassword: user.password };
    return this.call('PUT', `${SERVICES}/securitymanagement/login`, { body, ...sent });
  }

  async tokenOf(user: User): Promise<string> {
    return (await this.login(user)).body.access_token;
  }

  security(name: 'refresh' | 'logout', token: string, body: unknown = {}): Promise<Seen> {
    return this.call('POST', `${SERVICES}/securitymanagement/${name}`, { token, body });
  }

  preference(sent: Sent): Promise<Seen> {
    const path = 'admin/organisation-preference-management/fetch-organisaction-preference';
    return this.call('GET', `${SERVICES}/${path}`, sent);
  }

  /** Lists awaiting payments; `filter` over the values of the state. */
  async payments(sent: Sent, filter: Record<string, unknown> = {}, query = ''): Promise<Seen> {
    const { currency, fromDate, toDate } = await this.state('awaiting-payments');
    const body = { selectedCurrency: currency, fromDate, toDate, ...filter };
    const path = `${SERVICES}/paymentmanagement/awaiting-payments${query}`;
    return this.call('GET', path, { body, ...sent });
  }

  requestLoan(body: unknown, sent: Sent): Promise<Seen> {
    return this.call('POST', `${SERVICES}/user/request-loan`, { body, ...sent });
  }

  repay(userId: string, body: unknown, sent: Sent): Promise<Seen> {
    const path = `/api/v1/services/user/repay-loan/${userId}`;
    return this.call('POST', path, { host: 'lending', body, ...sent });
  }

  answerOffer(id: string, status: string, sent: Sent): Promise<Seen> {
    const path = `/api/v1/services/user/update-application/${id}?status=${status}`;
    return this.call('PUT', path, { host: 'lending', ...sent });
  }

  portfolios(customerId: string, sent: Sent, query = ''): Promise<Seen> {
    const path = `/api/v1/user/portfolios/${customerId}${query}`;
    return this.call('GET', path, { host: 'investment', ...sent });
  }

  // biome-ignore lint/suspicious/noExplicitAny: flat values of any state
  async state(name: string): Promise<any> {
    const body = JSON.stringify({ state: name });
    const answer = await fetch(this.server.urls.states, { method: 'POST', body });
    return answer.json();
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A request that section 2.3 allows, for a person as registered; `changes` over it. */
export function loanRequest(of: User, changes: Record<string, unknown> = {}) {
  return {
    currencyCode: 'NGN',
    dateOfBirth: of.dateOfBirth,
    durationCounter: 6,
    loanApplicationStatusEnum: 'REQUESTED',
    employmentStatus: of.employmentStatus,
    loanAmount: 100_000,
    bvn: of.bvn,
    firstName: of.firstName,
    lastName: of.lastName,
    accountNumber: of.accountNumber,
    bankCode: of.bankCode,
    phoneNumber: of.phoneNumber,
    loanDuration: 6,
    loanProductId: 'PRD-SALARY-7',
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: of.monthlyIncome,
    eligibilityAnswers: [{ questionId: 'Q-LIVES-HERE', answer: 'YES' }],
    ...changes,
  };
}

/** A repayment of a loan of the states, of all that is owed; `changes` over it. */
export function repayment(loan: Record<string, unknown>, changes: Record<string, unknown> = {}) {
  const { customerId, accountId, bankAccountId, repaymentReference } = loan;
  const repaymentAmount = loan.repaymentAmount ?? loan.totalPayable;
  return { repaymentAmount, customerId, accountId, bankAccountId, repaymentReference, ...changes };
}
