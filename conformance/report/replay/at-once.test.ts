import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { sentAtOnce } from './at-once.ts';

const MIDNIGHT = Date.UTC(2026, 0, 1);

/** An exchange from one moment to another, in milliseconds, in a batch. */
const exchange = (from: number, to: number, atOnce = 1): Exchange => ({
  request: { method: 'POST', url: `http://127.0.0.1/${from}`, headers: {} },
  startedAt: new Date(MIDNIGHT + from).toISOString(),
  durationMs: to - from,
  retries: [],
  ...(atOnce !== 0 && { atOnce }),
});

const groups = (exchanges: Exchange[], alone: Exchange[] = []) =>
  sentAtOnce(exchanges, (each) => alone.includes(each)).map((group) => group.length);

describe('exchanges that were sent at once', () => {
  it('stand together where all were under way at one time', () => {
    expect(groups([exchange(0, 5), exchange(1, 9), exchange(0, 12), exchange(12, 20)])).toEqual([
      3, 1,
    ]);
  });

  it('are not those that came one after the other, however quickly', () => {
    expect(groups([exchange(0, 5), exchange(5, 6), exchange(6, 7)])).toEqual([1, 1, 1]);
  });

  it('are not those that only met one of several', () => {
    expect(groups([exchange(0, 5), exchange(3, 9), exchange(7, 12)])).toEqual([2, 1]);
  });

  it('are not those of different checks that met by chance', () => {
    expect(groups([exchange(0, 5, 1), exchange(0, 5, 2), exchange(0, 5, 0)])).toEqual([1, 1, 1]);
  });

  it('leave one alone whose answer the next one carries', () => {
    const login = exchange(1, 4);
    expect(groups([exchange(0, 5), login, exchange(2, 6), exchange(3, 6)], [login])).toEqual([
      1, 1, 2,
    ]);
  });
});
