import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { prepareDatabase } from '../trials/prepare-database.ts';
import { asking, CLIENTS, type Listing, processorTime } from './asking.ts';
import { type Contender, contender } from './contender.ts';
import { interleaved, type Round } from './interleaved.ts';
import { sharesOf } from './profile/where.ts';
import type { Spread } from './spread.ts';

export interface ListingOptions {
  rounds: number;
  /** Of each contender in each round. */
  requests: number;
  folder: string;
}

const CONTENDERS = ['ours', 'fastify', 'bare'] as const;

type Name = (typeof CONTENDERS)[number];

/** What each costs, and where ours goes: shares of it, part by part. */
export interface ListingCosts {
  costs: Record<Name, Spread>;
  shares: Record<string, number>;
}

/** Rounds of ours that are looked into, after those that are measured. */
const PROFILED = 3;

/** Asks for payments of the standard customer, more than a page of them. */
export const listingBody = {
  selectedCurrency: 'NGN',
  fromDate: '02/04/2026',
  toDate: '06/05/2026',
};

/**
 * What a page of 20 costs the server's processor, in microseconds, of three servers side by side: each round asks
 * each of them, one after the other, so that what else the machine does meets all. Ours is then
 * looked into at the same work.
 *
 * @throws Error when their answers are not the same
 */
export async function compareListing(options: ListingOptions): Promise<ListingCosts> {
  const { rounds, requests, folder } = options;
  const file = join(folder, 'listing.db');
  const { token } = prepareDatabase(file, 0);
  const copy = join(folder, 'listing-of-fastify.db');
  copyFileSync(file, copy);
  const wanted: Listing = { token, body: listingBody };
  const running: { one: Contender; close: () => Promise<void> }[] = [];
  const contenders: Partial<Record<Name, Round>> = {};
  const answers: string[] = [];
  try {
    for (const name of CONTENDERS) {
      const db = name === 'fastify' ? copy : file;
      const one = await contender(name, { db, answer: answers[0] ?? '' });
      const { ask, close } = asking(one.url, CLIENTS);
      running.push({ one, close });
      answers.push(await ask(wanted));
      contenders[name] = processorTime(one, ask, () => wanted);
    }
    const [ours, theirs] = answers.map((text) => JSON.parse(text).data.awaitingPayments);
    if (!isDeepStrictEqual(ours, theirs) || ours.length !== 20) {
      throw new Error('the contenders do not answer the same');
    }
    const all = contenders as Record<Name, Round>;
    const costs = await interleaved(all, rounds, requests);
    const functions = await running[0]?.one.profiled(() => all.ours(PROFILED * requests));
    return { costs, shares: sharesOf(functions ?? []) };
  } finally {
    await Promise.all(running.map(({ close }) => close()));
    for (const { one } of running) {
      one.stop();
    }
  }
}
