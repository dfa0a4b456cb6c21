import { describe, expect, it } from 'vitest';
import { otherForms } from './other-forms.ts';

const NONE = { offsets: new Set<never>() };
const keys = Array.from({ length: 200 }, (_, index) => `check ${index}`);

describe('other forms of headers', () => {
  it('are the same for one key, and all met by many', () => {
    const drawn = keys.map((key) => otherForms(key, 'portfolios', NONE));
    expect(drawn).toEqual(keys.map((key) => otherForms(key, 'portfolios', NONE)));
    const languages = new Set(drawn.map((headers) => headers['accept-language']));
    expect(languages.size).toBe(4);
    expect(languages).toContain(undefined);
  });

  it('write moments with an offset only where the target has taken one', () => {
    const dates = (offsets: ReadonlySet<'repay-loan'>) =>
      keys.flatMap((key) => otherForms(key, 'repay-loan', { offsets })['x-fapi-auth-date'] ?? []);
    expect(dates(new Set())).toEqual([]);
    const written = dates(new Set(['repay-loan']));
    expect(written.length).toBeGreaterThan(50);
    expect(written.length).toBeLessThan(150);
    for (const date of written) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+01:00$/);
      expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
    }
  });
});
