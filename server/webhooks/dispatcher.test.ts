import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STANDARD_LOGINS, type StandardUserName } from '../../fixtures/standard-users.ts';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { standardSnapshot } from '../database/snapshot.ts';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import type { User } from '../store/users.ts';
import { repaymentBody, type TestServer, testServer } from '../test-client.ts';
import type { WebhookOptions } from './dispatcher.ts';
import { newSecret } from './signature.ts';
import { type Received, type Receiver, startReceiver } from './testing/receiver.ts';

/** No chance in pauses: 5 s, 25 s, 125 s. */
const OPTIONS: WebhookOptions = {
  allow: ['127.0.0.1'],
  random: () => 0,
  retries: { attempts: 4, firstPause: 5000 },
};

let receiver: Receiver;
let server: TestServer;
beforeEach(async () => {
  receiver = await startReceiver();
  server = testServer({ webhooks: OPTIONS });
});
afterEach(async () => {
  await server.dependencies.webhooks.close();
  await receiver.close();
});

const userOf = (name: StandardUserName): User => {
  const found = server.dependencies.store.users.byEmail(STANDARD_LOGINS[name].email);
  if (found === undefined) {
    throw new Error(`there is no user ${name}`);
  }
  return found;
};

/** Registers an endpoint past the routes. */
function register(url = receiver.url, eventTypes: string[] = [], tenant = 'manager' as const) {
  const secret = newSecret();
  const id = randomUUID();
  const { tenantId } = userOf(tenant);
  const endpoint = { id, tenantId, url, description: '', eventTypes, secret, createdAt: 0 };
  server.dependencies.store.webhooks.add(endpoint);
  return { id, secret };
}

const deliver = () => server.dependencies.webhooks.deliverDue();
const typesOf = (messages: Received[]) => messages.map(({ body }) => JSON.parse(body).type);
const deliveries = (id: string) =>
  server.dependencies.store.webhooks.deliveriesOf(id, null, [500, 0]).toReversed();
const statuses = (id: string) => deliveries(id).map(({ status }) => status);

/** An application that goes from REQUESTED over OFFER_SENT to ACCEPTED: three events. */
function application(): string {
  const id = String(server.state('loan-requested').applicationId);
  const { loanApplications } = server.dependencies.store;
  loanApplications.move(id, 'REQUESTED', 'OFFER_SENT');
  loanApplications.move(id, 'OFFER_SENT', 'ACCEPTED');
  return id;
}
const LIFE = ['requested', 'offer_sent', 'accepted'].map((state) => `loan_application.${state}`);

describe('an event', () => {
  it('is told for each change of a session, in order', async () => {
    const { id } = register();
    const session = (await server.login('customer')).body;
    const next = await server.call('refresh', {
      token: session.access_token,
      body: { refresh_token: session.refresh_token },
    });
    await server.call('logout', { token: next.body.access_token, body: {} });
    await deliver();
    expect(typesOf(receiver.received)).toEqual([
      'session.started',
      'session.refreshed',
      'session.ended',
    ]);
    expect(new Set(deliveries(id).map(({ resource }) => resource)).size).toBe(1);
    const secrets = [session.access_token, session.refresh_token, next.body.refresh_token];
    for (const { body } of receiver.received) {
      expect(JSON.parse(body).data.userId).toBe(session.user.id);
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([]);
    }
  });

  it('is told of a repayment and of its verification', async () => {
    const loan = server.state('active-loan');
    register();
    const { body } = await server.call('repay-loan', {
      token: await server.tokenOf('customer'),
      path: { 'user-id': String(loan.customerId) },
      body: repaymentBody(loan),
    });
    const { repaymentRecordId } = body.data;
    server.dependencies.store.repayments.verify(
      repaymentRecordId,
      'PENDING_VERIFICATION',
      'REJECTED',
    );
    await deliver();
    const told = receiver.received.map((each) => JSON.parse(each.body));
    expect(told.filter(({ type }) => type.startsWith('repayment.'))).toMatchObject([
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
    const { tenantId } = userOf('manager');
    register();
    const one = '(SELECT min(seq) FROM payments WHERE tenant_id = ?)';
    const change = (what: string) =>
      server.db.prepare(`UPDATE payments SET ${what} WHERE seq = ${one}`).run(tenantId);
    change("bank_transfer_life_cycle = 'RECEIVED'");
    change("mto_payment_confirmtion_type = 'CONFIRMED'");
    change("mto_payment_confirmtion_type = 'CONFIRMED', searchable_payment_reference = 'X'");
    await deliver();
    expect(typesOf(receiver.received)).toEqual(['payment.received', 'payment.changed']);
  });

  it('is told of each step of a payment in its life cycle, as its endpoints take it', async () => {
    const id = server.db
      .prepare(
        `SELECT id FROM payments WHERE user_id = ? AND customer_confirmed_payment_date IS NULL
           AND bank_transfer_life_cycle = 'AWAITING_BANK_TRANSFER_PAYMENT'
           AND bank_transfer_followup_action_type = 'MARK_AS_PENDING_TRANSACTION'`,
      )
      .pluck()
      .get(userOf('customer').id) as string;
    register(receiver.url, ['payment']);
    const call = extensionsOf(() => server);
    const steps = [
      ['confirm-payment', 'customer'],
      ['receive-payment', 'agent'],
      ['complete-payment', 'agent'],
    ] as const;
    for (const [name, as] of steps) {
      expect((await call(name, as, { id })).status).toBe(200);
    }
    await deliver();
    expect(typesOf(receiver.received)).toEqual([
      'payment.changed',
      'payment.bank_transfer_payment_received',
      'payment.bank_transfer_payment_completed',
    ]);
  });

  it('that is undone with its effect is never told', async () => {
    const { id } = register();
    const { store } = server.dependencies;
    expect(() =>
      store.transaction(() => {
        store.sessions.start(userOf('customer').id, 0);
        throw new Error('undone');
      }),
    ).toThrow('undone');
    await deliver();
    expect([receiver.received, deliveries(id)]).toEqual([[], []]);
  });

  it('goes to those of its organisation that asked for it, and is not kept for nobody', async () => {
    const events = () => server.db.prepare('SELECT count(*) FROM webhook_events').pluck().get();
    application();
    expect(events()).toBe(0);
    register(`${receiver.url}/repayments`, ['repayment']);
    application();
    expect(events()).toBe(0);
    register(`${receiver.url}/area`, ['loan_application']);
    register(`${receiver.url}/type`, ['loan_application.accepted', 'session']);
    server.dependencies.store.sessions.start(userOf('otherManager').id, 0);
    application();
    await deliver();
    const told = (path: string) =>
      typesOf(receiver.received.filter((each) => each.path === `/hook/${path}`));
    expect(told('area')).toEqual(LIFE);
    expect(told('type')).toEqual(['loan_application.accepted']);
    expect([told('repayments'), events()]).toEqual([[], 3]);
  });
});

describe('a message', () => {
  it('is signed as Standard Webhooks demands, for the old secret too while it is changed', async () => {
    // The library compares with the time of this machine.
    server.clock.advance(Date.now() - server.clock.now());
    const { id, secret } = register();
    const rotated = newSecret();
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    server.dependencies.store.webhooks.rotate(id, rotated, server.clock.now() + 1000);
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    server.clock.advance(1000);
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    const verifies = (by: string, at: number) => {
      const { body, headers } = receiver.received[at] ?? { body: '', headers: {} };
      try {
        return new Webhook(by).verify(body, headers) !== null;
      } catch {
        return false;
      }
    };
    expect([0, 1, 2].map((at) => verifies(secret, at))).toEqual([true, true, false]);
    expect([0, 1, 2].map((at) => verifies(rotated, at))).toEqual([false, true, true]);
    const { method, headers, body } = receiver.received[0] ?? {};
    expect([method, headers?.['content-type']]).toEqual(['POST', 'application/json']);
    const changed = { ...headers, 'webhook-id': 'evt_other' };
    expect(() => new Webhook(secret).verify(String(body), changed)).toThrow();
  });
});

describe('a delivery that fails', () => {
  it('is tried again after growing pauses, then is a dead letter, and is logged', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end('no');
    const { id } = register();
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    for (const [at, pause] of [5000, 25_000, 125_000].entries()) {
      server.clock.advance(pause - 1);
      await deliver();
      expect(receiver.received).toHaveLength(at + 1);
      server.clock.advance(1);
      await deliver();
      expect(receiver.received).toHaveLength(at + 2);
    }
    server.clock.advance(365 * 24 * 3600_000);
    await deliver();
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [delivery] = deliveries(id);
    expect(delivery).toMatchObject({ status: 'DEAD', attempts: 4 });
    const log = delivery && server.dependencies.store.webhooks.attemptsOf(delivery);
    expect(log?.map(({ number, statusCode }) => [number, statusCode])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
    ]);
  });

  it('waits as long as the receiver asks for', async () => {
    receiver.answer = (_, response) => response.writeHead(429, { 'Retry-After': '60' }).end();
    register();
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    server.clock.advance(59_999);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    server.clock.advance(1);
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });

  it('holds up the later ones of its resource, no others, and none once it is dead', async () => {
    let isWell = false;
    receiver.answer = ({ body }, response) => {
      const fails = !isWell && JSON.parse(body).type === 'loan_application.requested';
      response.writeHead(fails ? 503 : 200).end();
    };
    const { id } = register(receiver.url, ['loan_application', 'session']);
    application();
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    expect(statuses(id)).toEqual(['PENDING', 'WAITING', 'WAITING', 'DELIVERED']);
    for (const pause of [5000, 25_000, 125_000]) {
      server.clock.advance(pause);
      await deliver();
    }
    expect(statuses(id)).toEqual(['DEAD', 'DELIVERED', 'DELIVERED', 'DELIVERED']);
    expect(typesOf(receiver.received).slice(-3)).toEqual(LIFE);

    isWell = true;
    const { store } = server.dependencies;
    const [dead] = deliveries(id);
    const replayed = dead && store.webhooks.replay(dead);
    await deliver();
    const last = receiver.received.at(-1);
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ type: LIFE[0], late: true });
    expect(last?.headers['webhook-id']).toBe(dead?.eventId);
    expect(store.webhooks.delivery(String(replayed))?.status).toBe('DELIVERED');
    const others = receiver.received.slice(0, -1);
    expect(others.filter(({ body }) => 'late' in JSON.parse(body))).toEqual([]);
  });

  it('and is a replay holds up nothing', async () => {
    const { id } = register(receiver.url, ['loan_application']);
    const applicationId = String(server.state('loan-requested').applicationId);
    await deliver();
    receiver.answer = ({ body }, response) =>
      response.writeHead(JSON.parse(body).late ? 500 : 200).end();
    const [first] = deliveries(id);
    server.dependencies.store.webhooks.replay(first ?? expect.fail('nothing was delivered'));
    server.dependencies.store.loanApplications.move(applicationId, 'REQUESTED', 'OFFER_SENT');
    await deliver();
    expect(statuses(id)).toEqual(['DELIVERED', 'PENDING', 'DELIVERED']);
  });
});

describe('a receiver', () => {
  /** What the log says of the one attempt on what an address answers. */
  async function problem(url = receiver.url, options: WebhookOptions = {}) {
    server = testServer({ webhooks: { ...OPTIONS, ...options } });
    const { id } = register(url);
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    const [delivery] = deliveries(id);
    const log = delivery && server.dependencies.store.webhooks.attemptsOf(delivery);
    expect([delivery?.status, log?.length]).toEqual(['PENDING', 1]);
    return log?.[0];
  }

  it('that redirects is not followed', async () => {
    receiver.answer = (_, response) =>
      response.writeHead(307, { Location: `${receiver.url}/elsewhere` }).end();
    const { statusCode, problem: said } = (await problem()) ?? {};
    expect([statusCode, said]).toEqual([307, 'redirects are not followed']);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('that does not answer, or drips, is given up after the time limit', async () => {
    receiver.answer = () => {};
    const said = await problem(receiver.url, { timeLimit: 100 });
    expect(said?.problem).toBe('no answer within 100 ms');
  });

  it('that breaks off, is down, or speaks no HTTP has failed', async () => {
    receiver.answer = (_, response) => response.destroy();
    expect((await problem())?.problem).toBe('the connection broke off');
    receiver.answer = (_, response) => {
      response.socket?.end('220 smtp\r\n');
    };
    expect((await problem())?.problem).toBe('the answer is no HTTP');
    await receiver.close();
    expect((await problem())?.problem).toBe('the connection was refused');
  });

  it('that answers 200 without an end is told, and cut', async () => {
    receiver.answer = (_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {
          // As much as it takes.
        }
      };
      response.on('drain', more);
      more();
    };
    const { id } = register();
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    expect(statuses(id)).toEqual(['DELIVERED']);
  });

  it.each([
    ['http://127.0.0.1:1/', [], 'the host is no public address, and was not allowed'],
    ['http://[::ffff:127.0.0.1]:1/', [], 'the host is no public address, and was not allowed'],
    ['http://2130706433:1/', [], 'the host is no public address, and was not allowed'],
    ['https://hooks.example/', ['10.0.0.1'], 'the host is no public address, and was not allowed'],
    ['http://hooks.example/', ['1.1.1.1'], 'the URL must be https'],
    ['https://hooks.example/', [], 'the host was not found'],
  ])('at %s (%j) is not called', async (url, found, expected) => {
    const resolve = () =>
      found.length > 0 ? Promise.resolve(found) : Promise.reject(new Error('ENOTFOUND'));
    expect((await problem(url, { allow: [], resolve }))?.problem).toBe(expected);
  });

  it('whose name changes its address is called where it was judged, after one look-up', async () => {
    const { port } = new URL(receiver.url);
    const answers = [['10.0.0.1', '127.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    server = testServer({
      webhooks: { ...OPTIONS, resolve: () => Promise.resolve(answers[asked++] ?? []) },
    });
    const { id } = register(`http://hooks.example:${port}/hook`);
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    await deliver();
    expect([statuses(id), asked]).toEqual([['DELIVERED'], 1]);
    expect(receiver.received[0]?.headers.host).toBe(`hooks.example:${port}`);
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
    server = testServer({
      db,
      log: (line) => lines.push(line),
      webhooks: { ...OPTIONS, interval: 5 },
    });
    const { id } = register();
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    receiver.answer = (_, response) => {
      other.exec('BEGIN IMMEDIATE');
      response.writeHead(204).end();
    };
    const delivered = deliver();
    while (!lines.some((line) => line.includes('could not be written yet'))) {
      await new Promise(setImmediate);
    }
    expect(statuses(id)).toEqual(['PENDING']);
    other.exec('ROLLBACK');
    await delivered;
    expect([statuses(id), receiver.received.length]).toEqual([['DELIVERED'], 1]);
    other.close();
    await server.dependencies.webhooks.close();
    closeDatabase(db);
    rmSync(folder, { recursive: true });
  });
});

describe('an endpoint that is removed', () => {
  it('is told nothing more, neither what waits nor what is being looked up', async () => {
    const { resolve, promise } = Promise.withResolvers<string[]>();
    const asked = Promise.withResolvers<void>();
    server = testServer({
      webhooks: {
        ...OPTIONS,
        resolve: () => {
          asked.resolve();
          return promise;
        },
      },
    });
    const { port } = new URL(receiver.url);
    const { id } = register(`http://hooks.example:${port}/hook`);
    application();
    const delivered = deliver();
    await asked.promise;
    server.dependencies.store.webhooks.remove(id);
    const removed = server.dependencies.webhooks.removed(id);
    resolve(['127.0.0.1']);
    await Promise.all([removed, delivered]);
    expect(receiver.received).toEqual([]);
    expect(server.db.prepare('SELECT count(*) FROM webhook_deliveries').pluck().get()).toBe(0);
  });

  it('has answered what was under way before the removal ends', async () => {
    const { id } = register();
    const held = Promise.withResolvers<void>();
    const order: string[] = [];
    receiver.answer = async (_, response) => {
      await held.promise;
      order.push('answered');
      response.writeHead(204).end();
    };
    server.dependencies.store.sessions.start(userOf('customer').id, 0);
    const delivered = deliver();
    await receiver.until(1);
    server.dependencies.store.webhooks.remove(id);
    const removed = server.dependencies.webhooks.removed(id).then(() => order.push('removed'));
    held.resolve();
    await Promise.all([removed, delivered]);
    expect(order).toEqual(['answered', 'removed']);
  });
});

describe('what was settled', () => {
  it('is forgotten with its event after its time, and nothing else', async () => {
    const { id } = register(receiver.url, ['session']);
    const { store, clock } = { ...server.dependencies, clock: server.clock };
    store.sessions.start(userOf('customer').id, 0);
    await deliver();
    receiver.answer = (_, response) => response.writeHead(500).end();
    store.sessions.start(userOf('customer').id, 0);
    await deliver();
    expect(store.webhooks.forget(clock.now() - 1, 10)).toBe(0);
    expect(store.webhooks.forget(Date.now() + 1, 10)).toBe(1);
    expect(statuses(id)).toEqual(['PENDING']);
    expect(server.db.prepare('SELECT count(*) FROM webhook_events').pluck().get()).toBe(1);
  });
});
