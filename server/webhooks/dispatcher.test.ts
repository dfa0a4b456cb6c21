import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { standardSnapshot } from '../database/snapshot.ts';
import { testServer } from '../test-client.ts';
import { newSecret } from './signature.ts';
import { LIFE, OPTIONS, toldServer, typesOf } from './testing/told-server.ts';

const told = toldServer();

describe('a message', () => {
  it('is signed as Standard Webhooks demands, for the old secret too while it is changed', async () => {
    // The library compares with the time of this machine.
    told.server.clock.advance(Date.now() - told.server.clock.now());
    const { id, secret } = told.register();
    const rotated = newSecret();
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    told.server.dependencies.store.webhooks.rotate(id, rotated, told.server.clock.now() + 1000);
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    told.server.clock.advance(1000);
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    const verifies = (by: string, at: number) => {
      const { body, headers } = told.receiver.received[at] ?? { body: '', headers: {} };
      try {
        return new Webhook(by).verify(body, headers) !== null;
      } catch {
        return false;
      }
    };
    expect([0, 1, 2].map((at) => verifies(secret, at))).toEqual([true, true, false]);
    expect([0, 1, 2].map((at) => verifies(rotated, at))).toEqual([false, true, true]);
    const { method, headers, body } = told.receiver.received[0] ?? {};
    expect([method, headers?.['content-type']]).toEqual(['POST', 'application/json']);
    const changed = { ...headers, 'webhook-id': 'evt_other' };
    expect(() => new Webhook(secret).verify(String(body), changed)).toThrow();
  });
});

describe('a delivery that fails', () => {
  it('is tried again after growing pauses, then is a dead letter, and is logged', async () => {
    told.receiver.answer = (_, response) => response.writeHead(500).end('no');
    const { id } = told.register();
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    for (const [at, pause] of [5000, 25_000, 125_000].entries()) {
      told.server.clock.advance(pause - 1);
      await told.deliver();
      expect(told.receiver.received).toHaveLength(at + 1);
      told.server.clock.advance(1);
      await told.deliver();
      expect(told.receiver.received).toHaveLength(at + 2);
    }
    told.server.clock.advance(365 * 24 * 3600_000);
    await told.deliver();
    expect(told.receiver.received).toHaveLength(4);
    expect(new Set(told.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
      1,
    );
    const [delivery] = told.deliveries(id);
    expect(delivery).toMatchObject({ status: 'DEAD', attempts: 4 });
    const log = delivery && told.server.dependencies.store.webhooks.attemptsOf(delivery);
    expect(log?.map(({ number, statusCode }) => [number, statusCode])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
    ]);
  });

  it('waits as long as the receiver asks for', async () => {
    told.receiver.answer = (_, response) => response.writeHead(429, { 'Retry-After': '60' }).end();
    told.register();
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    told.server.clock.advance(59_999);
    await told.deliver();
    expect(told.receiver.received).toHaveLength(1);
    told.server.clock.advance(1);
    await told.deliver();
    expect(told.receiver.received).toHaveLength(2);
  });

  it('holds up the later ones of its resource, no others, and none once it is dead', async () => {
    let isWell = false;
    told.receiver.answer = ({ body }, response) => {
      const fails = !isWell && JSON.parse(body).type === 'loan_application.requested';
      response.writeHead(fails ? 503 : 200).end();
    };
    const { id } = told.register(told.receiver.url, ['loan_application', 'session']);
    told.application();
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    expect(told.statuses(id)).toEqual(['PENDING', 'WAITING', 'WAITING', 'DELIVERED']);
    for (const pause of [5000, 25_000, 125_000]) {
      told.server.clock.advance(pause);
      await told.deliver();
    }
    expect(told.statuses(id)).toEqual(['DEAD', 'DELIVERED', 'DELIVERED', 'DELIVERED']);
    expect(typesOf(told.receiver.received).slice(-3)).toEqual(LIFE);

    isWell = true;
    const { store } = told.server.dependencies;
    const [dead] = told.deliveries(id);
    const replayed = dead && store.webhooks.replay(dead);
    await told.deliver();
    const last = told.receiver.received.at(-1);
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ type: LIFE[0], late: true });
    expect(last?.headers['webhook-id']).toBe(dead?.eventId);
    expect(store.webhooks.delivery(String(replayed))?.status).toBe('DELIVERED');
    const others = told.receiver.received.slice(0, -1);
    expect(others.filter(({ body }) => 'late' in JSON.parse(body))).toEqual([]);
  });

  it('and is a replay holds up nothing', async () => {
    const { id } = told.register(told.receiver.url, ['loan_application']);
    const applicationId = String(told.server.state('loan-requested').applicationId);
    await told.deliver();
    told.receiver.answer = ({ body }, response) =>
      response.writeHead(JSON.parse(body).late ? 500 : 200).end();
    const [first] = told.deliveries(id);
    told.server.dependencies.store.webhooks.replay(first ?? expect.fail('nothing was delivered'));
    told.server.dependencies.store.loanApplications.move(applicationId, 'REQUESTED', 'OFFER_SENT');
    await told.deliver();
    expect(told.statuses(id)).toEqual(['DELIVERED', 'PENDING', 'DELIVERED']);
  });
});

describe('what became of a delivery', () => {
  it('is written down as soon as another process unlocks the database, and not sent again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-dispatcher-'));
    const file = join(folder, 'assay.db');
    writeFileSync(file, standardSnapshot());
    const db = openDatabase(file);
    const other = new Database(file);
    const lines: string[] = [];
    told.server = testServer({
      db,
      log: (line) => lines.push(line),
      webhooks: { ...OPTIONS, interval: 5 },
    });
    const { id } = told.register();
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    told.receiver.answer = (_, response) => {
      other.exec('BEGIN IMMEDIATE');
      response.writeHead(204).end();
    };
    const delivered = told.deliver();
    while (!lines.some((line) => line.includes('could not be written yet'))) {
      await new Promise(setImmediate);
    }
    expect(told.statuses(id)).toEqual(['PENDING']);
    other.exec('ROLLBACK');
    await delivered;
    expect([told.statuses(id), told.receiver.received.length]).toEqual([['DELIVERED'], 1]);
    other.close();
    await told.server.dependencies.webhooks.close();
    closeDatabase(db);
    rmSync(folder, { recursive: true });
  });
});

describe('what was settled', () => {
  it('is forgotten with its event after its time, and nothing else', async () => {
    const { id } = told.register(told.receiver.url, ['session']);
    const { store, clock } = { ...told.server.dependencies, clock: told.server.clock };
    store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    told.receiver.answer = (_, response) => response.writeHead(500).end();
    store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    expect(store.webhooks.forget(clock.now() - 1, 10)).toBe(0);
    expect(store.webhooks.forget(Date.now() + 1, 10)).toBe(1);
    expect(told.statuses(id)).toEqual(['PENDING']);
    expect(told.server.db.prepare('SELECT count(*) FROM webhook_events').pluck().get()).toBe(1);
  });
});
