import { expect, it } from 'vitest';
import { lastWorkingDay } from './payment-dates.ts';

it('takes for the last working day the one from Monday to Friday before', () => {
  const before = (day: string) => lastWorkingDay(Date.parse(`${day}T10:30:00Z`));
  expect(before('2026-11-27')).toBe('2026-11-26T10:30:00.000Z');
  expect(['2026-11-28', '2026-11-29', '2026-11-30'].map(before)).toEqual(
    Array.from({ length: 3 }, () => '2026-11-27T10:30:00.000Z'),
  );
});
