import { isIso8601 } from '../../http/calendar.ts';
import { invalid } from '../../http/refusal.ts';

/**
 * The moments of two days `yyyy-MM-dd` of a query, both days included.
 *
 * @throws Refusal 400 when the calendar has not both, or they are the wrong way round
 */
export function rangeOf(fromDate: string, toDate: string): { from: string; to: string } {
  const complaints = Object.entries({ fromDate, toDate })
    .filter(([, day]) => !isIso8601(day))
    .map(([name]) => ({ path: `query ${name}`, message: 'is not a day of the calendar' }));
  if (complaints.length > 0) {
    throw invalid(complaints);
  }
  if (fromDate > toDate) {
    throw invalid([{ path: 'query fromDate', message: 'must not be after toDate' }]);
  }
  return { from: `${fromDate}T00:00:00`, to: `${toDate}T23:59:59` };
}
