import { beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '../../contract/values/records.ts';
import { paymentMaker } from '../../fixtures/payments.ts';
import { insertInto } from '../store/insert.ts';
import { type Payments, paymentsOf } from '../store/payments.ts';
import { daysBefore } from './days-before.ts';
import { type Db, openDatabase } from './open.ts';
import { standardSnapshot } from './snapshot.ts';

const COUNT = 2500;
const WIDE = { currency: 'KES', from: '2026-01-01T00:00:00', to: '2026-06-30T23:59:59' };

let db: Db;
let payments: Payments;
let owner: { userId: string };

beforeAll(() => {
  db = openDatabase(standardSnapshot());
  payments = paymentsOf(db);
  const [id, tenantId] = db
    .prepare<[], [string, string]>("SELECT id, tenant_id FROM users WHERE role = 'AGENT' LIMIT 1")
    .raw()
    .get() ?? ['', ''];
  owner = { userId: id };
  const make = paymentMaker(11, { owners: [{ id, tenantId }], currencies: ['KES'], days: 90 });
  const insert = insertInto<Payment>(db, 'payments');
  db.transaction(() => Array.from({ length: COUNT }, (_, at) => make(at)).forEach(insert))();
});

/** Ids in the order of the listing, by other means. */
function expected(from = WIDE.from, to = WIDE.to): string[] {
  return db
    .prepare<unknown[], string>(
      `SELECT id FROM payments WHERE user_id = ? AND currency = 'KES'
       AND creation_date >= ? AND creation_date <= ? ORDER BY creation_date DESC, seq DESC`,
    )
    .pluck()
    .all(owner.userId, from, to);
}

function pageAt(offset: number, range = WIDE, limit = 20): string[] {
  return payments.list({ owner, ...range, limit, offset }).map(({ id }) => id);
}

describe('a late page', () => {
  it('is what walking through all before it comes to', () => {
    const all = expected();
    expect(all.length).toBe(COUNT);
    for (const offset of [480, 500, 501, 980, 1999, 2480, 2490, 2499, 2500, 9000]) {
      expect([offset, pageAt(offset)]).toEqual([offset, all.slice(offset, offset + 20)]);
    }
  });

  it('is right in a range whose days begin and end early', () => {
    for (const range of [
      { ...WIDE, to: '2026-06-20T11:30:00' },
      { ...WIDE, from: '2026-05-01T12:00:00' },
      { ...WIDE, from: '2026-06-29T12:00:00' },
    ]) {
      const all = expected(range.from, range.to);
      for (const offset of [500, 700, all.length - 1, all.length]) {
        expect([range, offset, pageAt(offset, range)]).toEqual([
          range,
          offset,
          all.slice(offset, offset + 20),
        ]);
      }
    }
  });

  it('begins on its own day, so that nothing of the days before it is walked through', () => {
    const { to, offset } = daysBefore(db)(owner.userId, 'KES', WIDE.from, WIDE.to, 2000);
    expect(to < WIDE.to).toBe(true);
    expect(offset).toBeLessThan(100);
  });

  it('follows payments that change, move and go', () => {
    const [first = '', second = '', third = ''] = expected();
    db.prepare('DELETE FROM payments WHERE id = ?').run(first);
    db.prepare("UPDATE payments SET currency = 'GHS' WHERE id = ?").run(second);
    db.prepare("UPDATE payments SET creation_date = '2026-01-02T00:00:00' WHERE id = ?").run(third);
    const all = expected();
    expect(all.at(-1)).toBe(third);
    for (const offset of [500, 1500, all.length - 3, all.length - 1, all.length]) {
      expect(pageAt(offset)).toEqual(all.slice(offset, offset + 20));
    }
    const counted = db
      .prepare('SELECT owner, currency, day, payments FROM payments_per_day WHERE payments > 0')
      .all();
    const real = db
      .prepare(
        `SELECT user_id AS owner, currency, substr(creation_date, 1, 10) AS day,
           count(*) AS payments FROM payments GROUP BY 1, 2, 3
         UNION ALL SELECT tenant_id, currency, substr(creation_date, 1, 10), count(*)
         FROM payments GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      )
      .all();
    expect(counted).toEqual(real);
  });
});
