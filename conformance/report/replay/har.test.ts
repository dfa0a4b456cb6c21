import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { openTraffic, recordTraffic } from '../../http/traffic.ts';
import { createRedactor } from '../../redaction/redact.ts';
import {
  sampleExchange,
  sampleFailedExchange,
  sampleReport,
  sampleResults,
} from '../../testing/sample-report.ts';
import type { Report } from '../report.ts';
import { writeHar } from './har.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-har-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shared = sampleExchange();
const later = { ...sampleFailedExchange('reset'), startedAt: '2026-11-21T09:00:09.000Z' };

const report = sampleReport({
  results: sampleResults({
    'awaiting-payments.list': ['fail', { exchanges: [later, shared] }],
    'awaiting-payments.role.cashier': ['error', { exchanges: [shared] }],
  }),
});

/** What is written of exchanges that were sent in this order. */
async function harOf(
  sent: readonly Exchange[],
  secrets: readonly string[] = [],
  of: Report = report,
): Promise<string> {
  const path = join(folder, 'run.har');
  const traffic = openTraffic(join(folder, 'traffic'));
  try {
    const record = recordTraffic(traffic.channel);
    for (const exchange of sent) {
      record(exchange, 'portfolios.size');
    }
    await writeHar(path, of, traffic.sent(), createRedactor(secrets));
  } finally {
    traffic.close();
  }
  expect(readdirSync(folder)).toEqual(['run.har']);
  return readFileSync(path, 'utf8');
}

it('holds every exchange, in the order of time, with the body of the GET and its checks', async () => {
  const passed = { ...shared, startedAt: '2026-11-21T09:00:05.000Z', durationMs: 7 };
  const { log } = JSON.parse(await harOf([later, shared, passed]));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'assay' } });
  expect(log.entries).toHaveLength(3);
  expect(log.entries[0]).toMatchObject({
    startedDateTime: '2026-11-21T09:00:01.000Z',
    time: 12.4,
    comment:
      'for portfolios.size; awaiting-payments.list: fail; awaiting-payments.role.cashier: error',
    request: {
      method: 'GET',
      queryString: [{ name: 'page', value: '1' }],
      postData: { mimeType: 'application/json', text: shared.request.body },
    },
    response: { status: 200, statusText: 'OK', content: { text: shared.response?.body } },
  });
  expect(log.entries[1]).toMatchObject({ comment: 'for portfolios.size', time: 7 });
  expect(log.entries[2].response).toMatchObject({
    status: 0,
    _error: 'reset: connect failed: reset',
  });
});

it('has every member that HAR 1.2 demands of an entry', async () => {
  const { log } = JSON.parse(await harOf([shared, later]));
  expect(log.comment).not.toMatch(/missing/);
  for (const { request, response, ...entry } of log.entries) {
    expect(Object.keys(entry)).toEqual(
      expect.arrayContaining(['startedDateTime', 'time', 'cache', 'timings']),
    );
    const both = ['httpVersion', 'cookies', 'headers', 'headersSize', 'bodySize'];
    expect(Object.keys(request)).toEqual(
      expect.arrayContaining([...both, 'method', 'url', 'queryString']),
    );
    expect(Object.keys(response)).toEqual(
      expect.arrayContaining([...both, 'status', 'statusText', 'content', 'redirectURL']),
    );
  }
});

it('shows no secret, whenever it became known, and says of missing requests', async () => {
  const secret = 'Correct-Horse-Battery-1';
  const told = sampleExchange({
    request: { ...shared.request, url: `${shared.request.url}&q=${encodeURIComponent(secret)}` },
    response: { status: 401, headers: { 'x-echo': secret }, body: JSON.stringify({ secret }) },
  });
  const text = await harOf([told], [secret, 'response'], { ...report, requests: 3 });
  const { log } = JSON.parse(text);
  expect(log.entries).toHaveLength(1);
  expect(log.entries[0].response.status).toBe(401);
  expect(log.comment).toMatch(/ 2 requests or more are missing\.$/);
  expect(text).not.toContain(secret);
  expect(text).toContain('[redacted]');
});

it('is not there where it could not be written whole', async () => {
  const sent = (function* () {
    yield { exchange: shared, sentFor: 'x' };
    throw new Error('the disk is gone');
  })();
  const path = join(folder, 'run.har');
  rmSync(path, { force: true });
  const writing = writeHar(path, report, sent, createRedactor([]));
  await expect(writing).rejects.toThrow(`cannot write ${path}: the disk is gone`);
  expect(readdirSync(folder)).toEqual([]);
});
