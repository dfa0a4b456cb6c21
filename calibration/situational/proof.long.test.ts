import { describe, expect, it } from 'vitest';
import { draw } from './draw.ts';
import { objections } from './proof.ts';

/** One of so many is proven here; `prove.ts` proves all. */
const EACH = 16;

const sample = draw().filter((_, place) => place % EACH === 0);

describe('a proof', () => {
  it.each(sample)('is there for $id', async (fault) => {
    expect(await objections(fault)).toEqual([]);
  });
});
