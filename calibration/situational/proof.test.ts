import { describe, expect, it } from 'vitest';
import { draw, faultNamed, faultOf } from './draw.ts';
import { objections } from './proof.ts';

/** One of so many is proven here; `prove.ts` proves all. */
const EACH = 16;

const sample = draw().filter((_, place) => place % EACH === 0);

const known = faultNamed('portfolios.page-ignored@header=bearer');

describe('a proof', () => {
  it.each(sample)('is there for $id', async (fault) => {
    expect(await objections(fault)).toEqual([]);
  });

  it('is not there for a fault that does nothing', async () => {
    const { rule, situation } = known;
    const idle = faultOf({ ...rule, layer: (request, next) => next(request) }, situation);
    expect(await objections(idle)).toEqual([expect.stringContaining('keeps it')]);
  });

  it('is not there for one that shows outside its situation', async () => {
    const { rule, situation } = known;
    const always = { ...faultOf(rule, situation), layers: [rule.layer] };
    expect(await objections(always)).toEqual([expect.stringContaining('header=bearer')]);
  });

  it('is not there for what the reference server does too', async () => {
    const { rule, situation } = known;
    const usual = faultOf({ ...rule, kept: () => false }, situation);
    expect(await objections(usual)).toEqual([expect.stringContaining('reference')]);
  });
});
