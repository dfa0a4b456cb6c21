import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wrongShape } from './documented-shape.ts';
import { sendDuplicates } from './duplicates.ts';
import { fuzz, MOST_GROWTH } from './fuzz.ts';

/** The short forms of `npm run fuzz`. */
const REQUESTS = 20_000;
const SEED = 20_261_122;
const KEYS = 200;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-fuzz-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it(`answers ${REQUESTS} fuzzed requests in a documented shape (seed ${SEED})`, async () => {
  const { wrong, requests, statuses, megabytes } = await fuzz({
    requests: REQUESTS,
    seed: SEED,
    folder,
  });
  expect(wrong).toEqual([]);
  expect(requests).toBe(REQUESTS);
  // That the requests are neither all refused at the door nor all harmless.
  for (const status of [200, 400, 401, 403, 404, 405, 409, 422]) {
    expect(statuses[status]).toBeGreaterThan(20);
  }
  expect(statuses[200]).toBeGreaterThan(REQUESTS / 10);
  expect(megabytes.quarter).toBeGreaterThan(10);
  expect(megabytes.end - megabytes.quarter).toBeLessThan(MOST_GROWTH);
});

it(`books each of ${KEYS} keys once, though each comes eight times at once`, async () => {
  expect(await sendDuplicates(KEYS, folder)).toEqual({ effects: KEYS, differing: [] });
});

describe('wrongShape', () => {
  const listing = ['GET', '/api/v6/services/paymentmanagement/awaiting-payments?page=1'] as const;
  const json = 'application/json';
  const failed = JSON.stringify({ status: 'FAILED', message: 'no' });

  it.each([
    ['no type', { status: 400, type: '', text: failed }],
    ['a page', { status: 400, type: 'text/html', text: failed }],
    ['no JSON', { status: 400, type: json, text: 'no' }],
    ['a code that nobody named', { status: 418, type: json, text: failed }],
    ['a refusal without a message', { status: 400, type: json, text: '{"status":"FAILED"}' }],
    ['a 403 without a role', { status: 403, type: json, text: failed }],
    ['a success of another endpoint', { status: 200, type: json, text: '{"status":"SUCCESS"}' }],
  ])('names %s', (_, received) => {
    expect(wrongShape(...listing, received)).not.toBeNull();
  });

  it('is content with what is documented', () => {
    expect(wrongShape(...listing, { status: 400, type: json, text: failed })).toBeNull();
    const success = { status: 200, type: json, text: '{"status":"SUCCESS"}' };
    expect(wrongShape('GET', '/healthz', success)).toBeNull();
  });
});
