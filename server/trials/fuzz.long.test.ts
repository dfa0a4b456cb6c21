import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { sendDuplicates } from './duplicates.ts';
import { fuzz, MOST_GROWTH } from './fuzz.ts';

/** Both are short forms of `npm run fuzz`. */
const REQUESTS = inject('form') === 'long' ? 20_000 : 6_000;
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
    expect(statuses[status]).toBeGreaterThan(REQUESTS / 1000);
  }
  expect(statuses[200]).toBeGreaterThan(REQUESTS / 10);
  expect(megabytes.quarter).toBeGreaterThan(10);
  expect(megabytes.end - megabytes.quarter).toBeLessThan(MOST_GROWTH);
});

it(`books each of ${KEYS} keys once, though each comes eight times at once`, async () => {
  expect(await sendDuplicates(KEYS, folder)).toEqual({ effects: KEYS, differing: [] });
});
