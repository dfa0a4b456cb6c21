import { randomBytes } from 'node:crypto';
import type { Answer, Ask } from './exchange.ts';
import type { AwaitingPayment } from './records/payments.ts';
import type { User } from './records/people.ts';
import type { Loan, Product, Store } from './records/store.ts';

/** The body of request-loan (section 2.3) once its types are right. */
export interface LoanRequest {
  currencyCode: string;
  dateOfBirth: string;
  durationCounter: number;
  loanApplicationStatusEnum: string;
  employmentStatus: string;
  loanAmount: number;
  bvn: string;
  firstName: string;
  lastName: string;
  accountNumber: string;
  bankCode: string;
  phoneNumber: string;
  loanDuration: number;
  loanProductId: string;
  loanRepaymentMethodEnum: string;
  monthlyIncome: number;
  eligibilityAnswers?: { questionId: string; answer: string }[];
}

/** A request for a loan with what a rule may look at. */
export interface LoanCase {
  request: LoanRequest;
  product: Product;
  caller: User;
  /** the customer the loan is for: the caller, or the one with the BVN an agent sends */
  applicant: User | undefined;
  store: Store;
}

/** A repayment that has passed all that section 7 lists. `at` is the payment date. */
export interface RepaymentCase {
  loan: Loan;
  amount: number;
  reference: string;
  narration: string | undefined;
  at: number;
  now: number;
  store: Store;
}

/** A listing of awaiting payments; days are yyyy-MM-dd. */
export interface ListingCase {
  caller: User;
  from: string;
  to: string;
  currency: string;
  page: number;
  size: number;
  now: number;
}

/** Says why it refuses, or undefined where it does not mind. */
export type Rule<Case> = (given: Case) => string | undefined;

/**
 * What a vendor decides where the specification leaves it open. A profile changes some of it.
 * Functions hold the state of one server, so that every server has rules of its own.
 */
export interface Rules {
  /** what stands before the platform: an answer here and the platform is not asked */
  gate: ((ask: Ask, now: number) => Answer | undefined)[];
  /** changes to answers, in order, the gateway's last */
  finish: ((answer: Answer, ask: Ask) => Answer)[];
  /** milliseconds that an answer takes longer */
  delay: () => number;

  /** why a login is not even looked at, or undefined */
  beforeLogin: ((email: string, now: number) => Answer | undefined)[];
  afterLogin: ((email: string, succeeded: boolean, now: number) => void)[];
  loginHeaders: Rule<Ask>[];
  sameEmail: (given: string, registered: string) => boolean;
  sealTokens: boolean;
  rotateRefreshTokens: boolean;
  /** an opaque text; nothing says that it is a JWT */
  newRefreshToken: () => string;
  /** what a spent refresh token leads to, beyond its refusal */
  reuseEndsSession: boolean;
  refreshRevokesToken: boolean;
  loginEndsOtherSessions: boolean;
  logoutEndsAllSessions: boolean;
  logoutAnswer: Answer;
  /** the tenants that a host knows; undefined for all */
  tenantsOf: (host: Ask['host']) => string[] | undefined;
  /** what a tenant is called in answers */
  tenantName: (tenantId: string) => string;

  lendingHeaders: Rule<Ask>[];
  portfolioHeaders: readonly string[];
  /** what a key that was used before leads to */
  repeatedKey: 'replay' | 'replay-whatever-the-body' | 'conflict' | 'unprocessable';
  keysAreShared: boolean;
  failuresSpendKeys: boolean;
  portfoliosSpendKeys: boolean;
  unknownFields: 'ignored' | 'refused';
  coerceScalars: boolean;
  emptyTexts: boolean;
  clampPages: boolean;
  /** the token in the text of X-Auth-Token */
  readToken: (text: string) => string;
  listingHeaders: readonly string[];
  loginHeadersRequired: readonly string[];
  /** yyyy-MM-dd of a date of birth */
  readBirthDay: (text: string) => string | undefined;
  /** milliseconds since 1970 of a payment date */
  readMoment: (text: string) => number | undefined;
  /** whether the refresh token goes with the access token */
  logoutEndsSession: boolean;

  listing: Rule<ListingCase>[];
  readDay: (text: string) => string | undefined;
  mayList: (caller: User) => boolean;
  sees: (caller: User, payment: AwaitingPayment) => boolean;
  reference: (caller: User, payment: AwaitingPayment) => string;
  search: (text: string, payments: AwaitingPayment[]) => AwaitingPayment[];
  sort: (payments: AwaitingPayment[]) => AwaitingPayment[];
  mostPerPage: number;

  loans: Rule<LoanCase>[];
  /** how many loans a customer may ask for in a day: who asks for more is told 429 */
  loansADay: number;
  loansOnLendingHost: boolean;
  loanAnswer: (id: string) => Answer;
  /** the question that a person who wants a loan is asked */
  questionOf: (personId: string) => string;
  repayments: Rule<RepaymentCase>[];
  repaidAmount: (amount: number, currency: string) => unknown;
  customerName: (user: User) => string;
  /** what is owed once a repayment was recorded, which is not verified yet */
  owedAfter: (owed: number, repaid: number) => number;
  offerNotOpen: (loanStatus: string) => Answer;
  /** how long an offer stands, in milliseconds */
  offerStandsMs: number;

  /** sizes above it are refused */
  mostPortfolios: number | undefined;
  portfolioList: (entries: Record<string, unknown>[], page: number, total: number) => unknown;

  /** optional fields of the states that a vendor with these rules supplies */
  supplies: Set<string>;
  /** an amount that a repayment of such a loan may have */
  acceptedRepayment: (totalPayable: number) => number;
}

/** A payment reference or search text reduced to what people remember of it. */
export function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The rules of this platform where no profile says otherwise. */
export function ownRules(): Rules {
  return {
    gate: [],
    finish: [],
    delay: () => 0,
    beforeLogin: [],
    afterLogin: [],
    loginHeaders: [],
    sameEmail: (given, registered) => given === registered,
    sealTokens: false,
    rotateRefreshTokens: true,
    newRefreshToken: () => `rt_${randomBytes(24).toString('hex')}`,
    reuseEndsSession: false,
    refreshRevokesToken: false,
    loginEndsOtherSessions: false,
    logoutEndsAllSessions: false,
    logoutAnswer: { status: 200, body: { loggedOut: true } },
    tenantsOf: () => undefined,
    tenantName: (tenantId) => tenantId,
    lendingHeaders: [],
    portfolioHeaders: ['platform', 'uuid', 'x-idempotency-key'],
    repeatedKey: 'replay',
    keysAreShared: false,
    failuresSpendKeys: false,
    portfoliosSpendKeys: false,
    unknownFields: 'ignored',
    coerceScalars: false,
    emptyTexts: false,
    clampPages: false,
    readToken: (text) => text,
    listingHeaders: ['platform', 'uuid', 'content-type'],
    loginHeadersRequired: ['platform', 'uuid'],
    readBirthDay: realDay,
    readMoment: moment,
    logoutEndsSession: true,
    listing: [],
    readDay: (text) => {
      const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
      return year && realDay(`${year}-${month}-${day}`);
    },
    mayList: (caller) => caller.role !== 'CASHIER',
    sees: (caller, { owner }) =>
      caller.role === 'CUSTOMER' ? owner.id === caller.id : owner.tenantId === caller.tenantId,
    reference: (_, { shown }) => shown.searchablePaymentReference,
    search: (text, payments) =>
      payments.filter(({ shown }) =>
        lettersAndDigits(shown.searchablePaymentReference).includes(lettersAndDigits(text)),
      ),
    sort: (payments) =>
      payments.toSorted((a, b) => b.shown.creationDate.localeCompare(a.shown.creationDate)),
    mostPerPage: 500,
    loans: [],
    loansADay: Number.POSITIVE_INFINITY,
    loansOnLendingHost: true,
    questionOf: () => 'Q-LIVES-HERE',
    loanAnswer: (id) => ({ status: 200, body: { outcome: 'created', ticket: id } }),
    repayments: [],
    repaidAmount: (amount) => amount,
    customerName: (user) => `${user.firstName} ${user.lastName}`,
    owedAfter: (owed) => owed,
    offerStandsMs: Infinity,
    offerNotOpen: (loanStatus) => ({
      status: 409,
      body: { status: 'FAILED', message: `there is no open offer; the loan is ${loanStatus}` },
    }),
    mostPortfolios: undefined,
    portfolioList: (entries) => entries,
    supplies: new Set(),
    acceptedRepayment: (totalPayable) => totalPayable,
  };
}

/** ISO 8601: a date, and a time with or without zone. */
const ISO_8601 = /^\d{4}-\d\d-\d\d([T ]\d\d:?\d\d(:?\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i;

/** The moment an ISO 8601 text names, in milliseconds since 1970, or undefined. */
export function moment(text: string): number | undefined {
  const at = ISO_8601.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** yyyy-MM-dd where that day exists, else undefined. */
export function realDay(text: string): string | undefined {
  const date = new Date(`${text}T00:00:00Z`);
  const exists = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime());
  return exists && date.toISOString().startsWith(text) ? text : undefined;
}
