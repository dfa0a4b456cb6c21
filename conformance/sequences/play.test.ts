import { describe, expect, it } from 'vitest';
import { Deviation, deviate } from '../outcome.ts';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { type Model, Play } from './play.ts';

/** A lamp that `on` turns on only while it is off, and `off` only while it is on. */
const lamp: Model<{ lit: boolean }, 'on' | 'off'> = {
  next({ lit }, { action, exchange: { response } }) {
    const may = action === 'on' ? !lit : lit;
    if (may !== (response?.status === 200)) {
      deviate(`${action} to ${may ? 'succeed' : 'fail'}`, String(response?.status));
    }
    return { lit: may ? action === 'on' : lit };
  },
  text: (action) => `turn ${action}`,
};

const playing = () => new Play(lamp, { lit: false });
const answers = (...statuses: number[]) => {
  const left = [...statuses];
  return async () => exchangeStub(left.shift() ?? 500);
};

describe('a play', () => {
  it('goes on through answers that the model allows', async () => {
    const play = playing();
    await play.step(['on'], answers(200));
    await play.step(['on'], answers(409));
    expect(play.states).toEqual([{ lit: true }]);
    expect(play.steps).toBe('1. turn on 2. turn on');
    expect(play.exchanges).toHaveLength(2);
  });

  it('breaks with the numbered steps up to the answer that is not allowed', async () => {
    const play = playing();
    await play.step(['on'], answers(200));
    const error: unknown = await play.step(['on'], answers(200)).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Deviation);
    expect(String(error)).toContain(
      'Expected on to fail, got 200, by these steps: 1. turn on 2. turn on.',
    );
  });

  it('explains answers at once by any order of them', async () => {
    const play = playing();
    await play.step(['off', 'on'], answers(200, 200));
    expect(play.states).toEqual([{ lit: false }]);
    expect(play.steps).toBe('1. at once: turn off; turn on');
  });

  it('keeps every state that some order leads to', async () => {
    const play = new Play<{ last: string }, string>(
      { next: (_, { action }) => ({ last: action }), text: (action) => action },
      { last: '' },
    );
    await play.step(['a', 'b'], async () => exchangeStub(200));
    expect(play.states).toEqual(expect.arrayContaining([{ last: 'a' }, { last: 'b' }]));
  });

  it('breaks where no order explains the answers at once', async () => {
    const error = await playing()
      .step(['on', 'on'], answers(200, 200))
      .catch((e: unknown) => e);
    expect(String(error)).toMatch(/some order of the requests explains.*at once: turn on; turn on/);
  });

  it('shows of several looks only the one that breaks', async () => {
    const play = playing();
    const send = answers(409, 200);
    const error = await play.look(['off', 'off'], send).catch((e: unknown) => e);
    expect(String(error)).toContain('by these steps: 1. turn off.');
    expect(play.exchanges.map(({ response }) => response?.status)).toEqual([200]);
  });
});
