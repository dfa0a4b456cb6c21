import { randomBytes, randomUUID } from 'node:crypto';
import { createApplication } from '../endpoints/request-loan.ts';
import { accessToken, LIFETIME, openSession, type World } from '../endpoints/session.ts';
import {
  asDate,
  CURRENCY,
  dayOf,
  OTHER_CURRENCY,
  PAYMENTS_IN_RANGE,
  RANGE_DAYS,
} from './payments.ts';
import type { User } from './people.ts';
import { type Cast, type Loan, PORTFOLIOS } from './store.ts';

const DAY = 86_400_000;

type Values = Record<string, unknown>;

/** What the vendor's test data are made from. */
interface Stage {
  world: World;
  cast: Cast;
}

function addLoan({ world, cast }: Stage, customer: User, defect: Partial<Loan> = {}): Loan {
  const { product, loans } = world.store;
  const wanted = { amount: 120_000, months: 6 };
  const { applicationId } = createApplication(world, cast.otherCustomer, product, wanted);
  world.store.applications.delete(applicationId);
  const loan: Loan = {
    accountId: randomUUID(),
    customerId: customer.id,
    applicationId,
    productName: product.name,
    currency: product.currency,
    totalPayable: 45_000 + loans.length * 500,
    state: 'ACTIVE',
    collectedByThirdParty: false,
    reference: `ZFR${String(7_000_000 + loans.length)}`,
    pending: [],
    ...defect,
  };
  loans.push(loan);
  return loan;
}

function customerWith({ world, cast }: Stage): User {
  return world.store.addPerson('CUSTOMER', cast.customer.tenantId, cast.agent.id);
}

function optional(world: World, values: Values): Values {
  const { supplies } = world.rules;
  return Object.fromEntries(Object.entries(values).filter(([name]) => supplies.has(name)));
}

function loanValues(stage: Stage, customer: User, defect: Partial<Loan> = {}): Values {
  const loan = addLoan(stage, customer, defect);
  const { rules } = stage.world;
  const { email, password } = customer;
  return {
    customerId: customer.id,
    accountId: loan.accountId,
    bankAccountId: customer.bankAccounts[0],
    totalPayable: loan.totalPayable,
    repaymentReference: loan.reference,
    customerName: rules.customerName(customer),
    customerEmail: customer.email,
    productName: loan.productName,
    ...optional(stage.world, { repaymentAmount: rules.acceptedRepayment(loan.totalPayable) }),
    ...(customer === stage.cast.customer ? {} : { email, password }),
  };
}

/** The fields of section 2.3 that a vendor knows of a registered person. */
function registered(world: World, person: User): Values {
  return optional(world, {
    dateOfBirth: person.dateOfBirth,
    durationCounter: 6,
    employmentStatus: person.employmentStatus,
    loanAmount: 100_000,
    bvn: person.bvn,
    firstName: person.firstName,
    lastName: person.lastName,
    accountNumber: person.accountNumber,
    bankCode: person.bankCode,
    phoneNumber: person.phoneNumber,
    loanDuration: 6,
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: person.monthlyIncome,
    eligibilityAnswers: [{ questionId: world.rules.questionOf(person.id), answer: 'YES' }],
  });
}

function loanProduct(stage: Stage): Values {
  const { world, cast } = stage;
  const { rules } = world;
  const { product } = world.store;
  const ownCustomer = rules.supplies.has('email') ? customerWith(stage) : undefined;
  const customer = ownCustomer ?? cast.customer;
  const forAgent = rules.supplies.has('email') ? customerWith(stage) : cast.customer;
  return {
    loanProductId: product.id,
    currencyCode: product.currency,
    ...registered(world, customer),
    ...optional(world, {
      email: customer.email,
      password: customer.password,
      agent: registered(world, forAgent),
    }),
  };
}

function application({ world }: Stage, applicant: User, loanStatus: string): Values {
  const wanted = { amount: 90_000, months: 4 };
  const made = createApplication(world, applicant, world.store.product, wanted);
  made.loanStatus = loanStatus;
  return { applicationId: made.applicationId };
}

function apiToken({ world, cast }: Stage, of: { expires: number; revoked: boolean }): Values {
  const token = `zf_live_${randomBytes(20).toString('hex')}`;
  world.store.apiTokens.push({ token, userId: cast.customer.id, ...of });
  return { token };
}

function expiredToken(stage: Stage): Values {
  const { world, cast } = stage;
  // where a user has one session, the newest, it is that of somebody who does not log in
  const holder = world.rules.loginEndsOtherSessions ? customerWith(stage) : cast.customer;
  const session = openSession(world, holder);
  const token = accessToken(world, session, LIFETIME + 60);
  return { token, refreshToken: session.refreshToken };
}

/** The values of a state (the hook of the target file), or undefined where it is not known. */
export function provideState(name: string, stage: Stage): Values | undefined {
  const { world, cast } = stage;
  const { customer, otherCustomer } = cast;
  const now = world.now();
  const year = 365 * DAY;
  const providers: Record<string, () => Values> = {
    'awaiting-payments': () => ({
      currency: CURRENCY,
      otherCurrency: OTHER_CURRENCY,
      fromDate: asDate(dayOf(now - RANGE_DAYS * DAY)),
      toDate: asDate(dayOf(now - DAY)),
      count: PAYMENTS_IN_RANGE,
      reference: world.store.payments.find(({ owner }) => owner === customer)?.shown
        .searchablePaymentReference,
    }),
    'loan-product': () => loanProduct(stage),
    'loan-requested': () => application(stage, customer, 'REQUESTED'),
    'offer-sent': () => application(stage, customer, 'OFFER_SENT'),
    'offer-sent-other': () => application(stage, otherCustomer, 'OFFER_SENT'),
    'active-loan': () => loanValues(stage, customer),
    'closed-loan': () => loanValues(stage, customer, { state: 'CLOSED', totalPayable: 0 }),
    'third-party-loan': () => loanValues(stage, customer, { collectedByThirdParty: true }),
    'loan-without-application': () => loanValues(stage, customer, { applicationId: undefined }),
    'no-active-loan': () => {
      const { id, email, password, bankAccounts } = customerWith(stage);
      const [bankAccountId] = bankAccounts;
      const loan = { accountId: randomUUID(), repaymentReference: 'ZFR0', totalPayable: 60_000 };
      return { email, password, customerId: id, bankAccountId, ...loan };
    },
    'foreign-bank-account': () => ({ bankAccountId: otherCustomer.bankAccounts[0] }),
    portfolios: () => {
      const first = world.store.portfolios.find(({ customerId }) => customerId === customer.id);
      return {
        customerId: customer.id,
        count: PORTFOLIOS,
        amountInvested: first?.invested,
        totalPayable: first?.payable,
        productName: first?.product,
      };
    },
    'expired-token': () => expiredToken(stage),
    'api-token': () => apiToken(stage, { expires: now + year, revoked: false }),
    'expired-api-token': () => apiToken(stage, { expires: now - DAY, revoked: false }),
    'revoked-api-token': () => apiToken(stage, { expires: now + year, revoked: true }),
  };
  return providers[name]?.();
}
