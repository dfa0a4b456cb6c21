import { Pool } from 'undici';
import { endpoint } from '../../contract/endpoints.ts';
import type { Contender } from './contender.ts';
import type { Round } from './interleaved.ts';

/** A listing to ask for: who asks, and for what. */
export interface Listing {
  token: string;
  page?: number;
  body: Readonly<Record<string, string>>;
}

/** Sends one listing of 20, and gives its answer's text; throws where it is no 200. */
export type Ask = (listing: Listing) => Promise<string>;

/** Keeps so many connections to a server, and asks it for listings. */
export function asking(url: string, connections: number): { ask: Ask; close: () => Promise<void> } {
  const pool = new Pool(url, { connections });
  const { method, path, headers: rules } = endpoint('awaiting-payments');
  const fixed = Object.fromEntries(rules.map(({ name, example }) => [name, example]));
  return {
    async ask({ token, page = 1, body: wanted }) {
      const { statusCode, body } = await pool.request({
        method,
        path: `${path}?page=${page}&size=20`,
        headers: { ...fixed, 'X-Auth-Token': token },
        body: JSON.stringify(wanted),
        // undici would close the connection after each GET with a body.
        reset: false,
      });
      const text = await body.text();
      if (statusCode !== 200) {
        throw new Error(`answered with ${statusCode}: ${text}`);
      }
      return text;
    },
    close: () => pool.destroy(),
  };
}

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
