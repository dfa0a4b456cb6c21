import type { Exchange } from '../../http/exchange.ts';

const beginOf = ({ startedAt }: Exchange): number => Date.parse(startedAt);
const endOf = (exchange: Exchange): number => beginOf(exchange) + exchange.durationMs;

/** Whether a check sent two requests at once: one may also follow what met a third one. */
const met = (one: Exchange, other: Exchange): boolean =>
  one.atOnce !== undefined &&
  one.atOnce === other.atOnce &&
  beginOf(one) < endOf(other) &&
  beginOf(other) < endOf(one);

/**
 * Exchanges in their order, those together that a check sent all at once. One that `standsAlone` is
 * never together with others, such as a login whose token the next request carries.
 */
export function sentAtOnce(
  exchanges: readonly Exchange[],
  standsAlone: (exchange: Exchange) => boolean,
): Exchange[][] {
  const groups: Exchange[][] = [];
  for (const exchange of exchanges) {
    const group = groups.at(-1);
    const joins =
      group !== undefined &&
      !standsAlone(exchange) &&
      group.every((other) => !standsAlone(other) && met(other, exchange));
    if (joins) {
      group.push(exchange);
    } else {
      groups.push([exchange]);
    }
  }
  return groups;
}
