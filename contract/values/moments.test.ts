import { expect, test } from 'vitest';
import { day, endOfDay, moment, slashDate, startOfDay } from './moments.ts';

test('a day begins at midnight and ends a second before the next, in UTC', () => {
  expect(moment(startOfDay('2024-02-29'))).toBe('2024-02-29T00:00:00');
  expect(moment(endOfDay('2024-02-29'))).toBe('2024-02-29T23:59:59');
  expect(day(endOfDay('2024-02-29') + 1000)).toBe('2024-03-01');
});

test.for(['2026-02-30', '2026-13-01', '30/06/2026', '2026-6-30', '', '2026-06-30T00:00:00'])(
  'refuses %j as a day',
  (text) => {
    expect(() => startOfDay(text)).toThrow(/yyyy-MM-dd/);
  },
);

test('writes the day before the month with slashes', () => {
  expect(slashDate('2026-12-31')).toBe('31/12/2026');
});
