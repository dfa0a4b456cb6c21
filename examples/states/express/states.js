import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import express from 'express';
import { now } from './store.js';

const HOUR = 3600;

/**
 * The states hook: `POST /states` with `{"state": "offer-sent"}` answers the fields of that state,
 * 404 where it cannot be provided. What a check uses up is made anew each time.
 */
export function createStatesHook(store, secret) {
  const states = statesOf(store);
  const hook = express.Router();
  hook.post('/states', express.json(), (request, response) => {
    if (!same(request.get('Authorization') ?? '', `Bearer ${secret}`)) {
      response.status(401).json({ message: 'the secret is missing or wrong' });
      return;
    }
    const provide = states.get(request.body?.state);
    if (provide) {
      response.json(provide());
    } else {
      response.status(404).json({ message: 'there is no such state' });
    }
  });
  return hook;
}

/** Compares without showing by its time where two texts differ. */
function same(text, other) {
  const [one, two] = [text, other].map((each) => createHash('sha256').update(each).digest());
  return timingSafeEqual(one, two);
}

/** Every state by a function that provides it. To adapt: let each write into your own database. */
function statesOf(store) {
  const ada = store.userByEmail('ada@north.example');
  const ben = store.userByEmail('ben@north.example');
  const [product] = store.products.values();
  const asked = {
    currencyCode: product.currencyCode,
    dateOfBirth: '1990-04-12',
    durationCounter: 3,
    employmentStatus: 'EMPLOYED',
    loanAmount: 50_000,
    bvn: '22190000017',
    firstName: 'Ada',
    lastName: 'Example',
    accountNumber: '0123456789',
    bankCode: '058',
    phoneNumber: '+2348000000000',
    loanDuration: 3,
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: 200_000,
  };

  const application = (user, status) => store.addApplication(user, product, status, asked);
  const applicationId = (user, status) => ({ applicationId: application(user, status).id });
  const loan = (defect = {}) => {
    const made = store.add('loans', {
      userId: ada.id,
      applicationId: application(ada, 'ACCEPTED').id,
      productName: product.name,
      totalPayable: 55_000,
      reference: `LN-${randomUUID().slice(0, 8)}`,
      ...defect,
    });
    return {
      customerId: ada.id,
      accountId: made.id,
      bankAccountId: store.accountOf(ada).id,
      totalPayable: made.totalPayable,
      repaymentReference: made.reference,
      customerName: `${ada.firstName} ${ada.lastName}`,
      customerEmail: ada.email,
      productName: made.productName,
    };
  };

  return new Map([
    ['awaiting-payments', () => awaitingPayments(store, ada)],
    ['loan-product', () => ({ loanProductId: product.id, ...asked })],
    ['loan-requested', () => applicationId(ada, 'REQUESTED')],
    ['offer-sent', () => applicationId(ada, 'OFFER_SENT')],
    ['offer-sent-other', () => applicationId(ben, 'OFFER_SENT')],
    ['active-loan', () => loan()],
    ['closed-loan', () => loan({ closed: true })],
    ['third-party-loan', () => loan({ thirdParty: true })],
    ['loan-without-application', () => loan({ applicationId: null })],
    ['no-active-loan', () => userWithoutLoan(store, ada)],
    ['foreign-bank-account', () => ({ bankAccountId: store.accountOf(ben).id })],
    ['portfolios', () => portfolios(store, ada)],
    [
      'expired-token',
      () => {
        const session = store.startSession(ada);
        const token = store.accessToken(session, now() - 2 * HOUR);
        return { token, refreshToken: session.refreshToken };
      },
    ],
    ['api-token', () => ({ token: store.addApiToken(ada).id })],
    ['expired-api-token', () => ({ token: store.addApiToken(ada, now() - 1).id })],
    ['revoked-api-token', () => ({ token: store.addApiToken(ada, now() + HOUR, true).id })],
  ]);
}

function awaitingPayments(store, user) {
  const counted = store.payments.filter(
    ({ userId, currency, createdAt }) =>
      userId === user.id && currency === 'NGN' && createdAt.startsWith('2026-03'),
  );
  return {
    currency: 'NGN',
    otherCurrency: 'GBP',
    fromDate: '01/03/2026',
    toDate: '31/03/2026',
    count: counted.length,
    reference: counted[0].reference,
  };
}

function portfolios(store, user) {
  const own = store.portfolios.filter(({ userId }) => userId === user.id);
  const [{ amountInvested, totalPayable, productName }] = own;
  return { customerId: user.id, count: own.length, amountInvested, totalPayable, productName };
}

/** A customer made for the occasion, with the password that all have here. */
function userWithoutLoan(store, { password }) {
  const email = `no-loan-${randomUUID()}@north.example`;
  const { id } = store.addUser(email, password, 'CUSTOMER', 'north');
  const account = store.add('bankAccounts', { userId: id });
  return {
    email,
    password,
    customerId: id,
    accountId: randomUUID(),
    bankAccountId: account.id,
    repaymentReference: 'LN-NONE',
    totalPayable: 1000,
  };
}
