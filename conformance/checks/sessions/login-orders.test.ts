import { describe, expect, it } from 'vitest';
import { eachAfterEach } from './login-orders.ts';

describe('an order of logins', () => {
  it('has each right after each other once', () => {
    const order = eachAfterEach(['a', 'b', 'c', 'd']);
    const pairs = order.slice(1).map((next, index) => `${order[index]}${next}`);
    expect(pairs).toHaveLength(12);
    expect(new Set(pairs).size).toBe(12);
    expect(pairs.some((pair) => pair[0] === pair[1])).toBe(false);
  });

  it('has a single one once', () => {
    expect(eachAfterEach(['a'])).toEqual(['a']);
    expect(eachAfterEach([])).toEqual([]);
  });
});
