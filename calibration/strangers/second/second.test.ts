import { describe, expect, inject, it } from 'vitest';
import { seen } from '../proofs/client.ts';
import { seenOverHttp } from '../proofs/http-client.ts';
import { SECOND_SITUATIONAL_FAULTS } from './index.ts';
import { REPAYMENT_PROOFS, REQUEST_PROOFS } from './proofs/lending.ts';
import { LISTING_BODY_PROOFS } from './proofs/listing-bodies.ts';
import { LISTING_PAGE_PROOFS } from './proofs/listing-pages.ts';
import { LOGIN_PROOFS } from './proofs/logins.ts';
import { OFFER_PROOFS, PORTFOLIO_PROOFS } from './proofs/offers-and-portfolios.ts';
import { LOGOUT_PROOFS, REFRESH_PROOFS } from './proofs/refreshes-and-logouts.ts';
import { PREFERENCE_PROOFS, TOKEN_PROOFS } from './proofs/tokens.ts';

const PROOFS = [
  ...LOGIN_PROOFS,
  ...REFRESH_PROOFS,
  ...LOGOUT_PROOFS,
  ...TOKEN_PROOFS,
  ...PREFERENCE_PROOFS,
  ...LISTING_PAGE_PROOFS,
  ...LISTING_BODY_PROOFS,
  ...REQUEST_PROOFS,
  ...REPAYMENT_PROOFS,
  ...OFFER_PROOFS,
  ...PORTFOLIO_PROOFS,
];

describe('the situational faults of the second list', () => {
  it('are sixty, each with an id of its own and a proof', () => {
    const ids = SECOND_SITUATIONAL_FAULTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(60);
    expect(ids.filter((id) => !id.startsWith('second.'))).toEqual([]);
    expect(PROOFS.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it('need three things together in at least a third of the cases', () => {
    const three = SECOND_SITUATIONAL_FAULTS.filter(({ things }) => things === 3).length;
    expect(three).toBeGreaterThanOrEqual(20);
  });
});

/** In the short form one of so many is proven. */
const EACH = inject('form') === 'long' ? 1 : 8;

const sample = PROOFS.filter((_, place) => place % EACH === 0);

describe.each(sample)('$id', ({ id, plain, plainly, situation, right, wrong }) => {
  const fault = SECOND_SITUATIONAL_FAULTS.find((each) => each.id === id) ?? {};

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

  it('is seen over HTTP', async () => {
    expect(await seenOverHttp(fault, plain)).toEqual(plainly);
    expect(await seenOverHttp(fault, situation)).toEqual(wrong);
  });
});
