import { leavesOf } from '../../expectations.ts';
import { type Exchange, jsonOf } from '../../http/exchange.ts';

/**
 * The ids of applications that an answer of request-loan names, each once. Its body is not shown (section
 * 4.6): it may name none, the new one, or all that the customer has.
 */
export function applicationsNamed(exchange: Exchange): string[] {
  const named = leavesOf(jsonOf(exchange)).flatMap(({ path, value }) =>
    /application_?id$/i.test(path) && typeof value === 'string' && value !== '' ? [value] : [],
  );
  return [...new Set(named)];
}
