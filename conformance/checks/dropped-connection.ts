import type { Exchange } from '../http/exchange.ts';
import { Inconclusive, NoResponse } from '../outcome.ts';

/**
 * The answer to a request that a firewall may drop rather than refuse.
 *
 * @throws Inconclusive where no answer came
 */
export async function unlessDropped(answer: Promise<Exchange>): Promise<Exchange> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoResponse) {
      throw new Inconclusive(`The connection was closed, or nothing came. ${error.message}`);
    }
    throw error;
  }
}
