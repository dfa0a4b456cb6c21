import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createRedactor } from '../../redaction/redact.ts';
import {
  sampleExchange,
  sampleFailedExchange,
  sampleReport,
  sampleResults,
} from '../../testing/sample-report.ts';
import { writeReports } from '../write-reports.ts';
import { renderHar } from './har.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-har-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shared = sampleExchange();
const later = { ...sampleFailedExchange('reset'), startedAt: '2026-11-21T09:00:09.000Z' };

const report = sampleReport({
  results: sampleResults({
    'awaiting-payments.list': ['fail', { exchanges: [later, shared] }],
    'awaiting-payments.role.cashier': ['error', { exchanges: [shared] }],
  }),
});

it('holds each exchange once, in the order of time, with the body of the GET and its checks', () => {
  const { log } = JSON.parse(renderHar(report));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'assay' } });
  expect(log.entries).toHaveLength(2);
  expect(log.entries[0]).toMatchObject({
    startedDateTime: '2026-11-21T09:00:01.000Z',
    time: 12.4,
    comment: 'awaiting-payments.list: fail; awaiting-payments.role.cashier: error',
    request: {
      method: 'GET',
      queryString: [{ name: 'page', value: '1' }],
      postData: { mimeType: 'application/json', text: shared.request.body },
    },
    response: { status: 200, statusText: 'OK', content: { text: shared.response?.body } },
  });
  expect(log.entries[1].response).toMatchObject({
    status: 0,
    _error: 'reset: connect failed: reset',
  });
});

it('has every member that HAR 1.2 demands of an entry', () => {
  const { log } = JSON.parse(renderHar(report));
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

it('shows no secret when it is written beside the reports', async () => {
  const path = join(folder, 'run.har');
  const secret = 'Correct-Horse-Battery-1';
  const told = sampleExchange({
    request: { ...shared.request, url: `${shared.request.url}&q=${encodeURIComponent(secret)}` },
    response: { status: 401, headers: { 'x-echo': secret }, body: JSON.stringify({ secret }) },
  });
  const secretive = sampleReport({
    results: sampleResults({ 'awaiting-payments.list': ['fail', { exchanges: [told] }] }),
  });
  await writeReports(
    folder,
    secretive,
    createRedactor([secret]),
    [],
    [{ path, render: renderHar }],
  );
  const text = readFileSync(path, 'utf8');
  expect(JSON.parse(text).log.entries).toHaveLength(1);
  expect(text).not.toContain(secret);
  expect(text).toContain('[redacted]');
});
