import type { StateValues } from '../../../target/target.ts';
import {
  dayOf,
  mistakableNear,
  type RangeEnd,
  slashDate,
} from '../../checks/awaiting-payments/days.ts';
import { creationDay } from '../../checks/awaiting-payments/listing.ts';

/** A range of days that a listing is asked for. */
export interface Range {
  text: string;
  fromDate: string;
  toDate: string;
  /** another that stands for it every second time: it needs no pairs of its own */
  inTurn?: Range;
}

/** Days before and after the middle one of a week. */
const HALF_A_WEEK = 3;

/** The week around a day, as far as it lies within a range. */
export const weekAround = (day: number, within: Record<RangeEnd, number>) => ({
  fromDate: Math.max(day - HALF_A_WEEK, within.fromDate),
  toDate: Math.min(day + HALF_A_WEEK, within.toDate),
});

/**
 * The last day of a month from one day to another, of 31 where there is one: who counts on by a day or a
 * month, or knows how long months are, goes wrong there first.
 */
function endOfMonth(from: number, to: number): number | undefined {
  const days = Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index);
  const ends = days.filter((day) => slashDate(day + 1).startsWith('01/'));
  return ends.find((day) => slashDate(day).startsWith('31/')) ?? ends[0];
}

/** The day of the last month that a range over the ends of months goes to. */
const FIFTH = 5;

/** A range from the end of a month into the beginning of the last: its first day is the greater number. */
function overMonths(from: number, half: number, to: number): Range | undefined {
  const begin = endOfMonth(from, half);
  const end = to - Number(slashDate(to).slice(0, 2)) + FIFTH;
  return begin === undefined || end <= begin || end > to
    ? undefined
    : {
        text: 'from the end of a month to the beginning of another',
        fromDate: slashDate(begin),
        toDate: slashDate(end),
      };
}

/** The range of the state, and narrower ones that part the days of the payments. */
export function rangesOf(
  state: StateValues['awaiting-payments'],
  entries: readonly unknown[],
): Range[] {
  // Where days are those of another time zone, a payment is listed whose day lies before or behind the range.
  const [least, most] = [dayOf(state.fromDate), dayOf(state.toDate)];
  const days = [...new Set(entries.map(creationDay))]
    .filter((day) => day !== undefined && day >= least && day <= most)
    .sort((a = 0, b = 0) => a - b) as number[];
  const [third, half, twoThirds] = [1 / 3, 1 / 2, 2 / 3].map(
    (part) => days[Math.floor(days.length * part)],
  );
  const [from = 0, to = -1] = [days[Math.floor(days.length / 2)], days.at(-4)];
  const rest = endOfMonth(from, to) ?? twoThirds;
  const whole = { text: '', fromDate: state.fromDate, toDate: state.toDate };
  if (third === undefined || half === undefined || rest === undefined || days.length < 6) {
    return [whole];
  }
  const over = overMonths(days[0] ?? third, half, most);
  const week = weekAround(half, { fromDate: least, toDate: most });
  return [
    whole,
    { ...whole, text: 'a later fromDate', fromDate: slashDate(third) },
    { ...whole, text: 'an earlier toDate', toDate: slashDate(rest) },
    {
      text: 'a narrow range',
      fromDate: slashDate(mistakableNear(third, days)),
      toDate: slashDate(Math.max(mistakableNear(rest, days), mistakableNear(third, days))),
      ...(over && { inTurn: over }),
    },
    {
      text: 'one day',
      fromDate: slashDate(mistakableNear(half, days)),
      toDate: slashDate(mistakableNear(half, days)),
      inTurn: {
        text: 'a week',
        // What lies outside the state's range nobody has listed, so that nothing foretells it.
        fromDate: slashDate(week.fromDate),
        toDate: slashDate(week.toDate),
      },
    },
  ];
}
