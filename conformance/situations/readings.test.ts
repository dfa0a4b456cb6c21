import { expect, it } from 'vitest';
import type { CheckContext } from '../check-context.ts';
import { readingsOf } from './readings.ts';

/** How a reading of portfolios is asked for once more, by a target that takes every form of its token. */
const ways = async (id: string, strength?: number) => {
  const context = {
    ...{ seed: 1, strength, target: { users: {}, capabilities: ['apiTokens'] } },
    passed: async () => true,
    shared: async () => ({ response: { status: 200 } }),
    state: async () => ({ token: 'api-token' }),
  } as unknown as CheckContext;
  const readings = await readingsOf(context, { id, endpoint: 'portfolios' });
  return readings.map(({ apiToken, bearer }) => apiToken ?? (bearer ? 'Bearer' : 'as shown'));
};

const IDS = Array.from({ length: 20 }, (_, index) => `portfolios.reading.${index}`);

it('half of the readings come once more by an API token, half as Bearer', async () => {
  const all = await Promise.all(IDS.map((id) => ways(id)));
  expect(new Set(all.map((each) => each.join()))).toEqual(new Set(['api-token', 'Bearer']));
});

it('every reading comes by both where more than pairs are asked for', async () => {
  for (const id of IDS) {
    expect(await ways(id, 3)).toEqual(['api-token', 'Bearer']);
  }
});
