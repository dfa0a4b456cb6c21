import type { EndpointName } from '../../contract/endpoint-names.ts';
import { becomes, changed, edit, gone, type Which } from '../servers/answers.ts';
import type { Fault } from './fault.ts';

/** The 403 of section 7, and what may be wrong with each of its fields. */
const FIELDS = [
  { field: 'error', breaks: 'ERR-12', ways: { missing: gone, 'a-number': becomes(403) } },
  { field: 'message', breaks: 'ERR-13', ways: { missing: gone, null: becomes(null) } },
  {
    field: 'role',
    breaks: 'ERR-14',
    ways: {
      missing: gone,
      'of-somebody-else': becomes('AGENT'),
      'lower-case': changed((role) => String(role).toLowerCase()),
    },
  },
];

/** An answer with 403 whose body is wrong in one field; `check` is the check of its status code. */
export function forbiddenBodyFaults(
  endpoint: EndpointName,
  check: string,
  what: string,
  which: Which,
): Fault[] {
  return FIELDS.flatMap(({ field, breaks, ways }) =>
    Object.entries(ways).map(([way, change]) => ({
      id: `${check}.${field}-${way}`,
      breaks,
      caughtBy: `${check}.${field}`,
      how: `${field} is ${way.replaceAll('-', ' ')} in the 403 for ${what}.`,
      layers: [edit(endpoint, field, change, which)],
    })),
  );
}
