import { describe, expect, it } from 'vitest';
import type { StateValues } from '../../../target/target.ts';
import { dayOf } from '../../checks/awaiting-payments/days.ts';
import { rangesOf } from './listing-ranges.ts';

const state = {
  fromDate: '01/01/2026',
  toDate: '30/06/2026',
} as StateValues['awaiting-payments'];
const paidOn = (...days: string[]) => days.map((day) => ({ creationDate: `${day}T10:00:00` }));

describe('the ranges of listings', () => {
  it('are that of the state alone where payments have few days', () => {
    const ranges = rangesOf(state, paidOn('2026-02-01', '2026-02-02'));
    expect(ranges.map(({ fromDate, toDate }) => [fromDate, toDate])).toEqual([
      ['01/01/2026', '30/06/2026'],
    ]);
  });

  it('are one day that is another where the month is read first, where a payment has such a day', () => {
    const days = [
      '2026-01-15',
      '2026-02-20',
      '2026-03-03',
      '2026-03-18',
      '2026-04-05',
      '2026-05-20',
    ];
    const one = rangesOf(state, paidOn(...days)).find(({ text }) => text === 'one day');
    expect([one?.fromDate, one?.toDate]).toEqual(['05/04/2026', '05/04/2026']);
    const narrow = rangesOf(state, paidOn(...days)).find(({ text }) => text === 'a narrow range');
    expect([narrow?.fromDate, narrow?.toDate]).toEqual(['05/04/2026', '05/04/2026']);
    const late = days.map((day) => day.replace(/-\d\d$/, '-20'));
    const other = rangesOf(state, paidOn(...late, '2026-06-21')).find(
      ({ text }) => text === 'one day',
    );
    expect(other?.fromDate).toMatch(/^20\//);
  });

  it('begin and end within that of the state, though a payment of another time zone lies before it', () => {
    const days = ['01-28', '02-28', '03-15', '03-31', '04-20', '05-10', '05-20', '06-20', '07-01'];
    const ranges = rangesOf(
      { ...state, fromDate: '01/03/2026' },
      paidOn(...days.map((day) => `2026-${day}`)),
    ).flatMap((range) => [range, ...(range.inTurn ? [range.inTurn] : [])]);
    const over = ranges.find(({ text }) => text.startsWith('from the end of a month'));
    expect(over?.fromDate).toBe('31/03/2026');
    for (const { fromDate, toDate } of ranges) {
      expect(dayOf(fromDate)).toBeGreaterThanOrEqual(dayOf('01/03/2026'));
      expect(dayOf(toDate)).toBeLessThanOrEqual(dayOf(state.toDate));
    }
  });
});
