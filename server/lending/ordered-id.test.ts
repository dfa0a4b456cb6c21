import { expect, it } from 'vitest';
import { orderedId } from './ordered-id.ts';

const NOW = Date.parse('2026-11-22T10:11:12.345Z');

it('is a UUID of version 7 of its moment', () => {
  // The example of RFC 9562 A.6.
  expect(orderedId(0x017f22e279b0)).toMatch(
    /^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(orderedId(1)).toMatch(/^00000000-0001-7/);
});

it('comes after those of earlier milliseconds, and twice never', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => orderedId(NOW + Math.floor(at / 10)));
  expect(new Set(ids).size).toBe(ids.length);
  const moments = ids.map((id) => id.slice(0, 13));
  expect(moments.toSorted()).toEqual(moments);
});
