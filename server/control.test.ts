import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { createControlApp } from './control.ts';
import { openDatabase } from './database/open.ts';
import { createMetrics } from './observability/metrics.ts';
import { dependenciesOf } from './serve.ts';
import { type TestServer, testServer } from './test-client.ts';

const SECRET = 'a secret of the tests';
let server: TestServer;
let control: ReturnType<typeof createControlApp>;

beforeAll(() => {
  server = testServer();
  control = createControlApp(server.dependencies, SECRET);
});

const post = (
  body: unknown,
  headers: Record<string, string> = { Authorization: `Bearer ${SECRET}` },
) => control.request('/states', { method: 'POST', headers, body: JSON.stringify(body) });

const LOAN = [
  'customerId',
  'accountId',
  'bankAccountId',
  'totalPayable',
  'repaymentReference',
  'customerName',
  'customerEmail',
  'productName',
];
/** What a request for a loan says of whoever applies (section 2.3). */
const APPLICANT = [
  'dateOfBirth',
  'durationCounter',
  'employmentStatus',
  'loanAmount',
  'bvn',
  'firstName',
  'lastName',
  'accountNumber',
  'bankCode',
  'phoneNumber',
  'loanDuration',
  'loanRepaymentMethodEnum',
  'monthlyIncome',
];
/** The table of the design: what each state gives. */
const STATES: Record<string, string[]> = {
  'awaiting-payments': ['currency', 'otherCurrency', 'fromDate', 'toDate', 'count', 'reference'],
  'loan-product': ['loanProductId', 'currencyCode', ...APPLICANT, 'agent'],
  'loan-requested': ['applicationId'],
  'offer-sent': ['applicationId'],
  'offer-sent-other': ['applicationId'],
  'active-loan': [...LOAN, 'repaymentAmount'],
  'closed-loan': LOAN,
  'third-party-loan': LOAN,
  'loan-without-application': LOAN,
  'no-active-loan': [
    'email',
    'password',
    'customerId',
    'accountId',
    'bankAccountId',
    'repaymentReference',
    'totalPayable',
  ],
  'foreign-bank-account': ['bankAccountId'],
  portfolios: ['customerId', 'count', 'amountInvested', 'totalPayable', 'productName'],
  'expired-token': ['token', 'refreshToken'],
  'api-token': ['token'],
  'expired-api-token': ['token'],
  'revoked-api-token': ['token'],
};

describe('the states hook', () => {
  it.each(Object.entries(STATES))('gives the values of %s as flat JSON', async (state, fields) => {
    const response = await post({ state });
    expect(response.status).toBe(200);
    const values = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(values).sort()).toEqual([...fields].sort());
    const { agent, ...flat } = values;
    for (const value of Object.values(flat)) {
      expect(['string', 'number']).toContain(typeof value);
    }
    if (state === 'loan-product') {
      expect(Object.keys(agent as object).sort()).toEqual([...APPLICANT].sort());
    }
  });

  it('gives values of loan-product that a request for a loan may carry', async () => {
    const { agent, ...values } = (await (await post({ state: 'loan-product' })).json()) as Record<
      string,
      unknown
    >;
    const token = await server.tokenOf('customer');
    const body = { ...values, loanApplicationStatusEnum: 'REQUESTED' };
    const answered = await server.call('request-loan', { token, body });
    expect([answered.status, typeof agent]).toEqual([200, 'object']);
  });

  it.each(['offer-sent', 'active-loan', 'loan-requested', 'api-token', 'loan-product'])(
    'makes %s anew at each call',
    async (state) => {
      const [one, other] = [await post({ state }), await post({ state })];
      expect(await one.json()).not.toEqual(await other.json());
    },
  );

  it('answers an unknown state with 404 and a body without a state with 400', async () => {
    expect((await post({ state: 'no-such-state' })).status).toBe(404);
    expect((await post({})).status).toBe(400);
    expect((await post([])).status).toBe(400);
  });

  it('answers 404 where the standard data is not there', async () => {
    const empty = createControlApp(dependenciesOf(openDatabase(':memory:')), SECRET);
    const init = { method: 'POST', headers: { Authorization: `Bearer ${SECRET}` } };
    for (const state of Object.keys(STATES)) {
      const response = await empty.request('/states', { ...init, body: JSON.stringify({ state }) });
      expect([state, response.status]).toEqual([state, 404]);
    }
  });

  it('demands its secret', async () => {
    const wrong = { Authorization: `Bearer ${SECRET}x` };
    for (const headers of [{}, wrong, { Authorization: SECRET }]) {
      expect((await post({ state: 'api-token' }, headers)).status).toBe(401);
    }
    expect((await control.request('/elsewhere')).status).toBe(401);
  });
});

it.each(['assay.example', 'localhost.example', '127.0.0.1.example:80', '[::2]'])(
  'refuses the Host %s, which a browser could be led here by',
  async (host) => {
    const headers = { Authorization: `Bearer ${SECRET}`, Host: host };
    const answer = await post({ state: 'offer-sent' }, headers);
    const { status } = (await answer.json()) as { status: string };
    expect([answer.status, status]).toEqual([421, 'FAILED']);
  },
);

describe('the metrics', () => {
  it('count answers by route, method and status, and tell of the process', async () => {
    const metrics = createMetrics();
    const dependencies = { ...server.dependencies, metrics };
    const app = createApp(dependencies);
    const ask = (path: string, method = 'GET') => app.request(path, { method });
    await Promise.all([
      ask('/healthz'),
      ask('/healthz'),
      ask('/made-up', 'BREW'),
      ask('/api/v1/services/user/update-application/secret'),
    ]);
    const headers = { Authorization: `Bearer ${SECRET}` };
    const control = createControlApp(dependencies, SECRET);
    const answer = await control.request('/metrics', { headers });
    expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    const name = 'assay_http_request_duration_seconds';
    const healthz = 'method="GET",path="/healthz",status="200"';
    const counts = [...text.matchAll(/_count\{(.+)\} (\d+)/g)].map(([, labels, count]) => [
      labels,
      count,
    ]);
    expect(counts.sort()).toEqual([
      [
        'method="GET",path="/api/v1/services/user/update-application/:loan-application-id",status="405"',
        '1',
      ],
      [healthz, '2'],
      ['method="other",path="unknown",status="404"', '1'],
    ]);
    expect(text).toContain(`${name}_bucket{${healthz},le="+Inf"} 2`);
    expect(text).not.toContain('secret');
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
    // Each line is a comment, or a name, perhaps labels, and a number.
    const lines = text.trimEnd().split('\n');
    const line = /^(# (HELP|TYPE) [a-z_0-9]+ .+|[a-z_0-9]+(\{([a-z]+="[^"]*",?)+\})? [\d.e+-]+)$/;
    expect(lines.filter((each) => !line.test(each))).toEqual([]);
  });

  it('are for those who know the secret', async () => {
    expect((await control.request('/metrics')).status).toBe(401);
  });
});
