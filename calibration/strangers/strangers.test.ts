import { describe, expect, inject, it } from 'vitest';
import { SITUATIONAL_FAULTS } from './index.ts';
import { seen } from './proofs/client.ts';
import { KEY_PROOFS } from './proofs/keys.ts';
import { LENDING_PROOFS } from './proofs/lending.ts';
import { LISTING_PROOFS } from './proofs/listings.ts';
import { OFFER_PROOFS, PORTFOLIO_PROOFS } from './proofs/offers-and-portfolios.ts';
import { SESSION_PROOFS } from './proofs/sessions.ts';
import { TOKEN_PROOFS } from './proofs/tokens.ts';

const PROOFS = [
  ...SESSION_PROOFS,
  ...TOKEN_PROOFS,
  ...LISTING_PROOFS,
  ...LENDING_PROOFS,
  ...KEY_PROOFS,
  ...OFFER_PROOFS,
  ...PORTFOLIO_PROOFS,
];

describe('the situational faults', () => {
  it('are sixty-four, each with an id of its own and a proof', () => {
    const ids = SITUATIONAL_FAULTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(64);
    expect(PROOFS.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it('need three things together in about a third of the cases', () => {
    const three = SITUATIONAL_FAULTS.filter(({ things }) => things === 3).length;
    expect(three).toBeGreaterThanOrEqual(20);
    expect(three).toBeLessThanOrEqual(28);
  });
});

/** In the short form one of so many is proven. */
const EACH = inject('form') === 'long' ? 1 : 8;

const sample = PROOFS.filter((_, place) => place % EACH === 0);

describe.each(sample)('$id', ({ id, plain, plainly, situation, right, wrong }) => {
  const fault = SITUATIONAL_FAULTS.find((each) => each.id === id) ?? {};

  it('is not what the reference server does', async () => {
    expect(await seen({}, plain)).toEqual(plainly);
    expect(await seen({}, situation)).toEqual(right);
  });

  it('leaves the plain call right', async () => {
    expect(await seen(fault, plain)).toEqual(plainly);
  });

  it('is seen in its situation', async () => {
    expect(await seen(fault, situation)).toEqual(wrong);
  });
});
