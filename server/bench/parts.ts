import { join } from 'node:path';
import { pino } from 'pino';
import { endpoint } from '../../contract/endpoints.ts';
import { createApp } from '../app.ts';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { dependenciesOf } from '../serve.ts';
import { prepareDatabase } from '../trials/prepare-database.ts';
import { listingBody } from './listing.ts';

/** How often each part is done while it is measured, and before, so that it is compiled. */
const TIMES = 4000;

/**
 * Where the microseconds of a page of 20 go inside the application, without a socket: processor time
 * of each part, done alone and again and again.
 */
export async function partsOfListing(folder: string): Promise<Record<string, number>> {
  const file = join(folder, 'parts.db');
  const { token, customerId } = prepareDatabase(file, 0);
  const db = openDatabase(file);
  const dependencies = dependenciesOf(db, { logger: pino({ level: 'silent' }) });
  const { store, tokens } = dependencies;
  const app = createApp(dependencies);
  const { path, headers: rules } = endpoint('awaiting-payments');
  const headers = Object.fromEntries(
    rules.map(({ name, example }) => [name, name === 'X-Auth-Token' ? token : example]),
  );
  const url = `http://localhost${path}?page=1&size=20`;
  const body = JSON.stringify(listingBody);
  const request = () => new Request(url, { headers });
  const page = () =>
    store.payments.listJson?.({
      owner: { userId: customerId },
      currency: 'NGN',
      from: '2026-04-02T00:00:00',
      to: '2026-05-06T23:59:59',
      limit: 20,
      offset: 0,
    });
  const made = await costOf(request);
  const all = await costOf(() => app.fetch(request(), { body, asMade: true }));
  const parts = {
    'the page from SQLite, as JSON': await costOf(page),
    'token and session': await costOf(() => {
      const claims = tokens.read(token);
      return claims && store.sessions.userOf(claims);
    }),
  };
  closeDatabase(db);
  const known = Object.values(parts).reduce((sum, part) => sum + part);
  return { ...parts, 'routing, checks of headers, query and body': all - made - known };
}

/** Processor time of a piece of work, in microseconds. */
async function costOf(work: () => unknown): Promise<number> {
  let start = process.cpuUsage();
  for (let time = 0; time < 2 * TIMES; time++) {
    if (time === TIMES) {
      start = process.cpuUsage();
    }
    await work();
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / TIMES;
}
