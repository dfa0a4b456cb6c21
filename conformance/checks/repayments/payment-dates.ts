import type { CheckContext } from '../../check-context.ts';
import { takenFields, takenValues } from '../lending/optional-fields.ts';
import { DATE_OF_YEARS_AGO } from './odd-values.ts';

/** In milliseconds. */
export const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The moment so many milliseconds ago, in UTC and with milliseconds. */
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** A moment that no clock takes for the future, in UTC and with milliseconds. */
export const aMinuteAgo = (): string => ago(MINUTE);

/** Sunday and Saturday, as Date counts them. */
const WEEKEND: readonly number[] = [0, 6];

/** The same time of the last day from Monday to Friday before today, in UTC: banks work on those. */
export function lastWorkingDay(now: number = Date.now()): string {
  const isFree = (ms: number) => WEEKEND.includes(new Date(ms).getUTCDay());
  let moment = now - DAY;
  while (isFree(moment)) {
    moment -= DAY;
  }
  return new Date(moment).toISOString();
}

/** A moment written in other ways that ISO 8601 has for it, or the day of it. */
export const DATE_FORMS: { form: string; write(moment: string): string; longAgo?: number }[] = [
  {
    form: 'without milliseconds',
    write: (moment) => `${moment.slice(0, 19)}Z`,
    // A transfer takes days; whoever takes none so old is asked about a minute.
    longAgo: 2 * DAY,
  },
  {
    form: 'with an offset',
    write: (moment) =>
      `${new Date(Date.parse(moment) + 3_600_000).toISOString().slice(0, 19)}+01:00`,
  },
  {
    form: 'that is a day alone',
    write: (moment) => moment.slice(0, 10),
    // Where the target is, today in UTC may be tomorrow.
    longAgo: 2 * DAY,
  },
];

/** Longer than a transfer takes; a moment of today goes with an amount above in `againRepaid`. */
const TEN_DAYS = 10 * 24 * 3_600_000;

/** A date of days ago in the form that the target takes, or of now where it need not take an old one. */
export async function oldDate(context: CheckContext): Promise<string | undefined> {
  const taken = (await takenFields(context, 'repay-loan')).get('paymentDate')?.();
  const isOldTaken = (await takenValues(context, 'repay-loan')).has(DATE_OF_YEARS_AGO);
  return isOldTaken ? ago(TEN_DAYS).slice(0, String(taken).length) : (taken as string | undefined);
}
