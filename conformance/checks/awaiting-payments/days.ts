/** Milliseconds of a day. */
const DAY_MS = 24 * 3600 * 1000;

/**
 * Days are counted from 1970-01-01. Whether the ends of a range belong to it is open, and a target
 * may compare in another time zone, so one day on either side of an end is judged neither way.
 */
const MARGIN_DAYS = 1;

/** The day of a year, a month from 1 to 12 and a date; not `Date.UTC`, which reads the year 50 as 1950. */
export function dayIn(year: number, month: number, date: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, date) / DAY_MS;
}

/** The first and the last day that a year of four digits has. */
const FIRST_DAY = dayIn(1, 1, 1);
const LAST_DAY = dayIn(9999, 12, 31);

/** The day written dd/MM/yyyy (section 4.5); throws a RangeError for anything else. */
export function dayOf(text: string): number {
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const day = dayIn(Number(year), Number(month), Number(date));
  if (Number.isNaN(day)) {
    throw new RangeError(`${text} is no day dd/MM/yyyy`);
  }
  return day;
}

/** A day as dd/MM/yyyy; the nearest that has this form, for days of earlier or later years. */
export function slashDate(day: number): string {
  const [year, month, date] = isoDate(day).split('-');
  return `${date}/${month}/${year}`;
}

/** A day as yyyy-MM-dd, the form that section 4.5 does not allow. */
export function isoDate(day: number): string {
  const nearest = Math.min(Math.max(day, FIRST_DAY), LAST_DAY);
  return new Date(nearest * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The 31st of a month that has none, as dd/MM/yyyy, which a calendar that carries reads as this day;
 * `undefined` for every other day.
 */
export function thirtyFirst(day: number): string | undefined {
  const [, month = 0, year = 0] = slashDate(day).split('/').map(Number);
  return month > 1 && dayIn(year, month - 1, 31) === day
    ? `31/${String(month - 1).padStart(2, '0')}/${slashDate(day).slice(6)}`
    : undefined;
}

/**
 * The day a date-time begins with, or `undefined`. Whatever follows the day is not looked at, since
 * the exact form is the business of a check of its own.
 */
export function dayOfDateTime(value: unknown): number | undefined {
  const [, text] = typeof value === 'string' ? (/^(\d{4}-\d{2}-\d{2})/.exec(value) ?? []) : [];
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : time / DAY_MS;
}

/** The end of the range that a date is. */
export type RangeEnd = 'fromDate' | 'toDate';

/** Whether a day lies inside the range with this end, whichever way the end itself counts. */
export function surelyInside(end: RangeEnd, date: number, day: number): boolean {
  return end === 'fromDate' ? day > date + MARGIN_DAYS : day < date - MARGIN_DAYS;
}

/** Whether a day lies inside a range, whichever way its ends count. */
export function surelyWithin(range: Record<RangeEnd, number>, day: number): boolean {
  return surelyInside('fromDate', range.fromDate, day) && surelyInside('toDate', range.toDate, day);
}

/** Whether a day lies outside the range with this end, whichever way the end itself counts. */
export function surelyOutside(end: RangeEnd, date: number, day: number): boolean {
  return end === 'fromDate' ? day < date - MARGIN_DAYS : day > date + MARGIN_DAYS;
}

/**
 * The day that parts the given days best into some surely before and some surely after it, or
 * `undefined` where they lie too close. Days that read the same with day and month swapped are
 * preferred, then those that cannot be swapped, so that a target that swaps them is found by the
 * check of that rule.
 */
export function partingDay(days: readonly number[]): number | undefined {
  const candidates = daysBetween(days).map((day) => {
    const before = days.filter((other) => surelyOutside('fromDate', day, other)).length;
    const after = days.filter((other) => surelyInside('fromDate', day, other)).length;
    const swapped = swappedDay(day);
    const plainness = swapped === day ? 2 : swapped === undefined ? 1 : 0;
    return { day, plainness, parted: Math.min(before, after) };
  });
  const [best] = candidates
    .filter(({ parted }) => parted > 0)
    .sort((a, b) => b.plainness - a.plainness || b.parted - a.parted);
  return best?.day;
}

/** The day that a reader who takes the month first understands; `undefined` for days above 12. */
export function swappedDay(day: number): number | undefined {
  const [year, month, date] = isoDate(day).split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined || date > 12) {
    return undefined;
  }
  return dayIn(year, date, month);
}

/** The nearest of some days that is another to who reads the month first, or the one wanted where none is. */
export function mistakableNear(wanted: number, days: readonly number[]): number {
  const nearest = days.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return nearest.find((day) => ![undefined, day].includes(swappedDay(day))) ?? wanted;
}

/** A date whose two readings list different payments. */
interface SwapProbe {
  date: number;
  /** days of payments that only the right reading lists */
  listed: number[];
  /** days of payments that only the swapped reading lists */
  leftOut: number[];
}

/**
 * The date that tells best whether day and month are swapped, judged by the days of known payments;
 * `undefined` where none does. Dates whose right reading lists more are preferred: their verdict
 * does not change where the target ignores the date altogether.
 */
export function swapProbe(end: RangeEnd, days: readonly number[]): SwapProbe | undefined {
  const probes = daysBetween(days).flatMap((date): SwapProbe[] => {
    const swapped = swappedDay(date);
    const isRead = days.some((day) => surelyInside(end, date, day));
    if (swapped === undefined || swapped === date || !isRead) {
      return [];
    }
    const only = (right: number, wrong: number) =>
      days.filter((day) => surelyInside(end, right, day) && surelyOutside(end, wrong, day));
    return [{ date, listed: only(date, swapped), leftOut: only(swapped, date) }];
  });
  const [best] = probes
    .filter(({ listed, leftOut }) => listed.length + leftOut.length > 0)
    .sort((a, b) => b.listed.length - a.listed.length || b.leftOut.length - a.leftOut.length);
  return best;
}

/** A range longer than this is not searched to its end. */
const SEARCHED_DAYS = 1_500;

function daysBetween(days: readonly number[]): number[] {
  if (days.length === 0) {
    return [];
  }
  const first = days.reduce((a, b) => Math.min(a, b));
  const last = days.reduce((a, b) => Math.max(a, b));
  const length = Math.min(last - first + 1, SEARCHED_DAYS);
  return Array.from({ length }, (_, index) => first + index);
}
