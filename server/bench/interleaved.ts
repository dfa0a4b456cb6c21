import { type Spread, spreadOf } from './spread.ts';

/** Does something of a contender `times` times, and says what one of them cost. */
export type Round = (times: number) => Promise<number>;

/**
 * Takes turns: each round asks each contender, one after the other, so that what else the machine
 * does meets all. A first round only warms them up.
 */
export async function interleaved<Name extends string>(
  contenders: Readonly<Record<Name, Round>>,
  rounds: number,
  times: number,
): Promise<Record<Name, Spread>> {
  const names = Object.keys(contenders) as Name[];
  const costs = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const cost = await contenders[name](times);
      if (round > 0) {
        costs.get(name)?.push(cost);
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, spreadOf(costs.get(name) ?? [])])) as Record<
    Name,
    Spread
  >;
}
