import { createHash } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';

/** What a target has shown to take, beside the forms that every request has at first. */
export interface TakenForms {
  /** endpoints that take an x-fapi-auth-date with an offset from UTC */
  offsets: ReadonlySet<EndpointName>;
}

/** Preferences that browsers and phones of customers send (RFC 9110 section 12.5.4). */
const LANGUAGES = [undefined, 'en', 'fr-CH, fr;q=0.9, en;q=0.8', 'sw'];

const HOUR_MS = 3_600_000;

/**
 * Headers that say the same in another form, or what no rule is about: one choice of each, drawn by
 * `key`, which is the same for all requests of a check in a situation, so that a refusal and its
 * twin differ in the thing tested alone. Faults that show with one form only are met so, for no
 * request more.
 */
export function otherForms(
  key: string,
  endpoint: EndpointName,
  { offsets }: TakenForms,
): Record<string, string> {
  const [first = 0, second = 0] = createHash('sha256').update(key).digest();
  const language = LANGUAGES[first % LANGUAGES.length];
  return {
    ...(language !== undefined && { 'accept-language': language }),
    ...(offsets.has(endpoint) &&
      second % 2 === 0 && { 'x-fapi-auth-date': withOffset(Date.now()) }),
  };
}

/** A moment as the clock of a customer an hour east of Greenwich writes it (ISO 8601). */
function withOffset(moment: number): string {
  return new Date(moment + HOUR_MS).toISOString().replace('Z', '+01:00');
}
