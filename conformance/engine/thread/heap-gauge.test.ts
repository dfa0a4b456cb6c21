import { describe, expect, it } from 'vitest';
import { createHeapGauge } from './heap-gauge.ts';

const MEBIBYTE = 1024 * 1024;

/** A gauge of a heap of 100 MiB, with what is in use before and after a collection. */
function gaugeOf(before: number, after: number) {
  let used = before * MEBIBYTE;
  let collections = 0;
  const gauge = createHeapGauge(
    100,
    () => used,
    () => {
      used = after * MEBIBYTE;
      collections += 1;
    },
  );
  return { gauge, collections: () => collections };
}

describe('the gauge of the heap', () => {
  it('has room without a collection where little is in use', () => {
    const { gauge, collections } = gaugeOf(20, 20);
    expect(gauge.hasRoomFor(20 * MEBIBYTE)).toBe(true);
    expect(collections()).toBe(0);
  });

  it('has room again once the garbage is collected', () => {
    const { gauge } = gaugeOf(90, 20);
    expect(gauge.hasRoomFor(20 * MEBIBYTE)).toBe(true);
  });

  it('has none where too much is held, and does not look again at once', () => {
    const { gauge, collections } = gaugeOf(90, 45);
    expect(gauge.hasRoomFor(20 * MEBIBYTE)).toBe(false);
    expect(gauge.hasRoomFor(20 * MEBIBYTE)).toBe(false);
    expect(gauge.hasRoomFor(1 * MEBIBYTE)).toBe(true);
    expect(collections()).toBe(1);
  });

  it('finds garbage in the heap of this very thread', () => {
    expect(createHeapGauge(100, undefined, () => {}).hasRoomFor(101 * MEBIBYTE)).toBe(false);
    expect(createHeapGauge(4_000).hasRoomFor(1)).toBe(true);
  });
});
