import type { Ask, Listing } from './asking.ts';
import type { Contender } from './contender.ts';
import type { Round } from './interleaved.ts';

/** Requests at the same time. */
export const CLIENTS = 8;

/** A round that asks for listings, the next of them each time: processor time of one, in microseconds. */
export function processorTime(one: Contender, ask: Ask, next: () => Listing): Round {
  return async (times) => {
    const before = await one.cpu();
    let left = times;
    const client = async (): Promise<void> => {
      while (left-- > 0) {
        await ask(next());
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return ((await one.cpu()) - before) / times;
  };
}
