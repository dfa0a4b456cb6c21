import { describe, expect, it } from 'vitest';
import {
  dayIn,
  dayOf,
  dayOfDateTime,
  isoDate,
  partingDay,
  slashDate,
  surelyInside,
  surelyOutside,
  swapProbe,
  swappedDay,
  thirtyFirst,
} from './days.ts';

const day = (text: string) => dayOf(text);
const days = (first: string, last: string) =>
  Array.from({ length: day(last) - day(first) + 1 }, (_, index) => day(first) + index);

describe('days', () => {
  it('are read and written dd/MM/yyyy', () => {
    expect(isoDate(day('02/04/2026'))).toBe('2026-04-02');
    expect(slashDate(day('31/12/2025'))).toBe('31/12/2025');
    expect(() => day('2026-04-02')).toThrow(RangeError);
  });

  it('are of any year from 1 to 9999, and the nearest that is where there is no such year', () => {
    for (const text of ['01/01/0001', '28/02/0050', '31/12/0999', '31/12/9999']) {
      expect(slashDate(day(text))).toBe(text);
    }
    expect(slashDate(dayIn(999, 12, 31))).toBe('31/12/0999');
    expect(slashDate(day('31/12/9999') + 1)).toBe('31/12/9999');
    expect(slashDate(dayIn(-6, 12, 31))).toBe('01/01/0001');
    expect(thirtyFirst(day('01/05/0950'))).toBe('31/04/0950');
  });

  it('are read from the beginning of a date-time, whatever its form', () => {
    expect(dayOfDateTime('2026-04-02T23:59:59')).toBe(day('02/04/2026'));
    expect(dayOfDateTime('2026-04-02T23:59:59.123Z')).toBe(day('02/04/2026'));
    for (const other of ['02/04/2026', '2026-13-02T00:00:00', 20260402, null, undefined]) {
      expect(dayOfDateTime(other)).toBeUndefined();
    }
  });

  it('next to an end are judged neither way', () => {
    const end = day('10/04/2026');
    expect(
      [7, 8, 9, 10, 11, 12, 13].map((d) => surelyInside('fromDate', end, end - 10 + d)),
    ).toEqual([false, false, false, false, false, true, true]);
    expect([7, 8, 9, 10, 11, 12].map((d) => surelyOutside('fromDate', end, end - 10 + d))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(surelyInside('toDate', end, end - 2)).toBe(true);
    expect(surelyOutside('toDate', end, end + 1)).toBe(false);
    expect(surelyOutside('toDate', end, end + 2)).toBe(true);
  });

  it('swap where both numbers are months', () => {
    expect(swappedDay(day('02/04/2026'))).toBe(day('04/02/2026'));
    expect(swappedDay(day('05/05/2026'))).toBe(day('05/05/2026'));
    expect(swappedDay(day('13/04/2026'))).toBeUndefined();
  });
});

describe('the parting day', () => {
  it('reads the same with day and month swapped where such a day parts', () => {
    expect(slashDate(partingDay(days('02/04/2026', '06/06/2026')) ?? 0)).toBe('05/05/2026');
  });

  it('is a day above 12 otherwise, in the middle', () => {
    expect(slashDate(partingDay(days('12/01/2026', '26/01/2026')) ?? 0)).toBe('19/01/2026');
  });

  it('is none where the days lie too close', () => {
    expect(partingDay([])).toBeUndefined();
    expect(partingDay(days('12/01/2026', '14/01/2026'))).toBeUndefined();
    expect(partingDay(days('12/01/2026', '16/01/2026'))).toBe(day('14/01/2026'));
  });
});

describe('the date that shows swapping', () => {
  it('lists payments that the swapped reading leaves out, where it can', () => {
    const known = days('02/04/2026', '06/05/2026');
    const from = swapProbe('fromDate', known);
    expect(from?.listed.length).toBeGreaterThan(0);
    const to = swapProbe('toDate', known);
    expect(to?.listed.length).toBeGreaterThan(0);
    for (const [end, probe] of [
      ['fromDate', from],
      ['toDate', to],
    ] as const) {
      const swapped = swappedDay(probe?.date ?? 0) ?? 0;
      for (const listed of probe?.listed ?? []) {
        expect(surelyInside(end, probe?.date ?? 0, listed)).toBe(true);
        expect(surelyOutside(end, swapped, listed)).toBe(true);
      }
    }
  });

  it('leaves out payments that the swapped reading lists, where that is all there is', () => {
    // In September every swapped day above the 9th lies later; these days are all below.
    const probe = swapProbe('fromDate', days('01/09/2026', '08/09/2026'));
    expect(probe?.listed).toEqual([]);
    expect(probe?.leftOut.length).toBeGreaterThan(0);
    expect(probe?.leftOut.every((left) => left < (probe?.date ?? 0) - 1)).toBe(true);
  });

  it('is none where every day is above 12', () => {
    expect(swapProbe('fromDate', days('13/04/2026', '30/04/2026'))).toBeUndefined();
    expect(swapProbe('toDate', [])).toBeUndefined();
  });
});

describe('the 31st of a month that has none', () => {
  it.each([
    ['01/05/2026', '31/04/2026'],
    ['03/03/2026', '31/02/2026'],
    ['02/03/2024', '31/02/2024'],
    ['01/12/2025', '31/11/2025'],
  ])('is carried to %s as %s', (carried, text) => {
    expect(thirtyFirst(day(carried))).toBe(text);
  });

  it.each(['01/01/2026', '31/12/2025', '01/04/2026', '02/03/2026', '15/06/2026'])(
    'is not what %s may be written as',
    (text) => {
      expect(thirtyFirst(day(text))).toBeUndefined();
    },
  );
});
