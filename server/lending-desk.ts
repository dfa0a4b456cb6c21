import { randomBytes, randomUUID } from 'node:crypto';
import { moment } from '../contract/values/moments.ts';
import type { Loan, LoanApplication, LoanProduct, LoanStatus } from '../contract/values/records.ts';
import type { Dependencies } from './dependencies.ts';
import { moveBy } from './lending/moves.ts';
import type { User } from './store/users.ts';

/** What the lender does, for which the specification shows no endpoint. */
export interface LendingDesk {
  /** A product that the user may apply for, collected in this way. */
  product(user: User, collection: LoanProduct['collection']): LoanProduct;
  /** An application of the user, at once in the given status. */
  apply(user: User, status: LoanStatus, collection: LoanProduct['collection']): LoanApplication;
  /** The loan of an accepted application, with the interest of its product. */
  disburse(application: LoanApplication, defect?: Partial<Loan>): Loan;
  /** A loan of the user that can be repaid by hand, but for what `defect` changes. */
  payOut(user: User, defect?: Partial<Loan>): { loan: Loan; productName: string };
}

/** Makes applications and loans in the store, those of the states hook as if in the usual way. */
export function lendingDesk({ store, clock }: Dependencies): LendingDesk {
  const product: LendingDesk['product'] = (user, collection) => {
    const found = store.loanProducts.collectedBy(collection, user.tenantId);
    if (found === undefined) {
      throw new Error(`${user.email} can apply for no ${collection} loan`);
    }
    return found;
  };

  const apply: LendingDesk['apply'] = (user, status, collection) => {
    const profile = store.users.profile(user.id);
    const account = store.bankAccounts.firstOf(user.id);
    if (profile === undefined || account === undefined) {
      throw new Error(`${user.email} has no profile or no bank account`);
    }
    const { id, currency, maxAmountMinor, durationUnit, minDuration } = product(user, collection);
    const application: LoanApplication = {
      id: randomUUID(),
      tenantId: user.tenantId,
      userId: user.id,
      loanProductId: id,
      loanStatus: status,
      currency,
      requestedAmountMinor: maxAmountMinor,
      monthlyIncomeMinor: maxAmountMinor,
      employmentStatus: 'EMPLOYED',
      ...profile,
      firstName: user.firstName,
      lastName: user.lastName,
      accountNumber: account.accountNumber,
      bankCode: account.bankCode,
      durationCounter: minDuration,
      durationUnit,
      loanDuration: minDuration,
      loanRepaymentMethod: 'DIRECT_DEBIT',
      eligibilityAnswers: [],
      createdDate: moment(clock.now()),
    };
    store.loanApplications.add(application);
    return application;
  };

  const disburse: LendingDesk['disburse'] = (application, defect = {}) => {
    const { tenantId, userId, loanProductId, currency } = application;
    const found = store.loanProducts.ofTenant(loanProductId, tenantId);
    if (found === undefined) {
      throw new Error(`the loan product ${loanProductId} is gone`);
    }
    const principalMinor = application.requestedAmountMinor;
    const interestMinor = Math.round((principalMinor * found.interestBasisPoints) / 10_000);
    const loan: Loan = {
      id: randomUUID(),
      tenantId,
      userId,
      loanProductId,
      loanApplicationId: application.id,
      status: 'active',
      collection: found.collection,
      currency,
      principalMinor,
      totalPayableMinor: principalMinor + interestMinor,
      repaymentReference: `LN-${randomBytes(5).toString('hex').toUpperCase()}`,
      disbursedDate: moment(clock.now()),
      ...defect,
    };
    store.loans.add(loan);
    const { from, to } = moveBy('loan application', 'disburse-loan');
    store.loanApplications.move(application.id, from, to);
    return loan;
  };

  const payOut: LendingDesk['payOut'] = (user, defect = {}) =>
    store.transaction(() => {
      const collection = defect.collection ?? 'manual';
      const loan = disburse(apply(user, 'ACCEPTED', collection), defect);
      return { loan, productName: product(user, collection).productName };
    });

  return { product, apply, disburse, payOut };
}
