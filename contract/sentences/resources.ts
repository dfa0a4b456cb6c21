import type { Sentences } from './sentences.ts';

const ALSO_CARRIED =
  "The response also carries: a repayment-record identifier, the repaid amount, the customer's name, the customer's email address, the loan product name, the payment reference and a confirmation message.";

/** What sections 1 to 3 say: the service, its resources and their states. */
export const RESOURCE_SENTENCES: Sentences = {
  '1': {
    'multi-tenant':
      'The service is a multi-tenant platform for money transfer and related finance. … Each user belongs to a tenant and has one role.',
    'versioned-prefix': 'It exposes HTTP/JSON endpoints under a versioned path prefix.',
    'covered-functions':
      "Covered functions: user login and token management; role-based access for four roles (MANAGER, AGENT, CASHIER, CUSTOMER); listing of awaiting (pending) bank-transfer payments; loan applications (request, respond to offer, record a repayment); listing of a customer's investment portfolios.",
    'four-roles': 'role-based access for four roles (MANAGER, AGENT, CASHIER, CUSTOMER)',
    'one-role-each': 'Each user belongs to a tenant and has one role.',
    'role-decides': 'The role decides which resources and operations the user may use.',
    'capabilities MANAGER':
      'MANAGER plugins management; agent configuration; KYC/AML configuration; analytics and reporting; process transaction refunds; organisation user management; cross-border setup and operations',
    'capabilities AGENT':
      'AGENT call-over reports; corridor management; view customer profiles; transaction status updates; exchange-rate and fee markups; tenant-specific analytics and reporting',
    'capabilities CASHIER':
      'CASHIER print receipts; process payments; create transactions; handle cash collections; view transaction history; verify transaction details',
    'capabilities CUSTOMER':
      'CUSTOMER request quotes; initiate transfers; create beneficiaries; view own transactions; view transaction history; update profile information',
  },
  '2.1': {
    access_token: 'access_token string (JWT) sent on later requests',
    expires_in: 'expires_in number seconds; 3600',
    refresh_token: 'refresh_token string used to obtain a new access token',
    'user.id': 'user.id string user identifier',
    'user.email': 'user.email string <EMAIL>',
    'user.role': 'user.role string one of MANAGER, AGENT, CASHIER, CUSTOMER',
    'user.tenant_id': 'user.tenant_id string tenant identifier',
    'user.permissions': 'user.permissions array of string permission names',
    'permission-form': 'permission names of the form <area>:<action>',
    'manager-permissions':
      'a manager receives users:read, users:write, transactions:read, transactions:write, reports:read, settings:write, webhooks:manage',
  },
  '2.2': {
    id: 'id string identifier',
    payableType: 'payableType string value seen: TRANSACTION',
    bankTransferFollowupActionType:
      'bankTransferFollowupActionType string values seen: AUTO_CONFIRM_TRANSACTION, MARK_AS_PENDING_TRANSACTION',
    bankTransferLifeCycle:
      'bankTransferLifeCycle string value seen: AWAITING_BANK_TRANSFER_PAYMENT; the field identifies pending, received or completed items',
    mtoPaymentConfirmtionType:
      'mtoPaymentConfirmtionType string (name spelled as shown) value seen: NOT_CONFIRMED',
    customerConfirmedPaymentDate:
      'customerConfirmedPaymentDate string or null null when the customer has not confirmed',
    creationDate: 'creationDate string date-time without zone, form <yyyy-MM-ddTHH:mm:ss>',
    currency: 'currency string currency code',
    requestedBankTransferAmount: 'requestedBankTransferAmount number amount',
    searchablePaymentReference: 'searchablePaymentReference string payment reference',
    payerBankTransferReference: "payerBankTransferReference string payer's bank-transfer reference",
  },
  '2.3': {
    currencyCode: 'currencyCode string yes currency code of the loan',
    dateOfBirth: 'dateOfBirth string yes format YYYY-MM-DD',
    durationCounter: 'durationCounter number yes numeric value of the duration',
    loanApplicationStatusEnum:
      'loanApplicationStatusEnum string yes default and only allowed value: REQUESTED',
    employmentStatus: 'employmentStatus string yes values seen: EMPLOYED, SELF_EMPLOYED',
    loanAmount: 'loanAmount number yes requested amount',
    bvn: 'bvn string yes bank verification number of the customer',
    firstName: "firstName string yes customer's first name",
    lastName: "lastName string yes customer's last name",
    accountNumber: 'accountNumber string yes bank account for disbursement/repayment',
    bankCode: 'bankCode string yes code of the bank of that account',
    phoneNumber: "phoneNumber string yes customer's phone number",
    loanDuration: 'loanDuration number yes duration of the loan',
    loanProductId: 'loanProductId string yes identifier of the loan product',
    loanRepaymentMethodEnum: 'loanRepaymentMethodEnum string yes value seen: DIRECT_DEBIT',
    monthlyIncome: "monthlyIncome number yes customer's monthly income",
    eligibilityAnswers:
      'eligibilityAnswers array of object no each element has questionId (string) and answer (string)',
    'eligibilityAnswers[].questionId': 'each element has questionId (string) and answer (string)',
    'eligibilityAnswers[].answer': 'each element has questionId (string) and answer (string)',
  },
  '2.4': {
    applicationId: 'applicationId string',
    loanProductId: 'loanProductId string',
    userName: 'userName string',
    productName: 'productName string',
    currencyCode: 'currencyCode string',
    employmentStatus: 'employmentStatus string',
    loanApplicationcreatedDate: 'loanApplicationcreatedDate string',
    userId: 'userId string',
    durationCounterUnitEnum: 'durationCounterUnitEnum string',
    requestedLoanAmount: 'requestedLoanAmount number',
    loanStatus: 'loanStatus string',
    monthlyIncome: 'monthlyIncome number',
    dateOfBirth: 'dateOfBirth string',
    loanDuration: 'loanDuration number',
  },
  '2.5': {
    'request-fields': 'Request fields are in section 4.7.',
    verificationStatus:
      'Response field verificationStatus: string, default PENDING_VERIFICATION, allowed values PENDING_VERIFICATION, VERIFIED, REJECTED.',
    'record-identifier': ALSO_CARRIED,
    'repaid-amount': ALSO_CARRIED,
    'customer-name': ALSO_CARRIED,
    'customer-email': ALSO_CARRIED,
    'product-name': ALSO_CARRIED,
    'payment-reference': ALSO_CARRIED,
    'confirmation-message': ALSO_CARRIED,
    'field-names': 'Their field names: not shown.',
  },
  '2.6': {
    'entry-details':
      'A portfolio entry carries details of each investment such as amount invested, total payable and product information.',
    'field-names': 'Field names and types: not shown.',
  },
  '3.1': {
    'values-seen': 'Values seen: REQUESTED, OFFER_SENT, ACCEPTED, WITHDRAWN.',
    'created-as-requested':
      '(none) request-loan body valid; loanApplicationStatusEnum is REQUESTED REQUESTED application created',
    accept:
      'OFFER_SENT update-application with status=true caller responds to the offer ACCEPTED updated application returned',
    'updated-returned': 'updated application returned',
    withdraw:
      'OFFER_SENT update-application with status=false caller responds to the offer WITHDRAWN updated application returned',
    'not-offer-sent':
      'When update-application is called while the status is not OFFER_SENT, the call fails with an error.',
    'refusal-without-effect':
      'When update-application is called while the status is not OFFER_SENT, the call fails with an error.',
    'other-moves':
      'Moves from REQUESTED to OFFER_SENT and any other moves, and any further states: not shown.',
  },
  '3.2': {
    'values-seen':
      'bankTransferLifeCycle value seen: AWAITING_BANK_TRANSFER_PAYMENT. Follow-up action types seen: AUTO_CONFIRM_TRANSACTION, MARK_AS_PENDING_TRANSACTION.',
    transitions: 'Transitions: not shown.',
  },
  '3.3': {
    initial: 'A newly recorded repayment has verificationStatus PENDING_VERIFICATION.',
    values: 'Values: PENDING_VERIFICATION, VERIFIED, REJECTED.',
    moves: 'Moves between them: not shown.',
  },
};
