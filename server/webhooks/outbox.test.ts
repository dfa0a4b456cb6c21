import { describe, expect, it } from 'vitest';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import { repaymentBody } from '../test-client.ts';
import { LIFE, toldServer, typesOf } from './testing/told-server.ts';

const told = toldServer();

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

it('takes the outcome of a removed delivery for no other that got its number', () => {
  const { webhooks } = told.server.dependencies.store;
  const removed = told.register();
  told.application();
  const [old] = told.deliveries(removed.id);
  webhooks.remove(removed.id);
  const { id } = told.register();
  told.application();
  expect(told.deliveries(id)[0]?.seq).toBe(old?.seq);
  const attempt = { startedAt: 0, milliseconds: 1, statusCode: 204, problem: null };
  if (old) {
    webhooks.record(old, attempt, { status: 'DELIVERED', settledAt: 1 });
  }
  expect(told.statuses(id)).toEqual(['PENDING', 'WAITING', 'WAITING']);
});
