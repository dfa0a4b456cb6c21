import { describe, expect, it } from 'vitest';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { paymentViewsRule } from './awaiting-payments/payment-views-rule.ts';
import { Judgements } from './judgements.ts';
import { updateApplicationRules } from './update-application-rules.ts';

const USERS = {
  customer: { email: 'ada@example.test', password: 'secret' },
  otherCustomer: { email: 'obi@example.test', password: 'secret' },
  manager: { email: 'ngozi@example.test', password: 'secret' },
};

/** Seconds that an exchange began after midnight. */
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 31, 0, 0, seconds)).toISOString();

const exchange = (body: unknown, seconds = 0) =>
  exchangeStub(200, body, { startedAt: at(seconds), durationMs: 500 });

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
    lists: (user: string, payment: object, seconds = 0) =>
      judgements.judge(
        'awaiting-payments',
        { as: { accessToken: user } },
        exchange({ data: { awaitingPayments: [payment] } }, seconds),
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
    lists('customer', { ...PAYMENT, currency: 'USD' });
    expect(tally()).toMatchObject({
      judged: 2,
      broken: 1,
      first: { expected: expect.stringContaining('NGN'), got: expect.stringContaining('USD') },
    });
  });

  it('may have another amount from then on, and not the old one again after it', () => {
    const { lists, tally } = judging('awaiting-payments.entry.same-everywhere');
    const changed = { ...PAYMENT, requestedBankTransferAmount: 12050 };
    lists('customer', PAYMENT, 0);
    lists('customer', changed, 1);
    lists('customer', changed, 2);
    expect(tally()).toMatchObject({ judged: 2, broken: 0 });
    lists('customer', PAYMENT, 3);
    expect(tally()).toMatchObject({
      broken: 1,
      first: { expected: expect.stringContaining('12050'), got: expect.stringContaining('120.5') },
    });
  });

  it('may be told by the old amount in answers that crossed one with the new', () => {
    const { lists, tally } = judging('awaiting-payments.entry.same-everywhere');
    lists('customer', PAYMENT, 0);
    lists('customer', { ...PAYMENT, requestedBankTransferAmount: 12050 }, 1);
    lists('customer', PAYMENT, 1);
    expect(tally()).toMatchObject({ judged: 2, broken: 0 });
  });

  it('may be told by the old value in an answer that came after one with the new, and was asked for with it', () => {
    const { lists, tally } = judging('awaiting-payments.entry.same-everywhere');
    const amended = { ...PAYMENT, requestedBankTransferAmount: 121 };
    lists('customer', amended, 0);
    lists('customer', PAYMENT, 0);
    lists('customer', amended, 3);
    expect(tally()).toMatchObject({ judged: 2, broken: 0 });
  });

  it('is not unconfirmed', () => {
    const { lists, tally } = judging('awaiting-payments.entry.same-everywhere');
    const open = { ...PAYMENT, customerConfirmedPaymentDate: null };
    lists('customer', open, 0);
    lists('customer', { ...PAYMENT, customerConfirmedPaymentDate: '2026-01-31T10:30:00' }, 1);
    // An answer that crossed the one with the confirmation.
    lists('customer', open, 1);
    expect(tally()).toMatchObject({ broken: 0 });
    lists('customer', open, 2);
    expect(tally()).toMatchObject({ broken: 1 });
  });

  it('is not confirmed to staff where its customer is told by then that it is not', () => {
    const { lists, tally } = judging('awaiting-payments.entry.same-everywhere');
    const open = { ...PAYMENT, customerConfirmedPaymentDate: null };
    lists('manager', { ...PAYMENT, customerConfirmedPaymentDate: '2026-01-31T10:30:00' }, 1);
    lists('customer', open, 1);
    expect(tally()).toMatchObject({ broken: 0 });
    lists('customer', open, 2);
    expect(tally()).toMatchObject({ broken: 1 });
  });

  it('may be confirmed to staff where another customer has one of the same id', () => {
    const { lists, tally } = judging('awaiting-payments.entry.same-everywhere');
    const open = { ...PAYMENT, customerConfirmedPaymentDate: null };
    lists('manager', { ...PAYMENT, customerConfirmedPaymentDate: '2026-01-31T10:30:00' }, 1);
    lists('customer', { ...open, searchablePaymentReference: 'REF-2' }, 2);
    expect(tally()).toMatchObject({ broken: 0 });
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
