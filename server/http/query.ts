import type { Context } from 'hono';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { AppEnv } from '../dependencies.ts';
import { type Complaint, invalid } from './refusal.ts';

/** Largest page that we give; the specification recommends 50 for portfolios and says no limit. */
export const LARGEST_SIZE = 500;

/** Last page that can be asked for, so that page x size stays an exact number. */
const LAST_PAGE = 1_000_000_000;

/** A page of a list: `limit` rows after the first `offset`. */
export interface Page {
  limit: number;
  offset: number;
}

/**
 * The page that `page` and `size` ask for, with the endpoint's defaults; both start at 1.
 *
 * @throws Refusal 400 when either is not a whole number in range
 */
export function pageOf(c: Context<AppEnv>, endpoint: Endpoint): Page {
  const complaints: Complaint[] = [];
  const numberOf = (name: string, largest: number): number => {
    const fallback = endpoint.query.find((rule) => rule.name === name)?.default ?? 1;
    const text = c.req.query(name);
    if (text === undefined) {
      return fallback;
    }
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= largest) {
      return value;
    }
    const message = `must be a whole number from 1 to ${largest}`;
    complaints.push({ path: `query ${name}`, message });
    return fallback;
  };
  const page = numberOf('page', LAST_PAGE);
  const size = numberOf('size', LARGEST_SIZE);
  if (complaints.length > 0) {
    throw invalid(complaints);
  }
  return { limit: size, offset: (page - 1) * size };
}

/**
 * A required query parameter that is `true` or `false`.
 *
 * @throws Refusal 400 when it is missing or anything else
 */
export function booleanOf(c: Context<AppEnv>, name: string): boolean {
  const text = c.req.query(name);
  if (text === 'true') {
    return true;
  }
  if (text === 'false') {
    return false;
  }
  throw invalid([{ path: `query ${name}`, message: 'must be true or false' }]);
}
