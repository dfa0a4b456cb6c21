import type { Role } from '../roles.ts';

/*
 * The rows that fixtures make and the reference server stores. Money is a whole number of the
 * currency's minor unit (kobo, penny, cent; see currencies.ts for how many make one unit), ids are
 * UUIDs in lower case, days are `yyyy-MM-dd`, moments are `yyyy-MM-ddTHH:mm:ss` without zone, as
 * section 2.2 shows creationDate. Moments are read as UTC.
 */

/** An organisation on the platform (section 1). Everything but the tenant itself belongs to one. */
export type Tenant = {
  id: string;
  name: string;
  /** Currencies the organisation uses by preference, most used first. */
  currencies: string[];
  country: string;
};

/** A person who can log in (sections 1, 2.1, 4.1). The password is in clear: these are test users. */
export type User = {
  id: string;
  tenantId: string;
  role: Role;
  /** Unique over all tenants, in lower case, in the reserved domain `.example` (RFC 2606). */
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  /** Bank verification number: 11 digits. */
  bvn: string;
  dateOfBirth: string;
};

/** A bank account of a user, from which a repayment can come (section 4.7, bankAccountId). */
export type BankAccount = {
  id: string;
  tenantId: string;
  userId: string;
  bankName: string;
  bankCode: string;
  /** Ten digits; unique within its bank code in the standard data. */
  accountNumber: string;
  accountName: string;
  currency: string;
};

/** Units in which the duration of a loan is counted (section 2.4, durationCounterUnitEnum). */
export type DurationUnit = 'DAYS' | 'WEEKS' | 'MONTHS';

/** A loan that a tenant offers (section 2.3, loanProductId). */
export type LoanProduct = {
  id: string;
  tenantId: string;
  productName: string;
  currency: string;
  minAmountMinor: number;
  maxAmountMinor: number;
  /** Flat interest over the whole term, in hundredths of a percent: 1250 is 12.5 %. */
  interestBasisPoints: number;
  durationUnit: DurationUnit;
  minDuration: number;
  maxDuration: number;
  collection: LoanCollection;
};

/** The states of an application that section 3.1 has seen, and two of the reference server's. */
export type LoanStatus =
  | 'REQUESTED'
  | 'OFFER_SENT'
  | 'ACCEPTED'
  | 'WITHDRAWN'
  | 'DECLINED'
  | 'DISBURSED';

/** A loan application: what section 2.3 asks for and section 2.4 answers with. */
export type LoanApplication = {
  id: string;
  tenantId: string;
  userId: string;
  loanProductId: string;
  loanStatus: LoanStatus;
  currency: string;
  requestedAmountMinor: number;
  monthlyIncomeMinor: number;
  employmentStatus: string;
  dateOfBirth: string;
  bvn: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  accountNumber: string;
  bankCode: string;
  durationCounter: number;
  durationUnit: DurationUnit;
  loanDuration: number;
  loanRepaymentMethod: string;
  eligibilityAnswers: EligibilityAnswer[];
  /** A moment: the loanApplicationcreatedDate of section 2.4. */
  createdDate: string;
};

/** One answer to a question of the loan product (section 2.3, eligibilityAnswers). */
export type EligibilityAnswer = { questionId: string; answer: string };

/** Who collects the repayments; `third-party` loans refuse manual repayment (section 4.7). */
export type LoanCollection = 'manual' | 'third-party';

/** A loan paid out to a customer. Its id is the accountId of section 4.7. */
export type Loan = {
  id: string;
  tenantId: string;
  userId: string;
  loanProductId: string;
  /** Null is the defect "missing loan application" of section 7. */
  loanApplicationId: string | null;
  status: 'active' | 'closed';
  collection: LoanCollection;
  currency: string;
  principalMinor: number;
  /** What is still to be repaid; 0 when the loan is closed. */
  totalPayableMinor: number;
  /** The reference that the repayment instructions give for the bank transfer. */
  repaymentReference: string;
  /** A moment. */
  disbursedDate: string;
};

/** An awaiting bank-transfer payment (section 2.2), with the user and the tenant that own it. */
export type Payment = {
  id: string;
  tenantId: string;
  userId: string;
  payableType: string;
  bankTransferFollowupActionType: string;
  bankTransferLifeCycle: string;
  /** Spelled as the specification shows it. */
  mtoPaymentConfirmtionType: string;
  /** A moment not before creationDate, or null when the customer has not confirmed. */
  customerConfirmedPaymentDate: string | null;
  /** A moment. */
  creationDate: string;
  currency: string;
  /** The requestedBankTransferAmount, in minor units; above zero. */
  amountMinor: number;
  /** Unique; the reference that the fuzzy search of section 4.5 looks at. */
  searchablePaymentReference: string;
  payerBankTransferReference: string;
};

/** An investment of a customer (section 2.6). */
export type Portfolio = {
  id: string;
  tenantId: string;
  userId: string;
  productId: string;
  productName: string;
  currency: string;
  amountInvestedMinor: number;
  /** What the investment pays at maturity, interest included. */
  totalPayableMinor: number;
  /** Hundredths of a percent a year. */
  interestBasisPoints: number;
  tenorDays: number;
  /** A day. */
  startDate: string;
  /** A day, tenorDays after startDate. */
  maturityDate: string;
  status: 'active' | 'matured';
};
