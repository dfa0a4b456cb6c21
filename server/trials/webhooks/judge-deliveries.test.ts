import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import { type TestServer, testServer } from '../../test-client.ts';
import { ownedWebhooks } from '../../webhooks/testing/owned-webhooks.ts';
import { judgeDeliveries } from './judge-deliveries.ts';
import type { Receipt } from './unreliable-receivers.ts';

const ATTEMPTS = 2;

let server: TestServer;
let before: Set<string>;
let receipts: Receipt[];
beforeEach(() => {
  server = testServer();
  const { store } = server.dependencies;
  const manager = store.users.byEmail(STANDARD_LOGINS.manager.email);
  if (manager === undefined) {
    throw new Error('there is no manager');
  }
  before = new Set(
    ['sessions', 'loan_applications', 'repayments'].flatMap(
      (table) => server.db.prepare(`SELECT id FROM ${table}`).pluck().all() as string[],
    ),
  );
  ownedWebhooks(server).endpoint(manager, { description: 'well' });
  const session = store.sessions.start(manager.id, 0);
  store.sessions.end(session.id, 1);
  receipts = deliveries().map(({ eventId }) => receipt(eventId));
  settle();
});

function deliveries() {
  const { webhooks } = server.dependencies.store;
  const [id = ''] = webhooks.endpointIds();
  return webhooks.deliveriesOf(id, null, [10, 0]).toReversed();
}

/** Settles all that is not. */
function settle(status: 'DELIVERED' | 'DEAD' = 'DELIVERED', attempts = 1) {
  const sql = 'UPDATE webhook_deliveries SET status = ?, attempts = ?, settled_at = 1';
  server.db.prepare(sql).run(status, attempts);
}

const receipt = (id: string, changes: Partial<Receipt> = {}): Receipt => ({
  ...{ to: 'well', id, late: false, taken: true, ...changes },
});

const judged = () => judgeDeliveries(server.db, receipts, before, ATTEMPTS).wrong;

describe('the judge of deliveries', () => {
  it('finds nothing wrong with events that came in order, twice, or late', () => {
    const [one, two] = receipts.map(({ id }) => id);
    receipts = [receipt(String(one)), receipt(String(one)), receipt(String(two))];
    receipts.push(receipt(String(one), { late: true }));
    expect(judgeDeliveries(server.db, receipts, before, ATTEMPTS)).toEqual({
      ...{ wrong: [], events: 2, delivered: 2, again: 1, deadLetters: 0 },
    });
  });

  it.each<[string, () => void, string | RegExp]>([
    ['came in the wrong order', () => receipts.reverse(), /after a later one of its resource/],
    [
      'came again after a later one',
      () => receipts.push(...receipts.slice(0, 1)),
      /after a later one of its resource/,
    ],
    ['is said to be delivered and was not', () => receipts.pop(), /nobody took it/],
    ['came and did not happen', () => receipts.push(receipt('evt_x')), /did not happen/],
    [
      'is on its way still',
      () => server.db.exec("UPDATE webhook_deliveries SET status = 'WAITING'"),
      /is WAITING still/,
    ],
    ['was given up too soon', () => settle('DEAD', 1), 'is a dead letter after 1 attempts'],
    ['was given up though its receiver is well', () => settle('DEAD', 2), 'its receiver is well'],
    [
      'is of no effect',
      () =>
        server.db.exec(
          `UPDATE webhook_events SET resource = '${randomUUID()}' WHERE type = 'session.started'`,
        ),
      'an event tells of a session that is not there',
    ],
    [
      'is missing for an effect',
      () => {
        before.clear();
      },
      'no event tells of an accepted offer',
    ],
  ])('finds an event that %s', (_, change, expected) => {
    change();
    expect(judged().join('\n')).toMatch(expected);
  });
});
