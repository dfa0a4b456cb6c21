import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { standardSnapshot } from '../database/snapshot.ts';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import { repaymentBody, testServer } from '../test-client.ts';
import { newSecret } from './signature.ts';
import { OPTIONS, toldServer, typesOf } from './testing/told-server.ts';

const told = toldServer();

/** What an application is told of that goes from REQUESTED over OFFER_SENT to ACCEPTED. */
const LIFE = ['requested', 'offer_sent', 'accepted'].map((state) => `loan_application.${state}`);

describe('an event', () => {
  it('is told for each change of a session, in order', async () => {
    const { id } = told.register();
    const session = (await told.server.login('customer')).body;
    const next = await told.server.call('refresh', {
      token: session.access_token,
      body: { refresh_token: session.refresh_token },
    });
    await told.server.call('logout', { token: next.body.access_token, body: {} });
    await told.deliver();
    expect(typesOf(told.receiver.received)).toEqual([
      'session.started',
      'session.refreshed',
      'session.ended',
    ]);
    expect(new Set(told.deliveries(id).map(({ resource }) => resource)).size).toBe(1);
    const secrets = [session.access_token, session.refresh_token, next.body.refresh_token];
    for (const { body } of told.receiver.received) {
      expect(JSON.parse(body).data.userId).toBe(session.user.id);
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([]);
    }
  });

  it('is told of a repayment and of its verification', async () => {
    const loan = told.server.state('active-loan');
    told.register();
    const { body } = await told.server.call('repay-loan', {
      token: await told.server.tokenOf('customer'),
      path: { 'user-id': String(loan.customerId) },
      body: repaymentBody(loan),
    });
    const { repaymentRecordId } = body.data;
    told.server.dependencies.store.repayments.verify(
      repaymentRecordId,
      'PENDING_VERIFICATION',
      'REJECTED',
    );
    await told.deliver();
    const bodies = told.receiver.received.map((each) => JSON.parse(each.body));
    expect(bodies.filter(({ type }) => type.startsWith('repayment.'))).toMatchObject([
      {
        type: 'repayment.pending_verification',
        data: { repaymentRecordId, accountId: loan.accountId, previousVerificationStatus: null },
      },
      {
        type: 'repayment.rejected',
        data: {
          verificationStatus: 'REJECTED',
          previousVerificationStatus: 'PENDING_VERIFICATION',
        },
      },
    ]);
  });

  it('is told of a payment that changes, and not of one that stays as it is', async () => {
    const { tenantId } = told.userOf('manager');
    told.register();
    const one = '(SELECT min(seq) FROM payments WHERE tenant_id = ?)';
    const change = (what: string) =>
      told.server.db.prepare(`UPDATE payments SET ${what} WHERE seq = ${one}`).run(tenantId);
    change("bank_transfer_life_cycle = 'RECEIVED'");
    change("mto_payment_confirmtion_type = 'CONFIRMED'");
    change("mto_payment_confirmtion_type = 'CONFIRMED', searchable_payment_reference = 'X'");
    await told.deliver();
    expect(typesOf(told.receiver.received)).toEqual(['payment.received', 'payment.changed']);
  });

  it('is told of each step of a payment in its life cycle, as its endpoints take it', async () => {
    const id = told.server.db
      .prepare(
        `SELECT id FROM payments WHERE user_id = ? AND customer_confirmed_payment_date IS NULL
           AND bank_transfer_life_cycle = 'AWAITING_BANK_TRANSFER_PAYMENT'
           AND bank_transfer_followup_action_type = 'MARK_AS_PENDING_TRANSACTION'`,
      )
      .pluck()
      .get(told.userOf('customer').id) as string;
    told.register(told.receiver.url, ['payment']);
    const call = extensionsOf(() => told.server);
    const steps = [
      ['confirm-payment', 'customer'],
      ['receive-payment', 'agent'],
      ['complete-payment', 'agent'],
    ] as const;
    for (const [name, as] of steps) {
      expect((await call(name, as, { id })).status).toBe(200);
    }
    await told.deliver();
    expect(typesOf(told.receiver.received)).toEqual([
      'payment.changed',
      'payment.bank_transfer_payment_received',
      'payment.bank_transfer_payment_completed',
    ]);
  });

  it('that is undone with its effect is never told', async () => {
    const { id } = told.register();
    const { store } = told.server.dependencies;
    expect(() =>
      store.transaction(() => {
        store.sessions.start(told.userOf('customer').id, 0);
        throw new Error('undone');
      }),
    ).toThrow('undone');
    await told.deliver();
    expect([told.receiver.received, told.deliveries(id)]).toEqual([[], []]);
  });

  it('goes to those of its organisation that asked for it, and is not kept for nobody', async () => {
    const events = () =>
      told.server.db.prepare('SELECT count(*) FROM webhook_events').pluck().get();
    told.application();
    expect(events()).toBe(0);
    told.register(`${told.receiver.url}/repayments`, ['repayment']);
    told.application();
    expect(events()).toBe(0);
    told.register(`${told.receiver.url}/area`, ['loan_application']);
    told.register(`${told.receiver.url}/type`, ['loan_application.accepted', 'session']);
    told.server.dependencies.store.sessions.start(told.userOf('otherManager').id, 0);
    told.application();
    await told.deliver();
    const toldAt = (path: string) =>
      typesOf(told.receiver.received.filter((each) => each.path === `/hook/${path}`));
    expect(toldAt('area')).toEqual(LIFE);
    expect(toldAt('type')).toEqual(['loan_application.accepted']);
    expect([toldAt('repayments'), events()]).toEqual([[], 3]);
  });
});

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
