import { randomUUID } from 'node:crypto';
import { fromMinor, toMinor } from '../contract/values/currencies.ts';
import { moment } from '../contract/values/moments.ts';
import type { Loan, LoanProduct, LoanStatus } from '../contract/values/records.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../fixtures/standard-users.ts';
import type { Dependencies } from './dependencies.ts';
import { API_TOKEN_PREFIX } from './http/authenticate.ts';
import { lendingDesk } from './lending-desk.ts';
import { portfolioAnswer } from './store/portfolios.ts';
import type { User } from './store/users.ts';
import { opaqueToken, tokenHash } from './tokens.ts';

/** The values of a state, as the hook answers them: flat JSON but for what an agent sends. */
export type StateValues = Readonly<Record<string, string | number | Record<string, unknown>>>;

/** Thrown where a state cannot be provided, say because the standard data is not there. */
export class NoSuchState extends Error {
  override name = 'NoSuchState';
}

/** 24 hours in milliseconds, the shortest life of an API token (section 8). */
const DAY = 24 * 3600 * 1000;

/**
 * The states of the design's table, each by a function that provides it. What a check uses up (an
 * offer, a loan, a token) is made anew at each call; what is only read comes from the standard data.
 * All of it belongs to the standard `customer`, unless the table says otherwise.
 */
export function statesOf(dependencies: Dependencies): ReadonlyMap<string, () => StateValues> {
  const { store, clock, tokens } = dependencies;
  const desk = lendingDesk(dependencies);

  const user = (name: StandardUserName): User => {
    const found = store.users.byEmail(STANDARD_LOGINS[name].email);
    if (found === undefined) {
      throw new NoSuchState(`there is no user ${name}: no standard data`);
    }
    return found;
  };
  const application = (name: StandardUserName, status: LoanStatus): StateValues => ({
    applicationId: desk.apply(user(name), status, 'manual').id,
  });
  const bankAccount = (owner: User): string => {
    const account = store.bankAccounts.firstOf(owner.id);
    if (account === undefined) {
      throw new NoSuchState(`${owner.email} has no bank account`);
    }
    return account.id;
  };
  const loan = (defect: Partial<Loan> = {}): StateValues => {
    const owner = user('customer');
    const { loan: made, productName } = desk.payOut(owner, defect);
    return {
      customerId: owner.id,
      accountId: made.id,
      bankAccountId: bankAccount(owner),
      totalPayable: fromMinor(made.totalPayableMinor, made.currency),
      repaymentReference: made.repaymentReference,
      customerName: `${owner.firstName} ${owner.lastName}`,
      customerEmail: owner.email,
      productName,
    };
  };
  let requests = 0;
  /** What a user may send in a request for a loan, with an amount unlike those given before. */
  const applicant = (owner: User, product: LoanProduct) => {
    const profile = store.users.profile(owner.id);
    // Staff have no account; an agent lets the loan be paid to the customer.
    const account =
      store.bankAccounts.firstOf(owner.id) ?? store.bankAccounts.firstOf(user('customer').id);
    if (profile === undefined || account === undefined) {
      throw new NoSuchState(`${owner.email} has no profile or no bank account`);
    }
    const unit = toMinor(1, product.currency);
    const least = Math.ceil(product.minAmountMinor / unit);
    const most = Math.floor(product.maxAmountMinor / unit);
    requests += 1;
    return {
      ...profile,
      firstName: owner.firstName,
      lastName: owner.lastName,
      accountNumber: account.accountNumber,
      bankCode: account.bankCode,
      loanAmount: least + (requests % (most - least + 1)),
      durationCounter: product.minDuration,
      loanDuration: product.minDuration,
      employmentStatus: 'EMPLOYED',
      loanRepaymentMethodEnum: 'DIRECT_DEBIT',
      monthlyIncome: most,
    };
  };
  const apiToken = (expiresAt: number, revoked = false): StateValues => {
    const token = opaqueToken(API_TOKEN_PREFIX);
    const id = store.apiTokens.add({
      hash: tokenHash(token),
      userId: user('customer').id,
      name: `made by the states hook at ${moment(clock.now())}`,
      createdAt: expiresAt - DAY,
      expiresAt,
    });
    if (revoked) {
      store.apiTokens.revoke(id, clock.now());
    }
    return { token };
  };

  return new Map<string, () => StateValues>([
    [
      'awaiting-payments',
      () => {
        const facts = store.settings.get('state awaiting-payments');
        if (facts === undefined) {
          throw new NoSuchState('there is no standard data');
        }
        return JSON.parse(facts) as StateValues;
      },
    ],
    [
      'loan-product',
      () => {
        const product = desk.product(user('customer'), 'manual');
        return {
          loanProductId: product.id,
          currencyCode: product.currency,
          ...applicant(user('customer'), product),
          agent: applicant(user('agent'), product),
        };
      },
    ],
    ['loan-requested', () => application('customer', 'REQUESTED')],
    ['offer-sent', () => application('customer', 'OFFER_SENT')],
    ['offer-sent-other', () => application('otherCustomer', 'OFFER_SENT')],
    [
      'active-loan',
      () => {
        const values = loan();
        return { ...values, repaymentAmount: Math.ceil(Number(values.totalPayable) / 1000) };
      },
    ],
    ['closed-loan', () => loan({ status: 'closed' })],
    ['third-party-loan', () => loan({ collection: 'third-party' })],
    ['loan-without-application', () => loan({ loanApplicationId: null })],
    [
      'no-active-loan',
      () => {
        const owner = user('customerWithoutLoan');
        return {
          email: owner.email,
          password: STANDARD_LOGINS.customerWithoutLoan.password,
          customerId: owner.id,
          accountId: randomUUID(),
          bankAccountId: bankAccount(owner),
          repaymentReference: 'LN-NONE',
          totalPayable: 1000,
        };
      },
    ],
    ['foreign-bank-account', () => ({ bankAccountId: bankAccount(user('otherCustomer')) })],
    [
      'portfolios',
      () => {
        const { id } = user('customer');
        const [one] = store.portfolios.list(id, { limit: 1, offset: 0 });
        if (one === undefined) {
          throw new NoSuchState('the customer has no portfolio');
        }
        const { amountInvested, totalPayable, productName } = portfolioAnswer(one);
        const count = store.portfolios.count(id);
        return { customerId: id, count, amountInvested, totalPayable, productName };
      },
    ],
    [
      'expired-token',
      () => {
        const { id } = user('customer');
        const issuedAt = clock.now() - 2 * tokens.lifetime * 1000;
        const session = store.sessions.start(id, issuedAt);
        const token = tokens.issue(id, session.id, issuedAt);
        return { token, refreshToken: session.refreshToken };
      },
    ],
    ['api-token', () => apiToken(clock.now() + DAY)],
    ['expired-api-token', () => apiToken(clock.now() - 1000)],
    ['revoked-api-token', () => apiToken(clock.now() + DAY, true)],
  ]);
}
