import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { crashWebhooks } from './webhook-crash.ts';

/** Both are short forms of `npm run crash:webhooks`. */
const KILLS = inject('form') === 'long' ? 60 : 8;
const SEED = 20_261_122;

let folder: string;
// Another try begins with a database of its own.
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-webhooks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it(`tells each event, in order, to whom it may, over ${KILLS} kills (seed ${SEED})`, async () => {
  const found = await crashWebhooks({ kills: KILLS, seed: SEED, folder });
  expect(found.wrong).toEqual([]);
  expect(found.kills).toBe(KILLS);
  // That there was something to tell, to fail and to remove.
  expect(found.events).toBeGreaterThan(5 * KILLS);
  expect(found.delivered).toBeGreaterThan(20 * KILLS);
  expect(found.deadLetters).toBeGreaterThan(KILLS);
  expect(found.failedLogins).toBeGreaterThan(0);
  expect(found.removed).toBeGreaterThan(0);
  expect(found.replayed).toBeGreaterThan(0);
}, 300_000);
