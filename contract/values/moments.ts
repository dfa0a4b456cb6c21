import { UsageError } from '../errors.ts';

/** The last day of all generated data unless another is given; data never depends on the clock. */
export const REFERENCE_DATE = '2026-06-30';

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/**
 * Milliseconds since 1970 at the first moment (UTC) of a day `yyyy-MM-dd`.
 * @throws UsageError when there is no such day
 */
export function startOfDay(date: string): number {
  const start = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(start) || day(start) !== date) {
    throw new UsageError(`the date is ${JSON.stringify(date)}; expected a day as yyyy-MM-dd`);
  }
  return start;
}

/** The last moment of a day, to the second; otherwise as startOfDay. */
export function endOfDay(date: string): number {
  return startOfDay(date) + DAY - 1000;
}

/** Writes milliseconds since 1970 as `yyyy-MM-ddTHH:mm:ss`, without zone (section 2.2). */
export function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/** Writes the day of milliseconds since 1970 as `yyyy-MM-dd`. */
export function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Writes a day `yyyy-MM-dd` as `dd/MM/yyyy`, the form of the filters of section 4.5. */
export function slashDate(date: string): string {
  return date.split('-').reverse().join('/');
}
