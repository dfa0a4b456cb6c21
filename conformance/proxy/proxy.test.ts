import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, pathOf } from '../../contract/endpoints.ts';
import type { Target } from '../../target/target.ts';
import { examineJunit } from '../testing/junit-rules.ts';
import { SAMPLE_TARGET } from '../testing/sample-report.ts';
import { buildProxyReport } from './build-proxy-report.ts';
import { type RunningProxy, startProxy } from './proxy.ts';
import schema from './proxy-report.schema.json' with { type: 'json' };
import type { JudgedRule, ProxyReport } from './proxy-report.ts';
import { renderProxyText } from './proxy-text.ts';
import { writeProxyReports } from './write-proxy-reports.ts';

const PASSWORD = 'Correct-Horse-Battery-1';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjdXN0b21lciJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
const USER_ID = '3f0c6a52-7d57-4a7e-9d0f-6d1f4f0a9b11';
const APPLICATION = '9b2d5f6e-1c1a-4d38-8d62-0f3f5f1f7c22';

const SESSION = {
  access_token: TOKEN,
  expires_in: 3600,
  refresh_token: 'the-refresh-token-of-this-session',
  user: {
    id: USER_ID,
    email: 'ada@example.com',
    role: 'CUSTOMER',
    tenant_id: 't1',
    permissions: [],
  },
};

/** What the stub answers: right but for the listing, whose amount is a text. */
const ANSWERS: Record<string, { status: number; body: unknown }> = {
  [ENDPOINTS.login.path]: { status: 200, body: SESSION },
  [ENDPOINTS['awaiting-payments'].path]: {
    status: 200,
    body: {
      ...{ status: 'SUCCESS', responseCode: 200 },
      data: { awaitingPayments: [{ id: 'p1', requestedBankTransferAmount: '12.50' }] },
    },
  },
  [ENDPOINTS['request-loan'].path]: { status: 200, body: {} },
  [ENDPOINTS['fetch-organisation-preference'].path]: { status: 401, body: {} },
};

const stub = createServer((incoming, outgoing) => {
  const { pathname } = new URL(incoming.url ?? '/', 'http://stub.test');
  const { status, body } = ANSWERS[pathname] ?? { status: 404, body: { status: 'FAILED' } };
  incoming.resume().on('end', () => {
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(body));
  });
});

let target: Target;
let proxy: RunningProxy;
let report: ProxyReport;
let folder: string;
let files: string[];

/** A request through the proxy; headers may replace those that every request has. */
async function send(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const url = `${proxy.addresses[0]?.url}${path}`;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await request(url, { method, headers, body: text ?? null });
  await answer.body.dump();
  return answer.statusCode;
}

const COMMON = { 'content-type': 'application/json', platform: 'WEB', uuid: 'device' };
const LENDING = {
  ...{ 'content-type': 'application/json', 'x-auth-token': TOKEN, 'x-idempotency-key': 'key-1' },
  ...{ 'x-fapi-auth-date': '2026-01-31T09:30:00Z', 'x-fapi-customer-ip-address': '192.0.2.10' },
  'x-fapi-interaction-id': 'interaction',
};
const RANGE = { selectedCurrency: 'NGN', fromDate: '01/01/2026', toDate: '31/01/2026' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'));
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
  const users = { customer: { email: 'ada@example.com', password: PASSWORD } };
  target = { ...SAMPLE_TARGET, users, baseUrl: url, lendingUrl: url, investmentUrl: url };
  proxy = await startProxy({ target, host: '127.0.0.1' });

  const login = ENDPOINTS.login.path;
  await send('PUT', login, { email: 'ada@example.com', currentPassword: PASSWORD }, COMMON);
  const listing = `${ENDPOINTS['awaiting-payments'].path}?page=1&size=5`;
  await send('GET', listing, RANGE, { ...COMMON, 'x-auth-token': TOKEN });
  const { uuid: _, ...withoutUuid } = COMMON;
  await send(...(['GET', listing, { ...RANGE, fromDate: '2026-01-01' }] as const), {
    ...withoutUuid,
    authorization: `Bearer ${TOKEN}`,
  });
  const loan = ENDPOINTS['request-loan'].path;
  await send('POST', loan, { loanAmount: 5 }, LENDING);
  await send('POST', loan, { loanAmount: 5 }, LENDING);
  await send('POST', loan, { loanAmount: 6 }, LENDING);
  await send(
    'PUT',
    pathOf('update-application', { 'loan-application-id': APPLICATION }),
    undefined,
    {
      ...LENDING,
      'x-idempotency-key': 'key-2',
    },
  );
  const preference = ENDPOINTS['fetch-organisation-preference'].path;
  await send('GET', preference, undefined, { ...COMMON, 'x-auth-token': TOKEN });
  await send('GET', preference, undefined, { ...COMMON, 'x-auth-token': TOKEN });
  await send('GET', '/health?secret=no');
  await proxy.close();
  report = buildProxyReport(target, proxy, { finishedAt: new Date(), strictClient: false });
  files = await writeProxyReports(folder, report);
});

afterAll(async () => {
  stub.closeAllConnections();
  await new Promise((resolve) => stub.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const ruleOf = (side: 'server' | 'client', id: string) =>
  report[side].rules.find((rule) => rule.id === id);

describe('a proxy between a client and a target', () => {
  it('tells what passed by, and what the specification does not have', () => {
    expect(report).toMatchObject({ exchanges: 10, unjudged: 0, unanswered: [] });
    expect(report.endpoints).toContainEqual({
      ...{ endpoint: 'request-loan', exchanges: 3, statuses: { 200: 3 } },
    });
    expect(report.elsewhere).toEqual([{ method: 'GET', path: '/health', exchanges: 1 }]);
  });

  it('judges answers by the rules of certify', () => {
    expect(ruleOf('server', 'awaiting-payments.field.requestedBankTransferAmount')).toMatchObject({
      ...{ result: 'broken', level: 'must', judged: 2, broken: 2, requirements: ['PAY-9'] },
      exchange: { request: { body: JSON.stringify(RANGE) } },
    });
    expect(ruleOf('server', 'session.expires_in')).toMatchObject({ result: 'kept', judged: 1 });
    expect(ruleOf('server', 'repay-loan.status-and-data')).toMatchObject({ result: 'not judged' });
    expect(report.server.verdict).toBe('broken');
  });

  it('blames the server for what it took without a required header', () => {
    expect(ruleOf('server', 'awaiting-payments.taken-without.uuid')).toMatchObject({
      ...{ result: 'broken', judged: 1, requirements: ['PAY-21'] },
    });
    expect(ruleOf('server', 'awaiting-payments.taken-without.x-auth-token')).toMatchObject({
      result: 'not judged',
    });
  });

  it.each([
    ['client.awaiting-payments.header.uuid', 2, 1, 'none'],
    ['client.awaiting-payments.body', 2, 1, '/fromDate must match pattern'],
    ['client.request-loan.body', 3, 3, 'must have required property'],
    ['client.request-loan.key-reused', 3, 1, 'the key of another request-loan'],
    ['client.update-application.query.status', 1, 1, 'none'],
    ['client.fetch-organisation-preference.token-after-401', 2, 1, 'answered with 401 before'],
  ])('tells what the client broke: %s', (id, judged, broken, got) => {
    expect(ruleOf('client', id)).toMatchObject({
      ...{ result: 'broken', judged, broken },
      got: expect.stringContaining(got),
    });
  });

  it.each([
    'client.login.body',
    'client.login.content-type',
    'client.awaiting-payments.header.x-auth-token',
    'client.update-application.body',
    'client.update-application.path.loan-application-id',
    'client.request-loan.form.x-fapi-auth-date',
  ])('blames the client for nothing that it kept: %s', (id) => {
    expect(ruleOf('client', id)).toMatchObject({ result: 'kept', broken: 0 });
  });

  it('fails for the server, and for the client only where that is asked for', () => {
    expect(report).toMatchObject({ exitCode: 1, client: { verdict: 'broken' } });
    const conclude = (strictClient: boolean) =>
      buildProxyReport(target, quiet, { finishedAt: new Date(), strictClient }).exitCode;
    const kept = { judged: 1, broken: 0 };
    const quiet = {
      ...proxy,
      server: { of: () => kept },
      client: { of: (id: string) => (id === 'client.login.body' ? { ...kept, broken: 1 } : kept) },
    } as unknown as RunningProxy;
    expect([conclude(false), conclude(true)]).toEqual([0, 1]);
  });

  it('is incomplete where nothing of the server was judged', async () => {
    const silent = await startProxy({ target, host: '127.0.0.1' });
    await silent.close();
    expect(
      buildProxyReport(target, silent, { finishedAt: new Date(), strictClient: true }),
    ).toMatchObject({ exitCode: 3, server: { verdict: 'nothing judged' }, exchanges: 0 });
  });
});

describe('the reports of a proxy', () => {
  it('are JSON of the published schema', () => {
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const written = JSON.parse(readFileSync(files[0] ?? '', 'utf8'));
    expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...written, exitCode: 2 })).toBe(false);
  });

  it('show no password and no token, in no file and on no terminal', () => {
    const texts = [...files.map((file) => readFileSync(file, 'utf8')), renderProxyText(report)];
    expect(texts).toHaveLength(4);
    for (const text of texts) {
      for (const secret of [PASSWORD, TOKEN, SESSION.refresh_token]) {
        expect(text).not.toContain(secret);
      }
    }
    expect(texts.join()).toContain('[redacted]');
  });

  it('name each broken must as a failure in JUnit, and skip what was not judged', () => {
    const junit = readFileSync(files[1] ?? '', 'utf8');
    const musts = [...report.server.rules, ...report.client.rules].filter(
      ({ level, result }) => level === 'must' && result === 'broken',
    );
    const { problems, counts } = examineJunit(junit);
    expect(problems).toEqual([]);
    const rules = [...report.server.rules, ...report.client.rules];
    const skipped = rules.filter(({ result }) => result === 'not judged');
    expect(counts).toMatchObject({
      ...{ testcase: rules.length, failure: musts.length, skipped: skipped.length },
    });
  });

  it('are valid JUnit whatever the target sent', async () => {
    const [rule] = report.server.rules.filter(({ result }) => result === 'broken');
    const got = `\u0000 ]]> and ]]> again \uffff ${'x'.repeat(10_000)}`;
    const broken = { ...(rule as JudgedRule), got };
    const open: JudgedRule = { ...broken, level: 'should', result: 'left open' };
    const odd = { ...report.server, rules: [broken, open] };
    const out = join(folder, 'odd');
    await writeProxyReports(out, { ...report, server: odd });
    const { problems } = examineJunit(readFileSync(join(out, 'proxy-junit.xml'), 'utf8'));
    expect(problems).toEqual([]);
  });

  it('tell both sides on a terminal, musts first', () => {
    const text = renderProxyText(report);
    expect(text).toContain('The server broke what the specification states');
    expect(text).toContain('The client broke what the specification states');
    expect(text).toMatch(/must .*client\.awaiting-payments\.header\.uuid\): broken by 1 of 2/);
  });
});
