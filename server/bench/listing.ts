import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Pool } from 'undici';
import { endpoint } from '../../contract/endpoints.ts';
import { prepareDatabase } from '../trials/prepare-database.ts';
import { type Contender, contender } from './contender.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface ListingOptions {
  rounds: number;
  /** Of each contender in each round. */
  requests: number;
  folder: string;
}

const CONTENDERS = ['ours', 'fastify', 'bare'] as const;

/** Requests at the same time. */
const CLIENTS = 8;

/** Asks for payments of the standard customer, more than a page of them. */
export const listingBody = JSON.stringify({
  selectedCurrency: 'NGN',
  fromDate: '02/04/2026',
  toDate: '06/05/2026',
});

/**
 * What a page of 20 costs the server's processor, in microseconds, of three servers side by side: each round asks
 * each of them, one after the other, so that what else the machine does meets all.
 *
 * @throws Error when their answers are not the same
 */
export async function compareListing(
  options: ListingOptions,
): Promise<Record<(typeof CONTENDERS)[number], Spread>> {
  const { rounds, requests, folder } = options;
  const file = join(folder, 'listing.db');
  const { token } = prepareDatabase(file, 0);
  const copy = join(folder, 'listing-of-fastify.db');
  copyFileSync(file, copy);
  const { method, path, headers: rules } = endpoint('awaiting-payments');
  const request = {
    method,
    path: `${path}?page=1&size=20`,
    headers: Object.fromEntries(
      rules.map(({ name, example }) => [name, name === 'X-Auth-Token' ? token : example]),
    ),
    body: listingBody,
    // undici would close the connection after each GET with a body.
    reset: false,
  };
  const ask = async (pool: Pool): Promise<string> => {
    const { statusCode, body } = await pool.request(request);
    const text = await body.text();
    if (statusCode !== 200) {
      throw new Error(`answered with ${statusCode}: ${text}`);
    }
    return text;
  };

  const running: { one: Contender; pool: Pool; costs: number[] }[] = [];
  const answers: string[] = [];
  try {
    for (const name of CONTENDERS) {
      const db = name === 'fastify' ? copy : file;
      const one = await contender(name, { db, answer: answers[0] ?? '' });
      const pool = new Pool(one.url, { connections: CLIENTS });
      running.push({ one, pool, costs: [] });
      answers.push(await ask(pool));
    }
    const [ours, theirs] = answers.map((text) => JSON.parse(text).data.awaitingPayments);
    if (!isDeepStrictEqual(ours, theirs) || ours.length !== 20) {
      throw new Error('the contenders do not answer the same');
    }
    // The first round only warms them up.
    for (let round = 0; round <= rounds; round++) {
      for (const { one, pool, costs } of running) {
        const before = await one.cpu();
        let left = requests;
        const client = async (): Promise<void> => {
          while (left-- > 0) {
            await ask(pool);
          }
        };
        await Promise.all(Array.from({ length: CLIENTS }, client));
        if (round > 0) {
          costs.push(((await one.cpu()) - before) / requests);
        }
      }
    }
  } finally {
    await Promise.all(running.map(({ pool }) => pool.destroy()));
    for (const { one } of running) {
      one.stop();
    }
  }
  const [ours, fastify, bare] = running.map(({ costs }) => spreadOf(costs));
  return { ours, fastify, bare } as Record<(typeof CONTENDERS)[number], Spread>;
}
