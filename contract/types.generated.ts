// Generated from contract/schemas by `npm run generate`; change the schemas, not this file.

export interface Bodies {
  [k: string]: unknown;
}
/**
 * One element of data.awaitingPayments (section 2.2). Values of the string fields are open.
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "awaiting-payment".
 */
export interface AwaitingPayment {
  /**
   * identifier
   */
  id: string;
  /**
   * value seen: TRANSACTION
   */
  payableType: string;
  /**
   * values seen: AUTO_CONFIRM_TRANSACTION, MARK_AS_PENDING_TRANSACTION
   */
  bankTransferFollowupActionType: string;
  /**
   * value seen: AWAITING_BANK_TRANSFER_PAYMENT
   */
  bankTransferLifeCycle: string;
  /**
   * spelled as shown; value seen: NOT_CONFIRMED
   */
  mtoPaymentConfirmtionType: string;
  /**
   * null when the customer has not confirmed
   */
  customerConfirmedPaymentDate: string | null;
  /**
   * date-time without zone and without fraction: yyyy-MM-ddTHH:mm:ss
   */
  creationDate: string;
  /**
   * currency code
   */
  currency: string;
  /**
   * amount
   */
  requestedBankTransferAmount: number;
  /**
   * payment reference
   */
  searchablePaymentReference: string;
  /**
   * the payer's bank-transfer reference
   */
  payerBankTransferReference: string;
  [k: string]: unknown;
}
/**
 * Body of the GET request for awaiting payments (section 4.5).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "awaiting-payments-request".
 */
export interface AwaitingPaymentsRequest {
  /**
   * currency code filter
   */
  selectedCurrency: string;
  /**
   * first day of the range, dd/MM/yyyy
   */
  fromDate: string;
  /**
   * last day of the range, dd/MM/yyyy
   */
  toDate: string;
  /**
   * reference for the fuzzy search
   */
  searchablePaymentReference?: string;
  [k: string]: unknown;
}
/**
 * Successful answer of awaiting-payments (section 4.5).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "awaiting-payments-response".
 */
export interface AwaitingPaymentsResponse {
  /**
   * SUCCESS on success
   */
  status: "SUCCESS";
  /**
   * code of the answer; its value is open
   */
  responseCode: number;
  data: AwaitingPaymentsData;
  [k: string]: unknown;
}
/**
 * holder of the page
 */
export interface AwaitingPaymentsData {
  /**
   * the page of awaiting payments
   */
  awaitingPayments: AwaitingPayment[];
  [k: string]: unknown;
}
/**
 * Failed answer of awaiting-payments (sections 4.5 and 7). The type of message is not stated.
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "failed-response".
 */
export interface FailedResponse {
  /**
   * FAILED on failure
   */
  status: "FAILED";
  /**
   * what went wrong
   */
  message: unknown;
  [k: string]: unknown;
}
/**
 * Body of every 403 (section 7).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "forbidden-error".
 */
export interface ForbiddenError {
  /**
   * what kind of error, e.g. forbidden
   */
  error: string;
  /**
   * what was refused
   */
  message: string;
  /**
   * the caller's role
   */
  role: "MANAGER" | "AGENT" | "CASHIER" | "CUSTOMER";
  [k: string]: unknown;
}
/**
 * Loan application, the data of the update-application answer (section 2.4). Values of the string fields are open.
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "loan-application".
 */
export interface LoanApplication {
  applicationId: string;
  loanProductId: string;
  userName: string;
  productName: string;
  currencyCode: string;
  employmentStatus: string;
  /**
   * spelled as shown; its form is not stated
   */
  loanApplicationcreatedDate: string;
  userId: string;
  durationCounterUnitEnum: string;
  requestedLoanAmount: number;
  /**
   * ACCEPTED or WITHDRAWN after an answer; further states are open
   */
  loanStatus: string;
  monthlyIncome: number;
  dateOfBirth: string;
  loanDuration: number;
  [k: string]: unknown;
}
/**
 * Body of login (section 4.1).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "login-request".
 */
export interface LoginRequest {
  /**
   * e-mail address of the user
   */
  email: string;
  /**
   * password of the user
   */
  currentPassword: string;
  [k: string]: unknown;
}
/**
 * Body of logout (section 4.3): an empty JSON object.
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "logout-request".
 */
export interface LogoutRequest {
  [k: string]: unknown;
}
/**
 * Body of refresh (section 4.2).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "refresh-request".
 */
export interface RefreshRequest {
  /**
   * refresh token of the session
   */
  refresh_token: string;
  [k: string]: unknown;
}
/**
 * Answer of refresh (section 4.2).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "refresh-response".
 */
export interface RefreshResponse {
  /**
   * the new access token, a JWT in compact form
   */
  access_token: string;
  /**
   * lifetime of the new access token in seconds; its value is the rule of sections 5.5 and 8
   */
  expires_in: number;
  /**
   * a new refresh token, where the target rotates; whether it is there, and what it is, is open
   */
  refresh_token?: unknown;
  [k: string]: unknown;
}
/**
 * Body of repay-loan (section 4.7).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "repay-loan-request".
 */
export interface RepayLoanRequest {
  /**
   * greater than zero and not above the total payable
   */
  repaymentAmount: number;
  /**
   * UUID of the authenticated user
   */
  customerId: string;
  /**
   * UUID of the loan account being repaid
   */
  accountId: string;
  /**
   * UUID of the customer's bank account that paid
   */
  bankAccountId: string;
  /**
   * reference of the bank transfer
   */
  repaymentReference: string;
  /**
   * ISO 8601 date or date-time; the current date when absent
   */
  paymentDate?: string;
  /**
   * description of the payment
   */
  paymentNarration?: string;
  [k: string]: unknown;
}
/**
 * Successful answer of repay-loan (sections 2.5 and 4.7). Only verificationStatus has a name; the other values are found in data by value.
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "repay-loan-response".
 */
export interface RepayLoanResponse {
  /**
   * status of the answer; its type and value are not stated
   */
  status: unknown;
  data: RepaymentRecord;
  [k: string]: unknown;
}
/**
 * the repayment record
 */
export interface RepaymentRecord {
  /**
   * closed; PENDING_VERIFICATION when new
   */
  verificationStatus: "PENDING_VERIFICATION" | "VERIFIED" | "REJECTED";
  [k: string]: unknown;
}
/**
 * Failed answer of repay-loan (section 7). The body also holds an error message whose field name is not shown.
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "repayment-failed-response".
 */
export interface RepaymentFailedResponse {
  /**
   * FAILED on failure
   */
  status: "FAILED";
  [k: string]: unknown;
}
/**
 * Body of request-loan (section 2.3).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "request-loan-request".
 */
export interface RequestLoanRequest {
  /**
   * currency code of the loan
   */
  currencyCode: string;
  /**
   * date of birth, YYYY-MM-DD
   */
  dateOfBirth: string;
  /**
   * numeric value of the duration
   */
  durationCounter: number;
  /**
   * default and only allowed value: REQUESTED
   */
  loanApplicationStatusEnum: "REQUESTED";
  /**
   * values seen: EMPLOYED, SELF_EMPLOYED
   */
  employmentStatus: string;
  /**
   * requested amount
   */
  loanAmount: number;
  /**
   * bank verification number of the customer
   */
  bvn: string;
  /**
   * customer's first name
   */
  firstName: string;
  /**
   * customer's last name
   */
  lastName: string;
  /**
   * bank account for disbursement and repayment
   */
  accountNumber: string;
  /**
   * code of the bank of that account
   */
  bankCode: string;
  /**
   * customer's phone number
   */
  phoneNumber: string;
  /**
   * duration of the loan
   */
  loanDuration: number;
  /**
   * identifier of the loan product
   */
  loanProductId: string;
  /**
   * value seen: DIRECT_DEBIT
   */
  loanRepaymentMethodEnum: string;
  /**
   * customer's monthly income
   */
  monthlyIncome: number;
  /**
   * answers to the eligibility questions
   */
  eligibilityAnswers?: EligibilityAnswer[];
  [k: string]: unknown;
}
export interface EligibilityAnswer {
  /**
   * the question
   */
  questionId: string;
  /**
   * the answer
   */
  answer: string;
  [k: string]: unknown;
}
/**
 * Result of a login (section 2.1), answered by login (section 4.1).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "session".
 */
export interface Session {
  /**
   * JWT in compact form (three parts, or five when encrypted), sent on later requests
   */
  access_token: string;
  /**
   * lifetime of the access token in seconds: 3600
   */
  expires_in: number;
  /**
   * used to obtain a new access token
   */
  refresh_token: string;
  user: User;
  [k: string]: unknown;
}
/**
 * the user who logged in
 */
export interface User {
  /**
   * user identifier
   */
  id: string;
  /**
   * e-mail address of the user
   */
  email: string;
  /**
   * the user's one role, closed
   */
  role: "MANAGER" | "AGENT" | "CASHIER" | "CUSTOMER";
  /**
   * tenant identifier
   */
  tenant_id: string;
  /**
   * permission names of the form <area>:<action>
   */
  permissions: string[];
  [k: string]: unknown;
}
/**
 * Successful answer of update-application (section 4.8).
 *
 * This interface was referenced by `Bodies`'s JSON-Schema
 * via the `definition` "update-application-response".
 */
export interface UpdateApplicationResponse {
  /**
   * default SUCCESS
   */
  status: string;
  data: LoanApplication;
  [k: string]: unknown;
}
