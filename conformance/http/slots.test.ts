import { describe, expect, it } from 'vitest';
import { createSlots, type Slots } from './slots.ts';

/** Takes as many places as there are just now. */
async function takeAll(slots: Slots, most: number) {
  const taken: ((wasPutOff?: boolean) => void)[] = [];
  for (let count = 0; count < most; count += 1) {
    slots.take().then((release) => taken.push(release));
  }
  await new Promise(setImmediate);
  return taken;
}

describe('slots', () => {
  it('let in so many at once and no more, the others as places come free', async () => {
    const taken = await takeAll(createSlots(3), 5);
    expect(taken).toHaveLength(3);
    taken[0]?.();
    await new Promise(setImmediate);
    expect(taken).toHaveLength(4);
  });

  it('let in one at a time after a request was put off, and more with answers that were not', async () => {
    const slots = createSlots(4);
    for (const release of await takeAll(slots, 4)) {
      release(true);
    }
    const alone = await takeAll(slots, 1);
    expect(await takeAll(slots, 0)).toHaveLength(0);
    for (let answered = 0; answered < 20; answered += 1) {
      alone.at(-1)?.();
      alone.push(...(await takeAll(slots, 1)));
    }
    expect(await takeAll(slots, 3)).toHaveLength(1);
  });
});
