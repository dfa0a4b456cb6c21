import type { EndpointName } from '../endpoint-names.ts';
import type { SchemaName } from '../schemas.ts';

const CUSTOMER = '0b9c3a3e-6f0e-4d5c-9d6b-2f6d3c1a7e51';
const TENANT = '7f1d2c84-52d5-4f0a-8e0c-9a4be0c7d3f2';
const APPLICATION = '4c7a1d0e-8b36-4f1f-a0d9-1f9a52b7c864';
const PRODUCT = 'd2f0b6a1-3c4e-47a9-8f5d-6e1b9c0a2d73';

/** A made-up token of the form of a JWT. */
const TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwYjljM2EzZSJ9.c2lnbmF0dXJlLW9mLWFuLWV4YW1wbGU';

const PAYMENT = {
  id: 'b8d4a0f2-1c3e-4a57-9b60-5d7e8f9a0b1c',
  payableType: 'TRANSACTION',
  bankTransferFollowupActionType: 'AUTO_CONFIRM_TRANSACTION',
  bankTransferLifeCycle: 'AWAITING_BANK_TRANSFER_PAYMENT',
  mtoPaymentConfirmtionType: 'NOT_CONFIRMED',
  customerConfirmedPaymentDate: null,
  creationDate: '2026-01-14T10:32:08',
  currency: 'NGN',
  requestedBankTransferAmount: 125000.5,
  searchablePaymentReference: 'TRF-OKAFOR-7JNK7F',
  payerBankTransferReference: 'NIP/000014260114',
};

/** An example of each body, by the name of its schema; those of parts stand within them. */
export const BODY_EXAMPLES: Readonly<Partial<Record<SchemaName, unknown>>> = {
  'login-request': { email: 'amina.okafor@example.com', currentPassword: 'correct horse battery' },
  session: {
    access_token: TOKEN,
    expires_in: 3600,
    refresh_token: 'Yh3kq0s2VbWn',
    user: {
      id: CUSTOMER,
      email: 'amina.okafor@example.com',
      role: 'CUSTOMER',
      tenant_id: TENANT,
      permissions: ['transactions:read', 'transactions:write'],
    },
  },
  'refresh-request': { refresh_token: 'Yh3kq0s2VbWn' },
  'refresh-response': { access_token: TOKEN, expires_in: 3600 },
  'logout-request': {},
  'awaiting-payments-request': {
    selectedCurrency: 'NGN',
    fromDate: '01/01/2026',
    toDate: '31/01/2026',
    searchablePaymentReference: 'OKAFOR',
  },
  'awaiting-payments-response': {
    status: 'SUCCESS',
    responseCode: 200,
    data: { awaitingPayments: [PAYMENT] },
  },
  'failed-response': { status: 'FAILED', message: 'fromDate must have the form dd/MM/yyyy' },
  'forbidden-error': {
    error: 'forbidden',
    message: 'the role CASHIER may not list awaiting payments',
    role: 'CASHIER',
  },
  'request-loan-request': {
    currencyCode: 'NGN',
    dateOfBirth: '1990-04-17',
    durationCounter: 6,
    loanApplicationStatusEnum: 'REQUESTED',
    employmentStatus: 'EMPLOYED',
    loanAmount: 250000,
    bvn: '22123456789',
    firstName: 'Amina',
    lastName: 'Okafor',
    accountNumber: '0123456789',
    bankCode: '044',
    phoneNumber: '+2348012345678',
    loanDuration: 6,
    loanProductId: PRODUCT,
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: 400000,
    eligibilityAnswers: [{ questionId: 'has-other-loans', answer: 'no' }],
  },
  'repay-loan-request': {
    repaymentAmount: 45000,
    customerId: CUSTOMER,
    accountId: '95e2c7b0-0d1f-4b8a-9c3e-7a6f5d4e3c2b',
    bankAccountId: '1a2b3c4d-5e6f-4a0b-8c1d-2e3f4a5b6c7d',
    repaymentReference: 'RPY-0042-OKAFOR',
    paymentDate: '2026-01-31',
    paymentNarration: 'January instalment',
  },
  'repay-loan-response': {
    status: 'SUCCESS',
    data: { verificationStatus: 'PENDING_VERIFICATION' },
  },
  'repayment-failed-response': { status: 'FAILED', message: 'the loan is closed' },
  'update-application-response': {
    status: 'SUCCESS',
    data: {
      applicationId: APPLICATION,
      loanProductId: PRODUCT,
      userName: 'Amina Okafor',
      productName: 'Salary advance',
      currencyCode: 'NGN',
      employmentStatus: 'EMPLOYED',
      loanApplicationcreatedDate: '2026-01-10T08:15:00',
      userId: CUSTOMER,
      durationCounterUnitEnum: 'MONTHS',
      requestedLoanAmount: 250000,
      loanStatus: 'ACCEPTED',
      monthlyIncome: 400000,
      dateOfBirth: '1990-04-17',
      loanDuration: 6,
    },
  },
};

/** Examples of path and query parameters; headers have theirs in the endpoint table. */
export const PARAMETER_EXAMPLES: Readonly<
  Partial<Record<EndpointName, Readonly<Record<string, unknown>>>>
> = {
  'awaiting-payments': { page: 1, size: 20 },
  'repay-loan': { 'user-id': CUSTOMER },
  'update-application': { 'loan-application-id': APPLICATION, status: true },
  portfolios: { 'customer-id': CUSTOMER, page: 1, size: 10 },
};
