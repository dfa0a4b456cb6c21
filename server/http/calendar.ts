import { invalid } from './refusal.ts';

/**
 * A day written `dd/MM/yyyy` (section 4.5) as `yyyy-MM-dd`.
 *
 * @param field the field of the body that holds it, for the complaint
 * @throws Refusal 400 when the calendar has no such day
 */
export function dayOf(field: string, text: string): string {
  return realDay(field, text.split('/').reverse().join('-'));
}

/**
 * A text that begins with a day `yyyy-MM-dd`, if the calendar has that day: the schemas cannot
 * tell that there is no 31 February.
 *
 * @throws Refusal 400 when it has not
 */
export function realDay(field: string, text: string): string {
  if (isDay(text.slice(0, 10))) {
    return text;
  }
  throw invalid([{ path: `body /${field}`, message: 'is not a day of the calendar' }]);
}

/** A day or a moment of ISO 8601, in its extended or basic form. */
const ISO_8601 =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(T([01]\d|2[0-4])(:?[0-5]\d(:?([0-5]\d|60)([.,]\d+)?)?)?(Z|[+-]\d{2}(:?[0-5]\d)?)?)?$/;

/** Whether a text is a day or a moment of ISO 8601 (section 4.6) that the calendar has. */
export function isIso8601(text: string): boolean {
  const [, year, , month, day] = ISO_8601.exec(text) ?? [];
  return isDay(`${year}-${month}-${day}`);
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text)?.map(Number) ?? [];
  return day !== undefined && day >= 1 && day <= lengthOf(Number(month), Number(year));
}

/** How many days a month has; 0 where there is no such month. */
function lengthOf(month: number, year: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  }
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
