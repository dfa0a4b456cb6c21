// Generated from `$defs.states` of target/target.schema.json by `npm run generate`; change the schema, not this file.

/**
 * Data that no endpoint of the specification can create, by the name of the state.
 */
export interface StateValues {
  /**
   * The user `customer` has `count` awaiting payments in `currency` within the dates, some outside the dates, and some in `otherCurrency`.
   */
  "awaiting-payments": {
    /**
     * the currency of the payments that are counted
     */
    currency: string;
    /**
     * another currency in which the customer has awaiting payments within the same dates
     */
    otherCurrency: string;
    /**
     * first day of the range, dd/MM/yyyy
     */
    fromDate: string;
    /**
     * last day of the range, dd/MM/yyyy
     */
    toDate: string;
    /**
     * how many payments are in `currency` and the range: at least 45, so that there are three pages of the default size
     */
    count: number;
    /**
     * `searchablePaymentReference` of one of the payments counted
     */
    reference: string;
  };
  /**
   * A loan product that `customer` may request, with the values that a request carries; those left out are made up, and a refusal of them proves nothing.
   */
  "loan-product": {
    /**
     * its identifier
     */
    loanProductId: string;
    /**
     * its currency
     */
    currencyCode: string;
    /**
     * the applicant's date of birth, YYYY-MM-DD
     */
    dateOfBirth?: string;
    /**
     * numeric value of the duration
     */
    durationCounter?: number;
    /**
     * such as EMPLOYED
     */
    employmentStatus?: string;
    /**
     * an amount that the product allows, in units of the currency
     */
    loanAmount?: number;
    /**
     * the applicant's bank verification number
     */
    bvn?: string;
    /**
     * the applicant's first name
     */
    firstName?: string;
    /**
     * the applicant's last name
     */
    lastName?: string;
    /**
     * the applicant's bank account
     */
    accountNumber?: string;
    /**
     * code of the bank of that account
     */
    bankCode?: string;
    /**
     * the applicant's phone number
     */
    phoneNumber?: string;
    /**
     * a duration that the product allows
     */
    loanDuration?: number;
    /**
     * such as DIRECT_DEBIT
     */
    loanRepaymentMethodEnum?: string;
    /**
     * the applicant's monthly income, in units of the currency
     */
    monthlyIncome?: number;
    /**
     * answers to the product's questions, sent with every request; an empty list where it asks none
     */
    eligibilityAnswers?: EligibilityAnswer[];
    /**
     * e-mail address of a customer of its own, who then sends the request; with one for each entry no rule such as one open application at a time stands in the way
     */
    email?: string;
    /**
     * password of that customer; best as `${NAME}`
     */
    password?: string;
    /**
     * what an agent sends, where it differs: the same fields, and the e-mail and password of an agent of its own
     */
    agent?: {
      /**
       * a product that the agent may request
       */
      loanProductId?: string;
      /**
       * its currency
       */
      currencyCode?: string;
      /**
       * the applicant's date of birth, YYYY-MM-DD
       */
      dateOfBirth?: string;
      /**
       * numeric value of the duration
       */
      durationCounter?: number;
      /**
       * such as EMPLOYED
       */
      employmentStatus?: string;
      /**
       * an amount that the product allows, in units of the currency
       */
      loanAmount?: number;
      /**
       * the applicant's bank verification number
       */
      bvn?: string;
      /**
       * the applicant's first name
       */
      firstName?: string;
      /**
       * the applicant's last name
       */
      lastName?: string;
      /**
       * the applicant's bank account
       */
      accountNumber?: string;
      /**
       * code of the bank of that account
       */
      bankCode?: string;
      /**
       * the applicant's phone number
       */
      phoneNumber?: string;
      /**
       * a duration that the product allows
       */
      loanDuration?: number;
      /**
       * such as DIRECT_DEBIT
       */
      loanRepaymentMethodEnum?: string;
      /**
       * the applicant's monthly income, in units of the currency
       */
      monthlyIncome?: number;
      /**
       * answers to the product's questions, sent with every request; an empty list where it asks none
       */
      eligibilityAnswers?: EligibilityAnswer[];
      /**
       * e-mail address of an agent of its own, who then sends the request
       */
      email?: string;
      /**
       * password of that agent; best as `${NAME}`
       */
      password?: string;
    };
  };
  /**
   * A loan application of `customer`, still REQUESTED.
   */
  "loan-requested": {
    /**
     * the identifier of the loan application
     */
    applicationId: string;
  };
  /**
   * A loan application of `customer` in OFFER_SENT; an answer uses it up.
   */
  "offer-sent": {
    /**
     * the identifier of the loan application
     */
    applicationId: string;
    /**
     * e-mail address of a customer of its own, whose offer it is; with one for each entry no rule such as one accepted offer at a time stands in the way
     */
    email?: string;
    /**
     * password of that customer; best as `${NAME}`
     */
    password?: string;
  };
  /**
   * A loan application of `otherCustomer` in OFFER_SENT.
   */
  "offer-sent-other": {
    /**
     * the identifier of the loan application
     */
    applicationId: string;
  };
  /**
   * A loan of `customer` that can be repaid by hand; a repayment of everything uses it up.
   */
  "active-loan": {
    /**
     * `user.id` of the user `customer`, or of the customer below
     */
    customerId: string;
    /**
     * the loan account that is repaid
     */
    accountId: string;
    /**
     * a bank account of the customer
     */
    bankAccountId: string;
    /**
     * what is still to be paid, in units of the currency (1500.5 is one thousand five hundred and a half)
     */
    totalPayable: number;
    /**
     * the reference of the repayment instructions
     */
    repaymentReference: string;
    /**
     * the customer's name, as a repayment answers it
     */
    customerName: string;
    /**
     * the customer's e-mail address, as a repayment answers it
     */
    customerEmail: string;
    /**
     * the name of the loan product, as a repayment answers it
     */
    productName: string;
    /**
     * an amount that may be repaid, where there is a least one; a small part of `totalPayable` when left out, or a tenth where that is too little
     */
    repaymentAmount?: number;
    /**
     * e-mail address of a customer of its own, who then sends the request; with one for each entry no rule such as one open application at a time stands in the way
     */
    email?: string;
    /**
     * password of that customer; best as `${NAME}`
     */
    password?: string;
  };
  /**
   * A loan of `customer`, or of a customer of its own, that is closed already.
   */
  "closed-loan": {
    /**
     * `user.id` of the user `customer`, or of the customer below
     */
    customerId: string;
    /**
     * the loan account that is repaid
     */
    accountId: string;
    /**
     * a bank account of the customer
     */
    bankAccountId: string;
    /**
     * what is still to be paid, in units of the currency; 0 where nothing is
     */
    totalPayable: number;
    /**
     * the reference of the repayment instructions
     */
    repaymentReference: string;
    /**
     * the customer's name, as a repayment answers it
     */
    customerName: string;
    /**
     * the customer's e-mail address, as a repayment answers it
     */
    customerEmail: string;
    /**
     * the name of the loan product, as a repayment answers it
     */
    productName: string;
    /**
     * e-mail address of a customer of its own, who then sends the request, where nobody may have two loans
     */
    email?: string;
    /**
     * password of that customer; best as `${NAME}`
     */
    password?: string;
  };
  /**
   * A loan of `customer`, or of a customer of its own, that a third party collects, so that it cannot be repaid by hand.
   */
  "third-party-loan": {
    /**
     * `user.id` of the user `customer`, or of the customer below
     */
    customerId: string;
    /**
     * the loan account that is repaid
     */
    accountId: string;
    /**
     * a bank account of the customer
     */
    bankAccountId: string;
    /**
     * what is still to be paid, in units of the currency (1500.5 is one thousand five hundred and a half)
     */
    totalPayable: number;
    /**
     * the reference of the repayment instructions
     */
    repaymentReference: string;
    /**
     * the customer's name, as a repayment answers it
     */
    customerName: string;
    /**
     * the customer's e-mail address, as a repayment answers it
     */
    customerEmail: string;
    /**
     * the name of the loan product, as a repayment answers it
     */
    productName: string;
    /**
     * e-mail address of a customer of its own, who then sends the request, where nobody may have two loans
     */
    email?: string;
    /**
     * password of that customer; best as `${NAME}`
     */
    password?: string;
  };
  /**
   * A loan of `customer`, or of a customer of its own, whose record lacks the id of its application.
   */
  "loan-without-application": {
    /**
     * `user.id` of the user `customer`, or of the customer below
     */
    customerId: string;
    /**
     * the loan account that is repaid
     */
    accountId: string;
    /**
     * a bank account of the customer
     */
    bankAccountId: string;
    /**
     * what is still to be paid, in units of the currency (1500.5 is one thousand five hundred and a half)
     */
    totalPayable: number;
    /**
     * the reference of the repayment instructions
     */
    repaymentReference: string;
    /**
     * the customer's name, as a repayment answers it
     */
    customerName: string;
    /**
     * the customer's e-mail address, as a repayment answers it
     */
    customerEmail: string;
    /**
     * the name of the loan product, as a repayment answers it
     */
    productName: string;
    /**
     * e-mail address of a customer of its own, who then sends the request, where nobody may have two loans
     */
    email?: string;
    /**
     * password of that customer; best as `${NAME}`
     */
    password?: string;
  };
  /**
   * A further user without any active loan, with ids to send in a repayment.
   */
  "no-active-loan": {
    /**
     * e-mail address of that user
     */
    email: string;
    /**
     * password of that user; best as `${NAME}`
     */
    password: string;
    /**
     * `user.id` of that user
     */
    customerId: string;
    /**
     * the loan account to name in the repayment
     */
    accountId: string;
    /**
     * a bank account of that user
     */
    bankAccountId: string;
    /**
     * a reference to send
     */
    repaymentReference: string;
    /**
     * what a repayment is tried with, in units of the currency (1500.5 is one thousand five hundred and a half); 0 where no loan is known
     */
    totalPayable: number;
  };
  /**
   * A bank account of `otherCustomer`.
   */
  "foreign-bank-account": {
    /**
     * its identifier
     */
    bankAccountId: string;
  };
  /**
   * `customer` has `count` investment portfolios.
   */
  portfolios: {
    /**
     * `user.id` of the user `customer`
     */
    customerId: string;
    /**
     * how many portfolios: at least 11, so that there is a second page of the default size
     */
    count: number;
    /**
     * optional: the amount invested of one of them, in major units; with totalPayable and productName of the same one, entries are looked at by these values
     */
    amountInvested?: number;
    /**
     * optional: the total payable of the same portfolio, in major units
     */
    totalPayable?: number;
    /**
     * optional: the product of the same portfolio, as it is called in the answer
     */
    productName?: string;
  };
  /**
   * An access token of `customer` whose hour is over.
   */
  "expired-token": {
    /**
     * the token, without `Bearer`; best as `${NAME}`
     */
    token: string;
    /**
     * the refresh token of the same session, unspent, if the target can give it: without it nobody can tell a refresh refused for the expired token from one refused for another session
     */
    refreshToken?: string;
  };
  /**
   * A valid API token of `customer` (section 5.7).
   */
  "api-token": {
    /**
     * the token, without `Bearer`; best as `${NAME}`
     */
    token: string;
  };
  /**
   * An API token whose time is over.
   */
  "expired-api-token": {
    /**
     * the token, without `Bearer`; best as `${NAME}`
     */
    token: string;
  };
  /**
   * An API token that was invalidated or deleted.
   */
  "revoked-api-token": {
    /**
     * the token, without `Bearer`; best as `${NAME}`
     */
    token: string;
  };
}
/**
 * The answer to one question.
 */
export interface EligibilityAnswer {
  /**
   * identifier of the question
   */
  questionId: string;
  /**
   * the answer
   */
  answer: string;
}
