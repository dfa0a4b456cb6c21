import { describe, expect, it } from 'vitest';
import { dayOf, slashDate } from '../days.ts';
import { acrossTheClock } from './range-ends.ts';

const range = (fromDate: string, toDate: string) => ({
  fromDate: dayOf(fromDate),
  toDate: dayOf(toDate),
});

describe('the end of a wider range', () => {
  it('lies in the nearest season of the other clock, before or after', () => {
    const spring = range('02/04/2026', '06/05/2026');
    expect(slashDate(acrossTheClock('fromDate', spring))).toBe('15/01/2026');
    expect(slashDate(acrossTheClock('toDate', spring))).toBe('15/01/2027');
    const winter = range('02/01/2026', '06/02/2026');
    expect(slashDate(acrossTheClock('fromDate', winter))).toBe('15/07/2025');
    expect(slashDate(acrossTheClock('toDate', winter))).toBe('15/07/2026');
  });
});
