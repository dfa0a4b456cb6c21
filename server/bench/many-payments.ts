import { join } from 'node:path';
import { pino } from 'pino';
import { DAY, day, endOfDay, REFERENCE_DATE, slashDate } from '../../contract/values/moments.ts';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { seedDatabase } from '../database/seed.ts';
import { dependenciesOf } from '../serve.ts';
import { asking, CLIENTS, type Listing, processorTime } from './asking.ts';
import { type Contender, contender } from './contender.ts';
import { interleaved, type Round } from './interleaved.ts';
import type { Spread } from './spread.ts';

export interface ManyPaymentsOptions {
  rounds: number;
  /** Of each kind in each round. */
  requests: number;
  folder: string;
  onProgress?: (what: string) => void;
}

/** What is compared: what each is asked for, and whose answer it is held against. */
export const MANY_PAYMENTS = [
  'no search, 1,000,000 payments',
  'no search, 10,000 payments',
  'page 500',
  'a reference',
  'a reference with a slip',
  'a part of a reference',
] as const;
export type ManyPayments = (typeof MANY_PAYMENTS)[number];

/** References that are searched for in turn: more than any memory of ours would be fair with. */
const REFERENCES = 5000;

/** Days that the ranges asked for end on, one after the other. */
const DAYS = 100;

/**
 * What a listing of 20 costs the server's processor where there are a million payments: by a member
 * of staff, whose organisation has half of them.
 *
 * @throws Error when a search does not find what it must
 */
export async function compareManyPayments(
  options: ManyPaymentsOptions,
): Promise<Record<ManyPayments, Spread>> {
  const { rounds, requests, folder, onProgress } = options;
  const running: { one: Contender; close: () => Promise<void> }[] = [];
  const serve = async (payments: number) => {
    onProgress?.(`making ${payments} payments`);
    const db = join(folder, `${payments}.db`);
    await seedDatabase({ db, payments });
    const { token, references } = staffOf(db);
    const one = await contender('ours', { db });
    const { ask, close } = asking(one.url, CLIENTS);
    running.push({ one, close });
    return { token, references, one, ask };
  };
  try {
    const many = await serve(1_000_000);
    const few = await serve(10_000);
    const listings = (token: string, page = 1) => {
      let turn = 0;
      return (): Listing => {
        turn += 1;
        // A late page is of the widest range, so that there is one.
        const last = endOfDay(REFERENCE_DATE) - (page > 1 ? 0 : turn % DAYS) * DAY;
        const toDate = slashDate(day(last));
        return { token, page, body: { selectedCurrency: 'NGN', fromDate: '01/01/2026', toDate } };
      };
    };
    const searches = (change: (reference: string, turn: number) => string) => {
      let turn = 0;
      return (): Listing => {
        turn += 1;
        const reference = many.references[turn % many.references.length] ?? '';
        const body = { selectedCurrency: 'NGN', fromDate: '01/01/2026', toDate: '30/06/2026' };
        const searchablePaymentReference = change(reference, turn);
        return { token: many.token, body: { ...body, searchablePaymentReference } };
      };
    };
    const kinds: Record<ManyPayments, Round> = {
      'no search, 1,000,000 payments': processorTime(many.one, many.ask, listings(many.token)),
      'no search, 10,000 payments': processorTime(few.one, few.ask, listings(few.token)),
      'page 500': processorTime(many.one, full(many.ask), listings(many.token, 500)),
      'a reference': processorTime(many.one, found(many.ask), searches(same)),
      'a reference with a slip': processorTime(many.one, found(many.ask), searches(slip)),
      'a part of a reference': processorTime(many.one, found(many.ask), searches(end)),
    };
    onProgress?.('measuring');
    return await interleaved(kinds, rounds, requests);
  } finally {
    await Promise.all(running.map(({ close }) => close()));
    for (const { one } of running) {
      one.stop();
    }
  }
}

/** A token of a manager, and references of payments of his organisation. */
function staffOf(file: string): { token: string; references: string[] } {
  const db = openDatabase(file);
  const { store, tokens } = dependenciesOf(db, { logger: pino({ level: 'silent' }) });
  const manager = store.users.byEmail('manager@savannah.example');
  if (manager === undefined) {
    throw new Error('there is no manager');
  }
  const references = db
    .prepare<[string, number], string>(
      `SELECT searchable_payment_reference FROM payments
       WHERE tenant_id = ? AND currency = 'NGN' AND creation_date > '2026-01-01' LIMIT ?`,
    )
    .pluck()
    .all(manager.tenantId, REFERENCES);
  const session = store.sessions.start(manager.id, Date.now());
  const token = tokens.issue(manager.id, session.id);
  closeDatabase(db);
  return { token, references };
}

/** Asks, and sees that something was found. */
function found(ask: (listing: Listing) => Promise<string>) {
  return async (listing: Listing): Promise<string> => {
    const text = await ask(listing);
    if (!text.includes('"searchablePaymentReference"')) {
      throw new Error(`nothing was found by ${JSON.stringify(listing.body)}`);
    }
    return text;
  };
}

/** Asks, and sees that the page is full. */
function full(ask: (listing: Listing) => Promise<string>) {
  return async (listing: Listing): Promise<string> => {
    const text = await ask(listing);
    if (text.split('"searchablePaymentReference"').length !== 21) {
      throw new Error(`page ${listing.page} is not full`);
    }
    return text;
  };
}

const same = (reference: string): string => reference;

/** One letter wrong, each time another one. */
function slip(reference: string, turn: number): string {
  const at = turn % reference.length;
  return `${reference.slice(0, at)}${reference[at] === '7' ? '8' : '7'}${reference.slice(at + 1)}`;
}

/** What stands at its end, which tells it from others. */
const end = (reference: string): string => reference.slice(-6);
