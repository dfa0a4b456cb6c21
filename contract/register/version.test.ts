import { expect, it } from 'vitest';
import { digestOf } from '../digest.ts';
import { REGISTER } from './index.ts';
import { DEFAULT_SEED, REGISTER_VERSION } from './version.ts';

/** Of each version the digest of its ids with their levels, and its seed; a released one stays. */
const VERSIONS: Readonly<Record<number, { digest: string; seed: number }>> = {
  2: { digest: 'e98184d8732ef98fbcb693e4fd7e6865b903ec0196a5573102ca9a02f0f5b5c4', seed: 1 },
};

it('has a version of its own for its ids, their levels and the seed', () => {
  const digest = digestOf(REGISTER.map(({ id, level }) => `${id} ${level}`).sort());
  const advice = `Ids, levels or the seed are no longer those of version ${REGISTER_VERSION}: raise REGISTER_VERSION in contract/register/version.ts to ${REGISTER_VERSION + 1} and add a line of it to this file, with the digest ${digest}. Where version ${REGISTER_VERSION} was never released, change its line instead.`;
  expect({ digest, seed: DEFAULT_SEED }, advice).toEqual(VERSIONS[REGISTER_VERSION]);
});

it('keeps a line of no version that is still to come', () => {
  expect(Math.max(...Object.keys(VERSIONS).map(Number))).toBe(REGISTER_VERSION);
});
