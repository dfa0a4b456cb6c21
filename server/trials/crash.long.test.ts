import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { crash } from './crash.ts';

/** Both are short forms of `npm run crash`. */
const KILLS = inject('form') === 'long' ? 100 : 20;
const SEED = 20_261_122;

let folder: string;
// Another try begins with a database of its own.
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it(`loses and doubles nothing in ${KILLS} kills at random moments (seed ${SEED})`, async () => {
  const found = await crash({ kills: KILLS, seed: SEED, folder });
  expect(found.wrong).toEqual([]);
  expect(found.kills).toBe(KILLS);
  // That there was something to lose, to double and to ask for again.
  expect(found.acknowledged).toBeGreaterThan(10 * KILLS);
  expect(found.repeated).toBeGreaterThan(KILLS);
  expect(found.same).toBeGreaterThan(KILLS);
}, 300_000);
