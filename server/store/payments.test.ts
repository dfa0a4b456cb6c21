import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '../../contract/values/records.ts';
import { paymentMaker } from '../../fixtures/payments.ts';
import { type Db, openDatabase } from '../database/open.ts';
import { resembles } from '../search/resembles.ts';
import { blocksOf, havingAllButOne } from '../search/trigrams.ts';
import { testServer } from '../test-client.ts';
import { insertInto } from './insert.ts';
import { type Payments, paymentsOf } from './payments.ts';

const COUNT = 3000;
const ODD = ['x"x*x" AND (', 'ÄÖÜäöüßẞ-1', '日本語日本語', '𝒳𝒴𝒵𝒳𝒴𝒵', 'NOT OR AND'];

let db: Db;
let payments: Payments;
let made: Payment[];
let tenantId: string;

beforeAll(() => {
  const server = testServer();
  db = server.db;
  payments = server.dependencies.store.payments;
  const owner = server.dependencies.store.users.byEmail('otherCustomer@nowhere.example');
  const manager = server.dependencies.store.users.byEmail('manager@savannah.example') ?? owner;
  tenantId = String(manager?.tenantId);
  const make = paymentMaker(7, {
    owners: [{ id: String(manager?.id), tenantId }],
    currencies: ['GHS'],
  });
  made = Array.from({ length: COUNT }, (_, at) => make(at));
  for (const [at, searchablePaymentReference] of ODD.entries()) {
    const changed = made[at];
    if (changed) {
      made[at] = { ...changed, searchablePaymentReference };
    }
  }
  const insert = insertInto<Payment>(db, 'payments');
  db.transaction(() => made.forEach(insert))();
});

const RANGE = { currency: 'GHS', from: '2020-01-01T00:00:00', to: '2030-01-01T00:00:00' };

function references(search: string, page: { limit?: number; offset?: number } = {}): string[] {
  return payments
    .list({ owner: { tenantId }, ...RANGE, limit: COUNT, offset: 0, ...page, search })
    .map((payment) => payment.searchablePaymentReference);
}

/** What is to be found, in no order: those that hold the text, else those one letter from it. */
function expected(search: string): string[] {
  const all = made.map((payment) => payment.searchablePaymentReference);
  const holds = (text: string) => text.toLowerCase().includes(search.toLowerCase());
  const holding = all.filter(holds);
  if (holding.length > 0 || [...search].length < 6) {
    return holding.toSorted();
  }
  return all.filter((text) => resembles(text, search)).toSorted();
}

/** Whether very many have nearly all trigrams of a text, and none the text itself. */
function isCommon(search: string): boolean {
  const blocks = blocksOf(search);
  if (blocks.length < 2 || search.includes('\0')) {
    return false;
  }
  const match = db.prepare('SELECT 1 FROM payment_references WHERE payment_references MATCH ?');
  return match.all(havingAllButOne(blocks)).length > 1000;
}

/** How often SQLite calls a function of its own or of ours while `work` runs. */
function callsOf(name: 'lower' | 'resembles', work: () => void): number {
  let calls = 0;
  const count = (result: unknown) => {
    calls += 1;
    return result;
  };
  if (name === 'lower') {
    db.function('lower', { deterministic: true }, (text) => count(String(text).toLowerCase()));
  } else {
    db.function('resembles', { deterministic: true }, (reference, text) =>
      count(Number(resembles(String(reference), String(text)))),
    );
  }
  work();
  return calls;
}

const changedAt = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`;

describe('a search among thousands of payments', () => {
  it('finds a reference with a letter wrong, missing or too many, wherever it is', () => {
    const whole = made[100]?.searchablePaymentReference ?? '';
    expect(whole.length).toBeGreaterThan(10);
    for (let at = 0; at < whole.length; at++) {
      for (const slip of [
        changedAt(whole, at),
        whole.slice(0, at) + whole.slice(at + 1),
        `${whole.slice(0, at)}7${whole.slice(at)}`,
      ]) {
        expect([slip, references(slip)]).toEqual([slip, expect.arrayContaining([whole])]);
      }
    }
  });

  it('finds parts that many have and parts that few have, all pages of them', () => {
    const common = references('TRF-');
    expect(common).toHaveLength(COUNT - ODD.length);
    expect(references('trf-', { limit: 3, offset: 2500 })).toEqual(common.slice(2500, 2503));
    const some = made[200]?.searchablePaymentReference.slice(0, 9) ?? '';
    expect(references(some).toSorted()).toEqual(expected(some));
    expect(references(some).length).toBeGreaterThan(1);
  });

  it('finds nothing near where something holds the text, on no page and in no other range', () => {
    const whole = made[300]?.searchablePaymentReference ?? '';
    expect(references(whole)).toEqual([whole]);
    expect(references(whole, { offset: 1 })).toEqual([]);
    const elsewhere = { ...RANGE, from: '2020-01-01T00:00:00', to: '2020-01-02T00:00:00' };
    const page = { limit: 20, offset: 0 };
    expect(payments.list({ owner: { tenantId }, ...elsewhere, ...page, search: whole })).toEqual(
      [],
    );
  });

  it.each(ODD)('takes what the index has as its language, or folds, literally: %s', (odd) => {
    const shorter = [...odd].slice(0, -1).join('');
    for (const search of [odd, shorter, `${odd}"`, odd.toLowerCase()]) {
      expect(references(search).toSorted()).toEqual(expected(search));
    }
  });

  it('finds what looking at each of them finds, whatever the text', () => {
    const part = fc
      .tuple(fc.nat(COUNT - 1), fc.nat(12), fc.integer({ min: 1, max: 16 }))
      .map(([at, from, length]) =>
        (made[at]?.searchablePaymentReference ?? '').slice(from, from + length),
      );
    const slip = fc
      .tuple(part, fc.nat(15))
      .map(([text, at]) => changedAt(text, Math.min(at, text.length - 1)));
    const any = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
    const text = fc.oneof(part, slip, any).filter((each) => each !== '' && each.isWellFormed());
    fc.assert(
      fc.property(text, (search) => {
        const [found, all] = [references(search).toSorted(), expected(search)];
        // What is near to very many is shown as far as it is looked at.
        expect(found).toEqual(isCommon(search) ? all.filter((each) => found.includes(each)) : all);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('looks at few of them, since an index says which', () => {
    const whole = made[400]?.searchablePaymentReference ?? '';
    const exact = callsOf('lower', () => expect(references(whole)).toEqual([whole]));
    expect(exact).toBeLessThan(COUNT / 20);
    const near = callsOf('resembles', () =>
      expect(references(changedAt(whole, 3))).toContain(whole),
    );
    expect(near).toBeLessThan(COUNT / 20);
    const none = callsOf('lower', () => expect(references('QXZJVWKYFQ')).toEqual([]));
    expect(none).toBeLessThan(COUNT / 20);
  });
});

describe('the index of references', () => {
  it('follows what is changed and removed', () => {
    const id = made[500]?.id;
    const change = db.prepare('UPDATE payments SET searchable_payment_reference = ? WHERE id = ?');
    change.run('MENDED-REFERENCE-1', id);
    expect(references('MENDED-REFERENCF-1')).toEqual(['MENDED-REFERENCE-1']);
    db.prepare('DELETE FROM payments WHERE id = ?').run(id);
    expect(references('MENDED-REFERENCE-1')).toEqual([]);
    db.exec("INSERT INTO payment_references (payment_references) VALUES ('integrity-check')");
  });

  it('is filled where a database of the first version is upgraded', () => {
    const sql = readFileSync(
      join(import.meta.dirname, '..', 'database', 'testing', 'schema-1.sql'),
      'utf8',
    );
    const first = new Database(':memory:');
    first.exec(sql);
    const upgraded = openDatabase(first.serialize());
    first.close();
    const [one] = upgraded
      .prepare<[], Record<'userId' | 'currency' | 'reference', string>>(
        `SELECT user_id AS userId, currency, searchable_payment_reference AS reference
         FROM payments LIMIT 1`,
      )
      .all();
    const { userId = '', currency = '', reference = '' } = one ?? {};
    const slip = changedAt(reference, reference.length - 2);
    const page = { ...RANGE, currency, limit: 1000, offset: 0 };
    const found = paymentsOf(upgraded).list({ owner: { userId }, ...page, search: slip });
    expect(found.map((payment) => payment.searchablePaymentReference)).toContain(reference);
    upgraded.close();
  });
});
