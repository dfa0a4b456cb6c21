import { describe, expect, inject, it } from 'vitest';
import type { K6 } from '../../load/k6/find-k6.ts';
import { k6InTests } from '../../load/testing/k6-in-tests.ts';
import { AXES, combinations } from '../variants/index.ts';
import type { Variant } from '../variants/variant.ts';
import { loadOnVariant, NOT_FOR_LOAD } from './load-on-variant.ts';

const k6 = await k6InTests();
const SEED = 1;

/** Axes that change what the journeys meet: one choice of each, and two combinations of all; fewer in CI. */
const LONG = inject('form') === 'long';
const MET = ['repeated-key', 'odd-pages', 'repayment-names', 'roles', 'rotation'].slice(
  LONG ? 0 : -2,
);
const variants: Variant[] = [
  ...AXES.filter(({ id }) => MET.includes(id)).flatMap(({ choices }) => {
    const choice = choices[SEED % choices.length];
    return choice ? [{ id: choice.id, choices: [choice] }] : [];
  }),
  ...combinations(SEED, 60)
    .filter(({ id }) => !NOT_FOR_LOAD.some((one) => id.includes(one)))
    .slice(0, LONG ? 2 : 1),
];

// A short form of `npm run calibrate:load`, which takes every choice.
describe.skipIf(k6 === null)(`conforming servers under load (need k6; seed ${SEED})`, () => {
  it.each(variants.map((variant) => [variant.id, variant] as const))(
    'are not blamed: %s',
    { timeout: 60_000 },
    async (_id, variant) => {
      const outcomes = await loadOnVariant(variant, k6 as K6, { rate: 8, durationSeconds: 1 });
      expect(outcomes).toHaveLength(2);
      expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    },
  );
});
