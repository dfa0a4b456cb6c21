import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { Judgements } from './judgements.ts';
import { paymentViewsRule } from './payment-views-rule.ts';
import { updateApplicationRules } from './update-application-rules.ts';

const USERS = {
  customer: { email: 'ada@example.test', password: 'secret' },
  otherCustomer: { email: 'obi@example.test', password: 'secret' },
  manager: { email: 'ngozi@example.test', password: 'secret' },
};

function exchange(body: unknown): Exchange {
  return {
    request: { method: 'GET', url: 'http://target.invalid/', headers: {} },
    response: { status: 200, headers: {}, body: JSON.stringify(body) },
    startedAt: '',
    durationMs: 0,
    retries: [],
  };
}

/** Judgements of a run in which everybody has logged in; the token is the user's name. */
function judging(id: string) {
  const rules = [paymentViewsRule, ...updateApplicationRules];
  const judgements = new Judgements(
    rules.filter((rule) => rule.id === id),
    { users: USERS },
  );
  for (const [user, { email }] of Object.entries(USERS)) {
    judgements.judge('login', { body: { email } }, exchange({ access_token: user }));
  }
  return {
    lists: (user: string, payment: object) =>
      judgements.judge(
        'awaiting-payments',
        { as: { accessToken: user } },
        exchange({ data: { awaitingPayments: [payment] } }),
      ),
    answers: (user: string, applicationId: string) =>
      judgements.judge(
        'update-application',
        { as: { accessToken: user } },
        exchange({ status: 'SUCCESS', data: { applicationId } }),
      ),
    tally: () => judgements.of(id),
  };
}

const PAYMENT = {
  id: 'p-1',
  currency: 'NGN',
  creationDate: '2026-01-31T10:30:00',
  requestedBankTransferAmount: 120.5,
  searchablePaymentReference: 'REF-1',
  bankTransferLifeCycle: 'AWAITING_BANK_TRANSFER_PAYMENT',
};

describe('a payment that is listed again', () => {
  it('keeps the values that say what it is, and may go on in its life cycle', () => {
    const { lists, tally } = judging('awaiting-payments.entry.same-everywhere');
    lists('customer', PAYMENT);
    lists('customer', { ...PAYMENT, bankTransferLifeCycle: 'RECEIVED' });
    expect(tally()).toMatchObject({ judged: 1, broken: 0 });
    lists('customer', { ...PAYMENT, requestedBankTransferAmount: 12050 });
    expect(tally()).toMatchObject({
      judged: 2,
      broken: 1,
      first: { expected: expect.stringContaining('120.5'), got: expect.stringContaining('12050') },
    });
  });

  it('may be told otherwise to somebody else, such as with a fee', () => {
    const { lists, tally } = judging('awaiting-payments.entry.same-everywhere');
    lists('customer', PAYMENT);
    lists('manager', { ...PAYMENT, requestedBankTransferAmount: 121 });
    expect(tally()).toMatchObject({ judged: 0, broken: 0 });
  });
});

describe('an application that was answered', () => {
  it('is shown to no other customer, whatever the case of its id', () => {
    const { answers, tally } = judging('update-application.own.everywhere');
    answers('customer', 'a-1');
    answers('customer', 'a-1');
    expect(tally()).toMatchObject({ judged: 0, broken: 0 });
    answers('otherCustomer', 'b-2');
    expect(tally()).toMatchObject({ judged: 1, broken: 0 });
    answers('otherCustomer', 'A-1');
    expect(tally()).toMatchObject({ judged: 2, broken: 1 });
  });

  it('may be answered by staff, of whom nothing is said', () => {
    const { answers, tally } = judging('update-application.own.everywhere');
    answers('manager', 'a-1');
    answers('otherCustomer', 'a-1');
    expect(tally()).toMatchObject({ judged: 0, broken: 0 });
  });
});
