import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { pathOf } from '../../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { prepareDatabase } from '../trials/prepare-database.ts';
import { asking } from './asking.ts';
import { contender } from './contender.ts';
import { interleaved, type Round } from './interleaved.ts';
import { listingBody } from './listing.ts';
import type { Spread } from './spread.ts';

export interface LoginsOptions {
  rounds: number;
  /** Listings in each round, one every INTERVAL. */
  requests: number;
  folder: string;
}

/** Logins a second, while listings are asked for. */
const LOGINS = 20;

/**
 * Between the beginnings of two listings, in milliseconds: no part of the time between two logins, or
 * the same listings would always meet a login's beginning, and others never.
 */
const INTERVAL = 5.3;

/**
 * How long a listing takes at the 99th percentile, in microseconds of the clock, while 20 logins a
 * second run and while none does. Listings begin at fixed times, whatever became of those before.
 */
export async function compareLogins(
  options: LoginsOptions,
): Promise<Record<'without logins' | 'with 20 logins a second', Spread>> {
  const { rounds, requests, folder } = options;
  const file = join(folder, 'logins.db');
  const { token } = prepareDatabase(file, 0);
  const one = await contender('ours', { db: file });
  const { ask, close } = asking(one.url, 32);
  const pool = new Pool(one.url, { connections: LOGINS });
  const { email, password: currentPassword } = STANDARD_LOGINS.otherCustomer;
  const login = async (): Promise<void> => {
    const { statusCode, body } = await pool.request({
      method: 'PUT',
      path: pathOf('login'),
      headers: { 'Content-Type': 'application/json', platform: 'WEB', uuid: 'bench' },
      body: JSON.stringify({ email, currentPassword }),
    });
    await body.dump();
    if (statusCode !== 200) {
      throw new Error(`a login was answered with ${statusCode}`);
    }
  };
  const listings: Round = async (times) => {
    const begin = performance.now();
    const timed = async (at: number): Promise<number> => {
      const due = begin + at * INTERVAL;
      await setTimeout(Math.max(0, due - performance.now()));
      // From when it was sent: how late this process is, is no fault of the server.
      const sent = performance.now();
      await ask({ token, body: listingBody });
      return performance.now() - sent;
    };
    const taken = await Promise.all(Array.from({ length: times }, (_, at) => timed(at)));
    return 1000 * (taken.sort((a, b) => a - b)[Math.ceil(times * 0.99) - 1] ?? Number.NaN);
  };
  const withLogins: Round = async (times) => {
    const logins: Promise<void>[] = [];
    const timer = setInterval(() => logins.push(login()), 1000 / LOGINS);
    try {
      return await listings(times);
    } finally {
      clearInterval(timer);
      await Promise.all(logins);
    }
  };
  try {
    const kinds = { 'without logins': listings, 'with 20 logins a second': withLogins };
    return await interleaved(kinds, rounds, requests);
  } finally {
    await Promise.all([close(), pool.destroy()]);
    one.stop();
  }
}
