import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathOf } from '../../contract/endpoints.ts';
import { standardData } from '../../fixtures/standard.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { createApp } from '../app.ts';
import { loadStandard } from '../database/load-standard.ts';
import { closeDatabase, type Db, openDatabase } from '../database/open.ts';
import { dependenciesOf } from '../serve.ts';
import { repaymentBody, testServer } from '../test-client.ts';

describe('a full disk', () => {
  it('is answered with 507, has no effect, and the key is free when there is room again', async () => {
    const server = testServer();
    const token = await server.tokenOf('customer');
    const loan = server.state('active-loan');
    const repay = () =>
      server.call('repay-loan', {
        token,
        path: { 'user-id': String(loan.customerId) },
        headers: { 'x-idempotency-key': 'key' },
        body: repaymentBody(loan, { paymentNarration: 'x'.repeat(100_000) }),
      });
    const effects = () =>
      server.dependencies.store.repayments.ofLoan(String(loan.accountId)).length;

    const pages = server.db.pragma('page_count', { simple: true });
    server.db.pragma(`max_page_count = ${pages}`);
    const answer = await repay();
    expect(answer).toMatchObject({ status: 507, body: { status: 'FAILED' } });
    expect(answer.body.message).toContain('the disk is full');
    expect(effects()).toBe(0);
    server.db.pragma('max_page_count = 1000000');
    expect((await repay()).status).toBe(200);
    expect(effects()).toBe(1);
  });

  it.each([
    ['SQLITE_IOERR_WRITE', 503],
    ['SQLITE_READONLY_DBMOVED', 503],
    ['SQLITE_FULL', 507],
    ['SQLITE_CONSTRAINT_CHECK', 500],
  ])('%s is answered with %d', async (code, status) => {
    const server = testServer();
    const token = await server.tokenOf('customer');
    server.dependencies.store.tenants.byId = () => {
      throw new Database.SqliteError('told by the test', code);
    };
    const answer = await server.call('fetch-organisation-preference', { token });
    expect(answer).toMatchObject({ status, body: { status: 'FAILED' } });
    expect(JSON.stringify(answer.body)).not.toContain('told by the test');
  });
});

describe('another process’s lock on the file', () => {
  let folder: string;
  let db: Db;
  let other: Database.Database;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-lock-'));
    const file = join(folder, 'assay.db');
    db = openDatabase(file);
    loadStandard(db, standardData());
    other = new Database(file);
  });
  afterEach(() => {
    other.close();
    closeDatabase(db);
    rmSync(folder, { recursive: true });
  });

  it('does not stop reads, and writes get through when it is gone', async () => {
    const dependencies = quick(db);
    const { sessions } = dependencies.store;
    let attempts = 0;
    const start = sessions.start;
    sessions.start = (...args) => {
      attempts += 1;
      return start(...args);
    };
    const app = createApp(dependencies);
    other.exec('BEGIN IMMEDIATE');
    const answered: number[] = [];
    const writes = Array.from({ length: 4 }, async () => {
      answered.push((await login(app)).status);
    });
    // Until each write has been tried twice; none is given up in between.
    while (attempts < 8 && answered.length === 0) {
      expect((await app.request('/healthz')).status).toBe(200);
      await setImmediate();
    }
    expect(answered).toEqual([]);
    other.exec('ROLLBACK');
    await Promise.all(writes);
    expect(answered).toEqual([200, 200, 200, 200]);
    expect(db.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(4);
  });

  it('that stays is answered with 503 and Retry-After', async () => {
    other.exec('BEGIN IMMEDIATE');
    const response = await login(createApp(quick(db)));
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ status: 'FAILED' });
  });
});

/** What an application needs, without the cost of a password. */
function quick(db: Db) {
  const passwords = { matches: () => Promise.resolve(true) };
  return dependenciesOf(db, { logger: pino({ level: 'silent' }), passwords });
}

function login(app: ReturnType<typeof createApp>) {
  const { email, password } = STANDARD_LOGINS.customer;
  const body = JSON.stringify({ email, currentPassword: password });
  return app.request(pathOf('login'), { method: 'PUT', body });
}
