import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownedThings } from '../authorization/testing/owned-things.ts';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import { drawMoves } from '../lending/draw-moves.ts';
import type { User } from '../store/users.ts';
import { type TestServer, testServer } from '../test-client.ts';
import { type FollowUp, LIFE_CYCLE } from './life-cycle.ts';

const STATES = [
  'AWAITING_BANK_TRANSFER_PAYMENT',
  'BANK_TRANSFER_PAYMENT_RECEIVED',
  'BANK_TRANSFER_PAYMENT_COMPLETED',
];
const ACTIONS = ['AUTO_CONFIRM_TRANSACTION', 'MARK_AS_PENDING_TRANSACTION'];

/** Who does it, and what is sent. */
const FOLLOW_UPS: Readonly<Record<FollowUp, { as: string; body?: unknown }>> = {
  'confirm-payment': { as: 'customer' },
  'pay-later': { as: 'customer', body: { payLaterDate: '2026-07-31' } },
  'receive-payment': { as: 'agent' },
  'complete-payment': { as: 'manager' },
};
const NAMES = Object.keys(FOLLOW_UPS) as FollowUp[];

let server: TestServer;
let payment: (state?: string, action?: string) => string;
beforeAll(() => {
  server = testServer();
  const customer = server.dependencies.store.users.byEmail('customer@savannah.example');
  expect(customer).toBeDefined();
  const things = ownedThings(server, customer as User);
  payment = (state, action) => things.payment(customer as User, state, action);
});
const extensions = extensionsOf(() => server);
const followUp = (name: FollowUp, id: string) => {
  const { as, body } = FOLLOW_UPS[name];
  return extensions(name, as, { id, body });
};
const stored = (id: string) => server.dependencies.store.paymentFollowUps.payment(id);

const cells = STATES.flatMap((state) =>
  ACTIONS.flatMap((action) => NAMES.map((name) => ({ state, action, name }))),
);

describe('a payment', () => {
  it.each(cells)('$state, $action, is moved by $name as the table says', async (cell) => {
    const { state, action, name } = cell;
    const move = LIFE_CYCLE.find(
      ({ from, by, when = action }) => from === state && by === name && when === action,
    );
    const id = payment(state, action);
    const before = stored(id);
    const { status, body } = await followUp(name, id);
    if (move === undefined) {
      expect(status).toBe(409);
      expect(stored(id)).toEqual(before);
      return;
    }
    expect(status).toBe(200);
    expect(body.data.awaitingPayment.bankTransferLifeCycle).toBe(move.to);
    expect(stored(id)).toEqual({
      ...before,
      bankTransferLifeCycle: move.to,
      ...(name === 'confirm-payment' && { customerConfirmedPaymentDate: '2026-07-01T12:00:00' }),
      ...(name === 'receive-payment' && { mtoPaymentConfirmtionType: 'CONFIRMED' }),
    });
  });

  it('is listed as what it has become, with the rest of section 2.2 as it was', async () => {
    const id = payment();
    const list = async () => {
      const { body } = await server.call('awaiting-payments', {
        token: await server.tokenOf('customer'),
        query: 'size=500',
        body: { selectedCurrency: 'NGN', fromDate: '15/06/2026', toDate: '15/06/2026' },
      });
      return body.data.awaitingPayments.find((each: { id: string }) => each.id === id);
    };
    const before = await list();
    await followUp('confirm-payment', id);
    const received = await followUp('receive-payment', id);
    expect(await list()).toEqual({
      ...before,
      bankTransferLifeCycle: 'BANK_TRANSFER_PAYMENT_RECEIVED',
      mtoPaymentConfirmtionType: 'CONFIRMED',
      customerConfirmedPaymentDate: '2026-07-01T12:00:00',
    });
    expect(received.body.data.awaitingPayment).toEqual(await list());
  });

  it('is confirmed once, and put off no more after it', async () => {
    const id = payment();
    expect((await followUp('confirm-payment', id)).status).toBe(200);
    for (const name of ['confirm-payment', 'pay-later'] as const) {
      expect((await followUp(name, id)).status).toBe(409);
    }
  });

  it('tells what was done about it, by whom, in order', async () => {
    const id = payment();
    for (const name of ['pay-later', 'confirm-payment', 'receive-payment'] as const) {
      await followUp(name, id);
    }
    const { data } = (await followUp('complete-payment', id)).body;
    const users = server.dependencies.store.users;
    const by = (name: string) => users.byEmail(`${name}@savannah.example`)?.id;
    expect(data.payLaterDate).toBe('2026-07-31');
    expect(
      data.followUps.map((each: { operation: string; userId: string }) => [
        each.operation,
        each.userId,
      ]),
    ).toEqual([
      ['pay-later', by('customer')],
      ['confirm-payment', by('customer')],
      ['receive-payment', by('agent')],
      ['complete-payment', by('manager')],
    ]);
  });

  it('that is unknown is 404', async () => {
    for (const name of NAMES) {
      expect((await followUp(name, randomUUID())).status).toBe(404);
    }
  });

  it.each([
    ['2026-07-01', 200],
    ['2026-06-30', 400],
    ['2026-07-31', 200],
    ['2026-08-01', 400],
    ['2026-07-32', 400],
    ['2026-06-31', 400],
    ['31/07/2026', 400],
  ])('put off to %s is answered %i', async (payLaterDate, status) => {
    const told = await extensions('pay-later', 'customer', {
      id: payment(),
      body: { payLaterDate },
    });
    expect(told.status).toBe(status);
  });
});

describe('the table of moves', () => {
  it('has an operation and an outcome once', () => {
    const causes = LIFE_CYCLE.map(({ from, by, when }) => `${from} ${by} ${when}`);
    expect(new Set(causes).size).toBe(causes.length);
    expect(new Set(LIFE_CYCLE.map(({ by }) => by))).toEqual(new Set(NAMES));
  });

  it('is drawn in docs/awaiting-payments.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/awaiting-payments.md'), 'utf8');
    expect(page).toContain(drawMoves({ 'awaiting payment': LIFE_CYCLE }));
  });
});
