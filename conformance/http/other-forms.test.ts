import { describe, expect, it } from 'vitest';
import { FORMS, inTheEvening, otherForms, TakenForms } from './other-forms.ts';

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
    const drawn = keys.map((key) => otherForms(key, taken));
    expect(drawn).toEqual(
      keys.map((key) => ({
        ...otherForms(key, taken),
        // a new key for each request
        ...('x-idempotency-key' in otherForms(key, taken) && {
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
    const drawn = keys.map((key) =>
      otherForms(key, new TakenForms().taken('repay-loan', 'customer')),
    );
    expect(new Set(drawn.flatMap(Object.keys))).toEqual(new Set(['accept-language']));
    const dates = keys.flatMap(
      (key) =>
        otherForms(key, takingAll('repay-loan').taken('repay-loan', 'customer'))[
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
      const platforms = [0, 1, 2].map((turn) => otherForms(key, taken, { turn }).platform);
      expect(new Set(platforms).size).toBe(3);
    }
  });

  it('come before the usual ones in the turns after the first', () => {
    const taken = takingAll('portfolios').taken('portfolios', 'customer');
    for (const key of keys) {
      const platforms = [1, 2, 3].map(
        (turn) => otherForms(key, taken, { turn, firstWasUsual: true }).platform,
      );
      expect(new Set(platforms.slice(0, 2))).toEqual(new Set(['ANDROID', 'IOS']));
      expect(platforms[2]).toBeUndefined();
      expect(
        otherForms(key, taken, { turn: 1, firstWasUsual: true })['x-fapi-auth-date'],
      ).toBeNull();
    }
  });

  it('are tried together first, one of each part, and each by itself once that was refused', () => {
    const forms = new TakenForms();
    const together = forms.untried('repay-loan', 'customer', nothing);
    expect(together.map(({ part }) => part)).toEqual([
      'x-fapi-auth-date',
      'x-fapi-customer-ip-address',
      'x-idempotency-key',
      'token',
    ]);
    forms.tried('repay-loan', 'customer', together, false);
    const alone = [];
    for (let tried = forms.untried('repay-loan', 'customer', nothing); tried.length > 0; ) {
      alone.push(tried.length);
      forms.tried('repay-loan', 'customer', tried, tried[0]?.part !== 'x-idempotency-key');
      tried = forms.untried('repay-loan', 'customer', nothing);
    }
    expect(alone).toEqual([1, 1, 1, 1, 1]);
    expect([...forms.taken('repay-loan', 'customer').keys()]).toEqual([
      'x-fapi-auth-date',
      'x-fapi-customer-ip-address',
      'token',
    ]);
  });

  it('are of a platform, a device or a header of the token only for users who were served so', () => {
    const forms = new TakenForms();
    const ofManager = forms.untried('logout', 'manager', nothing);
    forms.tried('logout', 'manager', ofManager, true);
    expect([...forms.taken('logout', 'manager').keys()]).toEqual(['uuid', 'platform', 'token']);
    expect([...forms.taken('logout', 'cashier').keys()]).toEqual([]);
    forms.tried('logout', 'cashier', forms.untried('logout', 'cashier', nothing), false);
    forms.tried('logout', 'cashier', forms.untried('logout', 'cashier', nothing), true);
    forms.tried('logout', 'cashier', forms.untried('logout', 'cashier', nothing), false);
    expect([...forms.taken('logout', 'cashier').keys()]).toEqual(['uuid']);
    expect([...forms.taken('logout', 'manager').keys()]).toEqual(['uuid', 'platform', 'token']);
  });

  it('are first those that nobody has sent an endpoint', () => {
    const forms = new TakenForms();
    const platforms = (['customer', 'manager', 'agent'] as const).map((user) => {
      const tried = forms.untried('logout', user, nothing);
      forms.tried('logout', user, tried, true);
      return tried.find(({ part }) => part === 'platform')?.name;
    });
    expect(platforms).toEqual(['platform: ANDROID', 'platform: IOS', 'platform: ANDROID']);
  });

  it('are of a login the platforms on which its user was served elsewhere, and each by itself', () => {
    const forms = new TakenForms();
    expect(forms.untried('login', 'customer', nothing)).toEqual([]);
    for (const user of ['customer', 'cashier']) {
      forms.tried('portfolios', user, forms.untried('portfolios', user, nothing), true);
    }
    const [tried] = forms.untried('login', 'customer', nothing);
    expect(tried?.name).toBe('platform: ANDROID');
    forms.tried('login', 'customer', tried ? [tried] : [], true);
    const ofCashier = forms.untried('login', 'cashier', nothing);
    forms.tried('login', 'cashier', ofCashier, false);
    expect(forms.taken('login', 'customer').get('platform')).toEqual([tried]);
    expect(forms.taken('login', 'cashier').size).toBe(0);
    expect(forms.untried('login', 'cashier', nothing)).toEqual([]);
  });

  it('leave alone what a request has of its own', () => {
    const given = new Set(['x-idempotency-key', 'x-fapi-auth-date', 'uuid']);
    const tried = new TakenForms().untried('request-loan', 'customer', given);
    expect(tried.map(({ part }) => part)).toEqual(['x-fapi-customer-ip-address', 'token']);
  });

  it('leave the x-fapi headers out only where they are listed and not demanded', () => {
    const without = FORMS.filter(({ part }) => part === 'x-fapi');
    expect(without.map((form) => form.fits('portfolios'))).toEqual([true]);
    expect(without.map((form) => form.fits('update-application'))).toEqual([false]);
  });
});
