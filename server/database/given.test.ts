import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GIVEN } from './given.ts';
import { type Db, openDatabase } from './open.ts';

let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:');
});
afterEach(() => {
  db.close();
});

/** Processor time of a look-up, in microseconds: the best of some rounds. */
function costOf(sql: string, parameters: readonly unknown[]): number {
  const statement = db.prepare(sql);
  const rounds = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    for (let time = 0; time < 1000; time++) {
      statement.get(...parameters);
    }
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...rounds);
}

const JOIN = `SELECT * FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.id = ?`;
const PAGE =
  'SELECT * FROM portfolios WHERE user_id = ? ORDER BY start_date, rowid LIMIT ? OFFSET ?';

it.each([
  ['a join', JOIN, [randomUUID()]],
  ['an order', PAGE, [randomUUID(), 20, 0]],
])('spares a statement with %s that it is compiled again', (_, sql, parameters) => {
  // Where a plain parameter is as cheap as this one, nobody needs it any more.
  expect(2 * costOf(sql.replaceAll('?', GIVEN), parameters)).toBeLessThan(costOf(sql, parameters));
});
