import { describe, expect, it } from 'vitest';
import { dayOf, slashDate } from '../days.ts';
import { olderRanges } from './long-ranges.ts';

const state = { fromDate: '01/03/2026' };
const paid = (...days: string[]) => days.map((day) => ({ creationDate: `${day}T10:00:00` }));
const long = { fromDate: dayOf('01/01/2020'), toDate: dayOf('31/03/2026') };
const LAST_YEAR = '01/01/2025 to 31/12/2025';
const written = (entries: readonly unknown[]) =>
  olderRanges({ ...long, entries }, state).map(
    (range) => range && `${slashDate(range.fromDate)} to ${slashDate(range.toDate)}`,
  );

describe('ranges of older payments', () => {
  it('lie around the middle one, before the first, and in the year before', () => {
    expect(written(paid('2024-12-31', '2023-05-20', '2025-07-01', '2026-03-10'))).toEqual([
      '16/12/2024 to 15/01/2025',
      '01/01/2020 to 18/05/2023',
      LAST_YEAR,
    ]);
  });

  it('stay within the long range', () => {
    expect(written(paid('2020-01-03'))).toEqual(['01/01/2020 to 18/01/2020', undefined, LAST_YEAR]);
  });

  it('are the year before alone where no payment has a day', () => {
    expect(written([{ creationDate: null }])).toEqual([undefined, undefined, LAST_YEAR]);
  });

  it('are not around the middle one where no payment is older than the state tells', () => {
    expect(written(paid('2026-02-28', '2026-03-10'))).toEqual([
      undefined,
      '01/01/2020 to 26/02/2026',
      LAST_YEAR,
    ]);
  });
});
