import { describe, expect, it } from 'vitest';
import { slashDate } from '../days.ts';
import { rangesSearched } from './search-in-ranges.ts';

const state = { fromDate: '01/03/2026', toDate: '31/03/2026' };
const paid = (...days: string[]) =>
  days.map((day) => ({
    creationDate: `2026-03-${day}T10:00:00`,
    searchablePaymentReference: `TRF-${day}`,
  }));
const written = (entries: readonly unknown[]) =>
  rangesSearched(state, entries).map(
    ({ text, fromDate, toDate }) => `${text}: ${slashDate(fromDate)} to ${slashDate(toDate)}`,
  );
const YEARS = 'years: 31/12/2019 to 31/03/2026';

describe('the ranges that are searched in', () => {
  it('are a week with two payments surely in it, and years before', () => {
    expect(written(paid('05', '20', '21'))).toEqual(['a week: 17/03/2026 to 23/03/2026', YEARS]);
  });

  it('lie within the days of the state', () => {
    expect(written(paid('30', '30'))).toEqual([YEARS]);
    expect(written(paid('28', '29'))).toEqual(['a week: 25/03/2026 to 31/03/2026', YEARS]);
  });

  it('are years alone where no two payments are near each other, or none has a reference', () => {
    expect(written(paid('05', '20'))).toEqual([YEARS]);
    expect(written([{ creationDate: '2026-03-05' }, { creationDate: '2026-03-05' }])).toEqual([
      YEARS,
    ]);
  });
});
