import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STANDARD_LOGINS, type StandardUserName } from '../../fixtures/standard-users.ts';
import { seedIfEmpty } from '../database/load-standard.ts';
import { closeDatabase, type Db, openDatabase } from '../database/open.ts';
import { testServer } from '../test-client.ts';
import { OPTIONS, toldServer, typesOf } from './testing/told-server.ts';

const told = toldServer();

const fail = (email: string, server = told.server) =>
  server.call('login', { body: { email, currentPassword: 'Not-the-password-1' } });
const failAs = (name: StandardUserName) => fail(STANDARD_LOGINS[name].email);
const noted = (db: Db = told.server.db) =>
  db.prepare('SELECT user_id FROM failed_logins ORDER BY seq').pluck().all() as string[];
const events = () => told.server.db.prepare('SELECT count(*) FROM webhook_events').pluck().get();

describe('a wrong password', () => {
  it('is told to the organisation of the user, and nothing of it but who and when', async () => {
    told.register(`${told.receiver.url}/all`);
    told.register(`${told.receiver.url}/login`, ['login']);
    told.register(`${told.receiver.url}/session`, ['session']);
    const before = Date.now();
    expect((await failAs('customer')).status).toBe(401);
    expect((await failAs('otherTenantCustomer')).status).toBe(401);
    await told.deliver();
    const { received } = told.receiver;
    expect(received.map(({ path }) => path).toSorted()).toEqual(['/hook/all', '/hook/login']);
    for (const { body } of received) {
      const { timestamp, ...rest } = JSON.parse(body);
      expect(rest).toEqual({ type: 'login.failed', data: { userId: told.userOf('customer').id } });
      expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.now());
    }
    expect(noted()).toEqual([]);
  });

  it('is told once for each try, in order, and a good login is not', async () => {
    const { id } = told.register();
    await failAs('customer');
    await failAs('customer');
    await told.server.login('customer');
    await told.deliver();
    expect(typesOf(told.receiver.received).toSorted()).toEqual([
      ...['login.failed', 'login.failed'],
      'session.started',
    ]);
    const { id: userId } = told.userOf('customer');
    const ofUser = told.deliveries(id).filter(({ resource }) => resource === userId);
    expect(ofUser.map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']);
  });

  it('gives no event where it was slowed, and not looked at', async () => {
    told.register();
    const statuses: number[] = [];
    for (let at = 0; at < 40; at++) {
      statuses.push((await failAs('customer')).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    await told.deliver();
    expect([events(), noted()]).toEqual([30, []]);
  });

  it('of nobody, or of a user who is disabled, leaves the same row and is told to nobody', async () => {
    told.register();
    told.server.db
      .prepare('UPDATE users SET disabled_at = 1 WHERE email = ?')
      .run(STANDARD_LOGINS.agent.email);
    const answers = [
      await failAs('customer'),
      await fail('nobody@savannah.example'),
      await failAs('agent'),
    ];
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const [known, ...others] = noted();
    expect(known).toBe(told.userOf('customer').id);
    expect(others).toHaveLength(2);
    for (const other of others) {
      expect(other).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
    await told.deliver();
    expect([typesOf(told.receiver.received), noted()]).toEqual([['login.failed'], []]);
  });

  it('is written down nowhere as long as nobody is told of anything', async () => {
    await failAs('customer');
    expect(noted()).toEqual([]);
    const { id } = told.register();
    await failAs('customer');
    told.server.dependencies.store.webhooks.remove(id);
    await told.deliver();
    expect([noted(), events()]).toEqual([[], 0]);
  });
});

describe('a wrong password, of a database in a file', () => {
  let folder: string;
  let db: Db;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-failed-logins-'));
    db = openDatabase(join(folder, 'assay.db'));
    seedIfEmpty(db);
    told.server = testServer({ db, webhooks: OPTIONS });
    told.register();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is told by the next server where the one that answered it is gone', async () => {
    expect((await failAs('customer')).status).toBe(401);
    const copy = join(folder, 'as-it-was-killed.db');
    await db.backup(copy);
    closeDatabase(db);
    db = openDatabase(copy);
    told.server = testServer({ db, webhooks: OPTIONS });
    expect(noted()).toEqual([told.userOf('customer').id]);
    await told.deliver();
    expect(typesOf(told.receiver.received)).toEqual(['login.failed']);
    await told.server.dependencies.webhooks.close();
    closeDatabase(db);
  });

  it('waits for a lock, and is looked at once for all that', async () => {
    const { passwords, store } = told.server.dependencies;
    const matches = vi.spyOn(passwords, 'matches');
    const note = vi.spyOn(store.failedLoginEvents, 'note');
    const other = new Database(join(folder, 'assay.db'));
    other.exec('BEGIN IMMEDIATE');
    const answer = failAs('customer');
    await vi.waitFor(() => expect(note.mock.calls.length).toBeGreaterThan(1));
    expect(noted()).toEqual([]);
    other.exec('COMMIT');
    other.close();
    expect((await answer).status).toBe(401);
    expect([matches.mock.calls.length, noted().length]).toEqual([1, 1]);
    matches.mockRestore();
    await told.server.dependencies.webhooks.close();
    closeDatabase(db);
  });

  it('is answered as ever where it cannot be written down', async () => {
    db.pragma('query_only = ON');
    const { status, body } = await failAs('customer');
    expect([status, body.error]).toEqual([401, 'unauthorized']);
    await told.server.dependencies.webhooks.close();
    closeDatabase(db);
  });
});
