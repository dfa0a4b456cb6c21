import { describe, expect, it } from 'vitest';
import { profiles } from '../business/profiles/index.ts';
import { agreeing } from '../business/profiles/profile.ts';
import { businessCases, mixtures } from './business-cases.ts';

const settings = { seed: 7, combinations: 50 };

describe('business servers', () => {
  it('are one without rules, one for each profile, and a mixture for every 5 combinations', () => {
    const ids = businessCases.ids(settings);
    expect(ids).toHaveLength(1 + profiles.length + 10);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are mixed the same for the same seed, of profiles that agree', () => {
    const drawn = mixtures(settings);
    expect(drawn).toEqual(mixtures(settings));
    expect(drawn).not.toEqual(mixtures({ ...settings, seed: 8 }));
    for (const mixture of drawn) {
      expect(mixture.length).toBeGreaterThan(0);
      expect(agreeing(mixture)).toEqual(mixture);
    }
  });
});
