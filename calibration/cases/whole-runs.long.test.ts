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

/** In CI the drawn fault stands for these, since it calibrates by command as well. */
const WHOLE = inject('form') === 'long';

describe.runIf(WHOLE)('a drawn fault that one pass misses', () => {
  it('is caught where the run goes on by further seeds', async () => {
    const drawn = { kinds: ['situational' as const], seed: 20_261_128, draws: 300, workers: 1 };
    const filter = 'awaiting-payments.selectedCurrency.field-of-any-type@platform=ANDROID';
    const { requests, figures } = await calibrate({ ...drawn, filter, requests: 7_500 });
    expect(requests).toBe(7_500);
    expect(figures.situational).toMatchObject({ total: 1, caught: 1 });
  });
});

describe.runIf(WHOLE)('a situational fault', () => {
  it('is run against the whole suite, and counted', async () => {
    const { cases, figures } = await calibrate({ kinds: ['stranger'], filter: ID, workers: 1 });
    expect(cases).toMatchObject([{ kind: 'stranger', id: ID, ok: true }]);
    expect(figures.strangers).toEqual({ total: 1, caught: 1 });
  });
});

describe.runIf(WHOLE)('business servers', () => {
  it('are judged conformant without rules of their own, and with one', async () => {
    const { cases, figures } = await calibrate({
      kinds: ['business'],
      combinations: 0,
      filter: '{plain,portfolios-wrapped}',
      workers: 1,
    });
    expect(figures.business).toEqual({ total: 2, blamed: 0 });
    expect(cases.map(({ verdict }) => verdict)).toEqual(['conformant', 'conformant']);
  });
});
