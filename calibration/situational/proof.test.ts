import { describe, expect, it } from 'vitest';
import { faultNamed, faultOf } from './draw.ts';
import { objections } from './proof.ts';

const known = faultNamed('portfolios.page-ignored@header=bearer');

describe('a proof', () => {
  it('is there for a fault that shows in its situation alone', async () => {
    expect(await objections(known)).toEqual([]);
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
