import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoanStatus } from '../../contract/values/records.ts';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import { lendingDesk } from '../lending-desk.ts';
import type { User } from '../store/users.ts';
import { repaymentBody, type TestServer, testServer } from '../test-client.ts';
import { drawMoves } from './draw-moves.ts';
import { MOVES, moveBy, type States } from './moves.ts';

let server: TestServer;
let customer: User;
beforeAll(() => {
  server = testServer();
  const found = server.dependencies.store.users.byEmail('customer@savannah.example');
  expect(found).toBeDefined();
  customer = found as User;
});
const call = extensionsOf(() => server);

const DECISIONS = ['send-offer', 'decline-application', 'disburse-loan'] as const;
const ANSWERS = ['status=true', 'status=false'] as const;
const COLLECTORS = ['LENDER', 'THIRD_PARTY'] as const;
const OUTCOMES = ['VERIFIED', 'REJECTED'] as const;

/** Where a thing of a state goes by an operation, by the table; null where it may not. */
function foretold(of: keyof States, state: string, by: string, when?: string): string | null {
  const move = MOVES[of].find(
    (each) => each.from === state && each.by === by && each.when === when,
  );
  return move?.to ?? null;
}

/** What a thing becomes: its new state, or null where it was refused and stayed as it was. */
function became(status: number, before: string, after: string): string | null {
  expect([200, 409]).toContain(status);
  expect(after === before).toBe(status === 409);
  return status === 409 ? null : after;
}

const APPLICATION_STATES: readonly LoanStatus[] = [
  'REQUESTED',
  'OFFER_SENT',
  'ACCEPTED',
  'WITHDRAWN',
  'DECLINED',
  'DISBURSED',
];

describe.each(APPLICATION_STATES)('an application that is %s', (state) => {
  const statusOf = (id: string) =>
    server.dependencies.store.loanApplications.byId(id)?.loanStatus ?? 'gone';
  const application = () => lendingDesk(server.dependencies).apply(customer, state, 'manual').id;

  it.each(DECISIONS)('is moved by %s as the table says', async (by) => {
    const id = application();
    const { status } = await call(by, 'agent', { id });
    expect(became(status, state, statusOf(id))).toBe(foretold('loan application', state, by));
  });

  it.each(ANSWERS)('is moved by an answer %s as it says', async (when) => {
    const id = application();
    const { status } = await server.call('update-application', {
      token: await server.tokenOf('customer'),
      path: { 'loan-application-id': id },
      query: when,
    });
    expect(became(status, state, statusOf(id))).toBe(
      foretold('loan application', state, 'update-application', when),
    );
  });
});

/** A loan that is paid out, and a repayment of it that awaits verification. */
async function repaid(all: boolean) {
  const loan = server.state('active-loan');
  const { body } = await server.call('repay-loan', {
    token: await server.tokenOf('customer'),
    path: { 'user-id': customer.id },
    body: repaymentBody(loan, { repaymentAmount: all ? loan.totalPayable : 1 }),
  });
  return { accountId: String(loan.accountId), repaymentId: body.data.repaymentRecordId };
}

const loanOf = (id: string) => {
  const found = server.dependencies.store.loans.byId(id);
  return { status: found?.status.toUpperCase() ?? 'gone', left: found?.totalPayableMinor };
};

describe.each(['PENDING_VERIFICATION', 'VERIFIED', 'REJECTED'] as const)(
  'a repayment that is %s',
  (state) => {
    it.each(OUTCOMES)('becomes %s as the table says', async (when) => {
      const { repaymentId: id, accountId } = await repaid(false);
      const { store } = server.dependencies;
      if (state !== 'PENDING_VERIFICATION') {
        expect(store.repayments.verify(id, 'PENDING_VERIFICATION', state)).toBe(true);
      }
      const before = loanOf(accountId).left ?? 0;
      const body = { verificationStatus: when };
      const { status } = await call('verify-repayment', 'agent', { id, body });
      const after = store.repayments.byId(id)?.verificationStatus ?? 'gone';
      const to = foretold('repayment', state, 'verify-repayment', when);
      expect([status, after]).toEqual(to === null ? [409, state] : [200, to]);
      const owedAgain = to === 'REJECTED' ? 100 : 0;
      expect(loanOf(accountId).left).toBe(before + owedAgain);
    });
  },
);

describe('a loan', () => {
  it('closes when nothing is left, and is opened by a rejection', async () => {
    const { accountId, repaymentId: id } = await repaid(true);
    expect(loanOf(accountId).status).toBe(
      foretold('loan', 'ACTIVE', 'repay-loan', 'nothing is left'),
    );
    const body = { verificationStatus: 'REJECTED' };
    await call('verify-repayment', 'agent', { id, body });
    expect(loanOf(accountId).status).toBe(
      foretold('loan', 'CLOSED', 'verify-repayment', 'REJECTED'),
    );
  });

  it('stays open while something is left, and closed when the money came', async () => {
    const part = await repaid(false);
    expect(loanOf(part.accountId).status).toBe('ACTIVE');
    const all = await repaid(true);
    const body = { verificationStatus: 'VERIFIED' };
    await call('verify-repayment', 'agent', { id: all.repaymentId, body });
    expect(loanOf(all.accountId).status).toBe('CLOSED');
  });
});

describe.each([
  ['LENDER', 'manual'],
  ['THIRD_PARTY', 'third-party'],
] as const)('a loan that is collected by %s', (state, collection) => {
  it.each(COLLECTORS)('changes to %s as the table says', async (when) => {
    const { loan } = lendingDesk(server.dependencies).payOut(customer, { collection });
    const body = { collectedBy: when, reason: 'three instalments are overdue' };
    const { status } = await call('change-collection', 'agent', { id: loan.id, body });
    const to = foretold('collection of a loan', state, 'change-collection', when);
    expect(status).toBe(to === null ? 409 : 200);
    const instructions = await call('repayment-instructions', 'customer', {
      id: String(loan.loanApplicationId),
    });
    expect(instructions.body.data).toMatchObject({
      collectedBy: to ?? state,
      collectionReason: to === null ? null : body.reason,
      manualRepaymentAllowed: (to ?? state) === 'LENDER',
    });
    const repayment = await server.call('repay-loan', {
      token: await server.tokenOf('customer'),
      path: { 'user-id': customer.id },
      body: repaymentBody({ ...server.state('active-loan'), accountId: loan.id }),
    });
    expect(repayment.status).toBe((to ?? state) === 'LENDER' ? 200 : 409);
    if (to === 'THIRD_PARTY') {
      expect(repayment.body.message).toContain(body.reason);
    }
  });

  it('is as its product says when it is paid out', () => {
    const desk = lendingDesk(server.dependencies);
    const application = desk.apply(customer, 'ACCEPTED', collection);
    expect(desk.disburse(application).collection).toBe(collection);
    expect(
      MOVES['collection of a loan'].filter(({ from, to }) => from === null && to === state),
    ).toHaveLength(1);
  });

  it('changes no more when the loan is closed', async () => {
    const defect = { collection, status: 'closed' } as const;
    const { loan } = lendingDesk(server.dependencies).payOut(customer, defect);
    const collectedBy = state === 'LENDER' ? 'THIRD_PARTY' : 'LENDER';
    const body = { collectedBy, reason: 'x' };
    expect((await call('change-collection', 'agent', { id: loan.id, body })).status).toBe(409);
  });
});

describe('the table of moves', () => {
  it('has the moves that section 3.1 shows, and is shown by it no more than those', () => {
    const shown = MOVES['loan application'].filter((move) => move.shown === '3.1');
    expect(shown.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'null REQUESTED',
      'OFFER_SENT ACCEPTED',
      'OFFER_SENT WITHDRAWN',
    ]);
  });

  it('gives one move for an operation and its outcome', () => {
    expect(moveBy('repayment', 'verify-repayment', 'REJECTED')).toEqual({
      from: 'PENDING_VERIFICATION',
      to: 'REJECTED',
    });
    expect(() => moveBy('loan', 'send-offer')).toThrow('there are 0 moves of a loan');
  });

  it('has no move that is not tried above', () => {
    const tried = {
      'loan application': [...DECISIONS, ...ANSWERS.map((when) => `update-application ${when}`)],
      loan: ['repay-loan nothing is left', 'verify-repayment REJECTED'],
      'collection of a loan': COLLECTORS.map((when) => `change-collection ${when}`),
      repayment: OUTCOMES.map((when) => `verify-repayment ${when}`),
    };
    for (const [of, moves] of Object.entries(MOVES)) {
      const made = moves
        .filter(({ from }) => from !== null)
        .map(({ by, when }) => (when === undefined ? by : `${by} ${when}`));
      expect(made.toSorted(), of).toEqual(tried[of as keyof States].toSorted());
    }
  });

  it('is drawn in docs/lending-flow.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/lending-flow.md'), 'utf8');
    expect(page).toContain(drawMoves());
  });
});
