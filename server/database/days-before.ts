import type { Db } from './open.ts';
import { GIVEN } from './statements/given.ts';

/** Where a page begins: `offset` payments after the first of those up to a moment. */
export interface Start {
  to: string;
  offset: number;
}

/** Payments that are walked over sooner than whole days are counted. */
const FEW = 500;

const END = 'T23:59:59';

/**
 * Finds where a late page of an owner's payments begins: days that lie before it, the newest first,
 * are counted (see payments-per-day.ts) instead of walked through.
 */
export function daysBefore(
  db: Db,
): (owner: string, currency: string, from: string, to: string, offset: number) => Start {
  const day = db
    .prepare<unknown[], [day: string, before: number]>(
      `SELECT day, before FROM (
         SELECT day, payments, sum(payments) OVER (ORDER BY day DESC) - payments AS before
         FROM payments_per_day WHERE owner = ${GIVEN} AND currency = ${GIVEN} AND day BETWEEN ${GIVEN} AND ${GIVEN}
       ) WHERE before + payments > ${GIVEN} LIMIT 1`,
    )
    .raw();
  return (owner, currency, from, to, offset) => {
    // Of a day that ends early, not all count.
    if (offset < FEW || !to.endsWith(END)) {
      return { to, offset };
    }
    const found = day.get(owner, currency, from.slice(0, 10), to.slice(0, 10), offset);
    if (found === undefined) {
      // The page is beyond the last day.
      return { to: '', offset: 0 };
    }
    const [last, before] = found;
    return { to: `${last}${END}`, offset: offset - before };
  };
}
