import { describe, expect, it } from 'vitest';
import { inTheEvening, otherForms } from './other-forms.ts';
import { TakenForms } from './taken-forms.ts';

const keys = Array.from({ length: 200 }, (_, index) => `check ${index}`);
const nothing = new Set<string>();

/** Lets an endpoint take every form that it may be sent. */
function takingAll(endpoint: 'portfolios' | 'repay-loan'): TakenForms {
  const forms = new TakenForms();
  for (let tried = forms.untried(endpoint, 'customer', nothing); tried.length > 0; ) {
    forms.tried(endpoint, 'customer', tried, true);
    tried = forms.untried(endpoint, 'customer', nothing);
  }
  return forms;
}

describe('an x-fapi-auth-date with an offset', () => {
  const HOURS = Array.from(
    { length: 24 },
    (_, hour) => new Date(Date.UTC(2026, 6, 1, hour, 30, 15)),
  );

  it('is the moment of the request, told where it is nine in the evening', () => {
    for (const now of HOURS) {
      const told = inTheEvening(now);
      expect(told).toMatch(/^2026-0[67]-\d\dT21:30:15\.000[+-](0\d|1[0-4]):00$/);
      expect(Date.parse(told)).toBe(now.getTime());
    }
  });
});

describe('other forms of headers', () => {
  it('are the same for one key, and all met by many', () => {
    const taken = takingAll('portfolios').taken('portfolios', 'customer');
    const drawn = keys.map((key) => otherForms(key, taken).headers);
    expect(drawn).toEqual(
      keys.map((key) => ({
        ...otherForms(key, taken).headers,
        // a new key for each request
        ...('x-idempotency-key' in otherForms(key, taken).headers && {
          'x-idempotency-key': expect.any(String),
        }),
      })),
    );
    expect(new Set(drawn.map((headers) => headers['accept-language'])).size).toBe(8);
    expect(new Set(drawn.map(({ platform }) => platform))).toEqual(
      new Set([undefined, 'ANDROID', 'IOS']),
    );
    expect(drawn.some((headers) => headers['x-fapi-auth-date'] === null)).toBe(true);
  });

  it('are sent only where the endpoint has taken them', () => {
    const drawn = keys.map(
      (key) => otherForms(key, new TakenForms().taken('repay-loan', 'customer')).headers,
    );
    expect(new Set(drawn.flatMap(Object.keys))).toEqual(new Set(['accept-language']));
    const dates = keys.flatMap(
      (key) =>
        otherForms(key, takingAll('repay-loan').taken('repay-loan', 'customer')).headers[
          'x-fapi-auth-date'
        ] ?? [],
    );
    expect(dates.length).toBeGreaterThan(50);
    expect(dates.length).toBeLessThan(150);
    for (const date of dates) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT21:\d\d:\d\d\.\d{3}[+-]\d\d:00$/);
      expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('come once each with the usual in as many turns, the first among them', () => {
    const taken = takingAll('portfolios').taken('portfolios', 'customer');
    for (const key of ['one check', 'another', 'a third']) {
      const platforms = [0, 1, 2].map((turn) => otherForms(key, taken, { turn }).headers.platform);
      expect(new Set(platforms).size).toBe(3);
    }
  });

  it('meet every other turn of what has as many, and one part each form of another', () => {
    const taken = takingAll('portfolios').taken('portfolios', 'customer');
    const chosen = Array.from(
      { length: 27 },
      (_, turn) => otherForms('a check', taken, { turn }).headers,
    );
    for (const every of [2, 3, 6]) {
      const met = chosen.filter((_, turn) => turn % every === 0).map(({ platform }) => platform);
      expect(new Set(met).size).toBe(3);
    }
    const pairs = chosen.map(({ platform, uuid }) => `${platform} ${uuid}`);
    expect(new Set(pairs).size).toBe(9);
  });

  it('come before the usual ones in the turns after the first', () => {
    const taken = takingAll('portfolios').taken('portfolios', 'customer');
    for (const key of keys) {
      const platforms = [1, 2, 3].map(
        (turn) => otherForms(key, taken, { turn, firstWasUsual: true }).headers.platform,
      );
      expect(new Set(platforms.slice(0, 2))).toEqual(new Set(['ANDROID', 'IOS']));
      expect(platforms[2]).toBeUndefined();
      expect(
        otherForms(key, taken, { turn: 1, firstWasUsual: true }).headers['x-fapi-auth-date'],
      ).toBeNull();
    }
  });
});
