import { fromMinor } from '../../contract/values/currencies.ts';
import type { LoanProduct, User } from '../../contract/values/records.ts';
import { bankAccounts } from '../../fixtures/bank-accounts.ts';
import { BULK_PASSWORD, userMaker } from '../../fixtures/users.ts';
import { insertUsers } from '../../server/database/load-standard.ts';
import { lendingDesk } from '../../server/lending-desk.ts';
import { insertInto } from '../../server/store/insert.ts';
import type { Target } from '../../target/target.ts';
import { standardUser } from './tokens.ts';
import type { WrappedServer } from './wrapped-server.ts';

/** Seed and first index of users that no other data of a server has. */
const SEED = 20_261_122;
const FROM = 5_000_000;

type Server = Pick<WrappedServer, 'dependencies' | 'db'>;

/** Customers beside the standard ones, each with a bank account, in the tenant of `customer`. */
function makeCustomers({ dependencies, db }: Server, count: number, from = 0): User[] {
  const context = { dependencies, db, memory: new Map() };
  const { tenantId } = standardUser(context, 'customer');
  const make = userMaker(SEED, { tenants: [{ id: tenantId }] });
  const made = Array.from(
    { length: count },
    (_, index): User => ({ ...make(FROM + from + index), role: 'CUSTOMER' }),
  );
  db.transaction(() => {
    insertUsers(db, made);
    const insert = insertInto(db, 'bank_accounts');
    for (const account of bankAccounts(SEED, count, { holders: made, from: FROM + from })) {
      insert(account);
    }
  })();
  return made;
}

/** What an applicant may send for a product without breaking a rule about either. */
function applicantValues(
  { dependencies: { store } }: Server,
  applicant: Pick<User, 'id' | 'firstName' | 'lastName'>,
  product: LoanProduct,
) {
  const account = store.bankAccounts.firstOf(applicant.id);
  return {
    ...store.users.profile(applicant.id),
    firstName: applicant.firstName,
    lastName: applicant.lastName,
    accountNumber: account?.accountNumber ?? '0000000017',
    bankCode: account?.bankCode ?? '901',
    loanAmount: fromMinor(product.minAmountMinor, product.currency),
    durationCounter: product.minDuration,
    loanDuration: product.minDuration,
    employmentStatus: 'EMPLOYED',
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: fromMinor(product.maxAmountMinor, product.currency),
  };
}

/** Entries of `loan-product`, each with a customer of its own and everything the agent sends. */
export function ownProducts(server: Server, count: number) {
  const context = { ...server, memory: new Map() };
  const agent = standardUser(context, 'agent');
  return makeCustomers(server, count).map((customer) => {
    const product = lendingDesk(server.dependencies).product(customer, 'manual');
    return {
      loanProductId: product.id,
      currencyCode: product.currency,
      ...applicantValues(server, customer, product),
      email: customer.email,
      password: BULK_PASSWORD,
      agent: applicantValues(server, agent, product),
    };
  });
}

/** Entries of `offer-sent`, each of a customer of its own. */
export function ownOffers(server: Server, count: number) {
  return makeCustomers(server, count, 2000).map((customer) => ({
    applicationId: lendingDesk(server.dependencies).apply(customer, 'OFFER_SENT', 'manual').id,
    email: customer.email,
    password: BULK_PASSWORD,
  }));
}

/** Entries of `active-loan`, each of a customer of its own. */
export function ownLoans(server: Server, count: number) {
  return makeCustomers(server, count, 1000).map((customer) => {
    const { loan, productName } = lendingDesk(server.dependencies).payOut(customer);
    const totalPayable = fromMinor(loan.totalPayableMinor, loan.currency);
    return {
      customerId: customer.id,
      accountId: loan.id,
      bankAccountId: server.dependencies.store.bankAccounts.firstOf(customer.id)?.id ?? '',
      totalPayable,
      repaymentReference: loan.repaymentReference,
      customerName: `${customer.firstName} ${customer.lastName}`,
      customerEmail: customer.email,
      productName,
      repaymentAmount: Math.ceil(totalPayable / 10),
      email: customer.email,
      password: BULK_PASSWORD,
    };
  });
}

/** The target with these pools before its hook. */
export const withPools = (pools: Target['states']['pools'], target: Target): Target => ({
  ...target,
  states: { ...target.states, pools },
});
