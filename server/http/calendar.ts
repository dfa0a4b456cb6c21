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
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(day)) return text;
  throw invalid([{ path: `body /${field}`, message: 'is not a day of the calendar' }]);
}
