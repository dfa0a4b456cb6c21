import { describe, expect, inject, it } from 'vitest';
import { calibrate } from '../calibrate.ts';
import { SITUATIONAL_SEED } from '../situational/draw.ts';

const CAUGHT = 'portfolios.size-ignored@size=small';

const ID = 'login.cashier.permissions-with-a-dot';

describe('a drawn fault', () => {
  it('is run against the whole suite, and counted', async () => {
    const { cases, figures, seed } = await calibrate({
      kinds: ['situational'],
      filter: CAUGHT,
      workers: 1,
    });
    expect(seed).toBe(SITUATIONAL_SEED);
    expect(cases).toMatchObject([{ id: CAUGHT, ok: true, situational: { outcome: 'caught' } }]);
    const counted = { total: 1, caught: 1, byAnotherRuleOnly: 0, missed: 0 };
    expect(figures.situational).toEqual(counted);
  });
});

// in CI the drawn one stands for both
describe.runIf(inject('form') === 'long')('a situational fault', () => {
  it('is run against the whole suite, and counted', async () => {
    const { cases, figures } = await calibrate({ kinds: ['stranger'], filter: ID, workers: 1 });
    expect(cases).toMatchObject([{ kind: 'stranger', id: ID, ok: true }]);
    expect(figures.strangers).toEqual({ total: 1, caught: 1 });
  });
});
