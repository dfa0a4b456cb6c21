import { randomUUID } from 'node:crypto';
import { coerced } from '../coerced.ts';
import { type Answer, type Ask, failed, forbidden, jsonObject, Refusal } from '../exchange.ts';
import { checkLendingHeaders } from '../fapi-headers.ts';
import { once } from '../idempotency.ts';
import type { User } from '../records/people.ts';
import type { Application, Product } from '../records/store.ts';
import type { LoanRequest } from '../rules.ts';
import { authenticate, type World } from './session.ts';

const TEXTS = [
  'currencyCode',
  'dateOfBirth',
  'loanApplicationStatusEnum',
  'employmentStatus',
  'bvn',
  'firstName',
  'lastName',
  'accountNumber',
  'bankCode',
  'phoneNumber',
  'loanProductId',
  'loanRepaymentMethodEnum',
];
const NUMBERS = ['durationCounter', 'loanAmount', 'loanDuration', 'monthlyIncome'];
const ANSWERS = 'eligibilityAnswers';

function refused(fields: Record<string, string>): Refusal {
  return new Refusal({ status: 400, body: { code: 'LOAN-400', invalid: fields } });
}

function answersAreRight(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item) =>
        typeof item === 'object' &&
        item !== null &&
        typeof item.questionId === 'string' &&
        typeof item.answer === 'string',
    )
  );
}

function readBody(ask: Ask, world: World): LoanRequest {
  const sent = jsonObject(ask);
  const body = world.rules.coerceScalars ? coerced(sent, TEXTS, NUMBERS) : sent;
  const wrong: Record<string, string> = {};
  for (const field of TEXTS) {
    if (typeof body[field] !== 'string' || (body[field] === '' && !world.rules.emptyTexts)) {
      wrong[field] = 'must be a text';
    }
  }
  for (const field of NUMBERS) {
    if (typeof body[field] !== 'number' || body[field] <= 0) {
      wrong[field] = 'must be a number above zero';
    }
  }
  const answers = body[ANSWERS];
  if (answers !== undefined && answers !== null && !answersAreRight(answers)) {
    wrong[ANSWERS] = 'must be a list of questionId and answer';
  }
  if (world.rules.unknownFields === 'refused') {
    for (const field of Object.keys(body)) {
      if (![...TEXTS, ...NUMBERS, ANSWERS].includes(field)) {
        wrong[field] = 'is not known';
      }
    }
  }
  if (Object.keys(wrong).length > 0) {
    throw refused(wrong);
  }
  const request = body as unknown as LoanRequest;
  if (request.loanApplicationStatusEnum !== 'REQUESTED') {
    throw refused({ loanApplicationStatusEnum: 'must be REQUESTED' });
  }
  if (!world.rules.readBirthDay(request.dateOfBirth)) {
    throw refused({ dateOfBirth: 'must be a day as YYYY-MM-DD' });
  }
  return request;
}

/** A new application in REQUESTED for a customer. */
export function createApplication(
  world: World,
  applicant: User,
  product: Product,
  wanted: { amount: number; months: number },
): Application {
  const application = {
    applicationId: randomUUID(),
    loanProductId: product.id,
    userName: world.rules.customerName(applicant),
    productName: product.name,
    currencyCode: product.currency,
    employmentStatus: applicant.employmentStatus,
    loanApplicationcreatedDate: new Date(world.now()).toISOString(),
    userId: applicant.id,
    durationCounterUnitEnum: 'MONTHS',
    requestedLoanAmount: wanted.amount,
    loanStatus: 'REQUESTED',
    monthlyIncome: applicant.monthlyIncome,
    dateOfBirth: applicant.dateOfBirth,
    loanDuration: wanted.months,
  };
  world.store.applications.set(application.applicationId, application);
  return application;
}

/** Section 4.6: `POST …/user/request-loan`, for customers and agents. */
export function requestLoan(ask: Ask, world: World): Answer {
  const { store, rules } = world;
  const { user: caller } = authenticate(ask, world);
  if (caller.role !== 'CUSTOMER' && caller.role !== 'AGENT') {
    throw forbidden(caller, 'only customers and agents request loans');
  }
  checkLendingHeaders(ask, world);
  return once(ask, caller, world, () => {
    const request = readBody(ask, world);
    const { product } = store;
    if (request.loanProductId !== product.id || request.currencyCode !== product.currency) {
      throw failed(404, 'there is no such loan product in this currency');
    }
    const applicant =
      caller.role === 'CUSTOMER' ? caller : store.users.find(({ bvn }) => bvn === request.bvn);
    const asked = [...store.applications.values()].filter(({ userId }) => userId === applicant?.id);
    if (asked.length >= rules.loansADay) {
      throw failed(429, 'no more loans can be asked for today');
    }
    for (const rule of rules.loans) {
      const problem = rule({ request, product, caller, applicant, store });
      if (problem) {
        throw failed(422, problem);
      }
    }
    const wanted = { amount: request.loanAmount, months: request.loanDuration };
    const made = createApplication(world, applicant ?? caller, product, wanted);
    return rules.loanAnswer(made.applicationId);
  });
}
