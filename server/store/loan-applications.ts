import type { LoanApplication as LoanApplicationAnswer } from '../../contract/types.generated.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import type { LoanApplication, LoanStatus } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';
import { insertInto } from './insert.ts';

/** An application with the names that its answer shows. */
export type StoredApplication = LoanApplication & { productName: string; userName: string };

/** Applications for a loan and the answers to the offers (sections 2.3, 2.4, 3.1). */
export interface LoanApplications {
  byId(id: string): StoredApplication | undefined;
  add(application: LoanApplication): void;
  /** Moves an application from one status to another; false when it is not in `from`. */
  move(id: string, from: LoanStatus, to: LoanStatus): boolean;
}

type Row = Omit<StoredApplication, 'eligibilityAnswers'> & { eligibilityAnswers: string };

/** The loan applications of a database. */
export function loanApplicationsOf(db: Db): LoanApplications {
  const byId = db.prepare<[string], Row>(
    `SELECT a.id, a.tenant_id AS tenantId, a.user_id AS userId,
       a.loan_product_id AS loanProductId, a.loan_status AS loanStatus, a.currency,
       a.requested_amount_minor AS requestedAmountMinor,
       a.monthly_income_minor AS monthlyIncomeMinor, a.employment_status AS employmentStatus,
       a.date_of_birth AS dateOfBirth, a.bvn, a.first_name AS firstName, a.last_name AS lastName,
       a.phone_number AS phoneNumber, a.account_number AS accountNumber, a.bank_code AS bankCode,
       a.duration_counter AS durationCounter, a.duration_unit AS durationUnit,
       a.loan_duration AS loanDuration, a.loan_repayment_method AS loanRepaymentMethod,
       a.eligibility_answers AS eligibilityAnswers, a.created_date AS createdDate,
       p.product_name AS productName, u.email AS userName
     FROM loan_applications a
     JOIN loan_products p ON p.id = a.loan_product_id JOIN users u ON u.id = a.user_id
     WHERE a.id = ${GIVEN}`,
  );
  const add = insertInto<LoanApplication>(db, 'loan_applications', {
    eligibilityAnswers: JSON.stringify,
  });
  const move = db.prepare(
    'UPDATE loan_applications SET loan_status = ? WHERE id = ? AND loan_status = ?',
  );
  return {
    byId(id) {
      const row = byId.get(id.toLowerCase());
      return row && { ...row, eligibilityAnswers: JSON.parse(row.eligibilityAnswers) };
    },
    add,
    move: (id, from, to) => move.run(to, id.toLowerCase(), from).changes === 1,
  };
}

/** An application as section 2.4 shows it, spelling included. */
export function applicationAnswer(application: StoredApplication): LoanApplicationAnswer {
  const { currency } = application;
  return {
    applicationId: application.id,
    loanProductId: application.loanProductId,
    userName: application.userName,
    productName: application.productName,
    currencyCode: currency,
    employmentStatus: application.employmentStatus,
    loanApplicationcreatedDate: application.createdDate,
    userId: application.userId,
    durationCounterUnitEnum: application.durationUnit,
    requestedLoanAmount: fromMinor(application.requestedAmountMinor, currency),
    loanStatus: application.loanStatus,
    monthlyIncome: fromMinor(application.monthlyIncomeMinor, currency),
    dateOfBirth: application.dateOfBirth,
    loanDuration: application.loanDuration,
  };
}
