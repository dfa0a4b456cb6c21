import { describe, expect, it } from 'vitest';
import { PAIRINGS } from './comparison-trials.ts';
import { slowedBy } from './slowed-server.ts';

describe('the pairings', () => {
  it('take a server that is slower for no other than slower, and one and itself for none', () => {
    for (const { base, next, right } of PAIRINGS) {
      const differs = next !== null && next.factor !== base.factor;
      expect(right).toEqual(differs ? ['slower'] : ['same', 'inconclusive']);
    }
  });
});

describe('a slowed server', () => {
  it('takes the time added and the factor of all of it', async () => {
    const answer = { status: 200, headers: {}, body: '' };
    const layer = slowedBy({ addedMs: 10, factor: 2 });
    const request = { method: 'GET', path: '/', headers: {}, body: '' };
    const begun = performance.now();
    await layer(request, async () => answer, {} as Parameters<typeof layer>[2]);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(20);
  });
});
