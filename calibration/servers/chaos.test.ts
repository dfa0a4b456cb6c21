import { describe, expect, it } from 'vitest';
import { testServer } from '../../server/test-client.ts';
import { type Chaos, chaosLayers } from './chaos.ts';
import { jsonAnswer, type PlainRequest, stacked } from './exchange-layer.ts';

const PLAIN: PlainRequest = { method: 'POST', path: '/x', headers: {}, body: '' };

/** Some requests through chaos: what each met, and how often there was an effect. */
function through(chaos: Chaos) {
  const server = testServer();
  const waited: number[] = [];
  let effects = 0;
  const layer = stacked(
    chaosLayers(chaos, async (milliseconds) => {
      waited.push(milliseconds);
    }),
  );
  const context = {
    ...{ dependencies: server.dependencies, db: server.db, memory: new Map() },
    ...{ endpoint: undefined, host: 'base' as const },
  };
  const send = (token = 'one') =>
    layer(
      { ...PLAIN, headers: { 'x-auth-token': token } },
      async () => {
        effects += 1;
        return jsonAnswer(200, {});
      },
      context,
    );
  const statuses = async (count: number) => {
    const found: number[] = [];
    for (let at = 0; at < count; at++) {
      found.push((await send()).status);
    }
    return found;
  };
  return { send, statuses, waited, clock: server.clock, effects: () => effects };
}

describe('chaos', () => {
  it('is the same for the same seed, request by request, and another for another', async () => {
    const chaos = { latency: { least: 10, most: 500 }, errorRate: 0.3, seed: 7 };
    const [one, again, other] = [through(chaos), through(chaos), through({ ...chaos, seed: 8 })];
    const [first, second, third] = [
      await one.statuses(50),
      await again.statuses(50),
      await other.statuses(50),
    ];
    expect([second, again.waited]).toEqual([first, one.waited]);
    expect(third).not.toEqual(first);
    expect(Math.min(...one.waited)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...one.waited)).toBeLessThanOrEqual(500);
    expect(new Set(one.waited).size).toBeGreaterThan(20);
  });

  it('fails the share of requests it is told, half of them after the effect', async () => {
    const { statuses, effects, waited } = through({ errorRate: 0.2, seed: 1 });
    const found = await statuses(1000);
    const count = (status: number) => found.filter((each) => each === status).length;
    expect(count(503) + count(500)).toBeGreaterThan(150);
    expect(count(503) + count(500)).toBeLessThan(250);
    expect(count(500)).toBeGreaterThan(60);
    expect(effects()).toBe(count(200) + count(500));
    expect(waited).toEqual([]);
  });

  it('limits each token by itself, and says when to come again', async () => {
    const { send, statuses, clock } = through({ rateLimit: 3, seed: 1 });
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
    const { headers } = await send();
    expect(headers['retry-after']).toBe('1');
    expect((await send('another')).status).toBe(200);
    clock.advance(334);
    expect(await statuses(2)).toEqual([200, 429]);
    clock.advance(1000);
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  });

  it('is nothing unless it is asked for', async () => {
    const { statuses, waited } = through({ seed: 1 });
    expect(await statuses(200)).toEqual(Array(200).fill(200));
    expect(waited).toEqual([]);
  });
});
