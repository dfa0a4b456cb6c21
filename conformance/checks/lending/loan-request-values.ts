import type { LoanApplicant, StateValues } from '../../../target/target.ts';

/** The roles that may request a loan (section 4.6). */
export type Applicant = 'customer' | 'agent';

/** Sent where the target file gives nothing else; a business rule may refuse any of it. */
const MADE_UP = {
  dateOfBirth: '1990-04-25',
  durationCounter: 6,
  employmentStatus: 'EMPLOYED',
  loanAmount: 150_000,
  bvn: '22123456789',
  firstName: 'Ada',
  lastName: 'Okafor',
  accountNumber: '0123456789',
  bankCode: '058',
  phoneNumber: '+2348012345678',
  loanDuration: 6,
  loanRepaymentMethodEnum: 'DIRECT_DEBIT',
  monthlyIncome: 450_000,
} satisfies LoanApplicant;

/** Names that are no ASCII, two of them in one field, and one with an apostrophe, as many customers have. */
export const NAMES_IN_OTHER_LETTERS = { firstName: 'Adéọlá Zoë', lastName: "O'Ṣúnbíyi-Łęcki" };

const FIELDS = Object.keys(MADE_UP) as (keyof typeof MADE_UP)[];

/**
 * Body of request-loan with every required field (section 2.3), of the state's values wherever it
 * has them. What it has for the agent goes before what it has for the customer.
 */
export function loanRequestBody(product: StateValues['loan-product'], by: Applicant = 'customer') {
  const { agent = {}, ...customer } = product;
  const given: LoanApplicant & { loanProductId: string; currencyCode: string } =
    by === 'agent' ? { ...customer, ...agent } : customer;
  const { eligibilityAnswers } = given;
  return {
    ...MADE_UP,
    ...Object.fromEntries(FIELDS.flatMap((field) => entryOf(field, given[field]))),
    currencyCode: given.currencyCode,
    loanApplicationStatusEnum: 'REQUESTED',
    loanProductId: given.loanProductId,
    ...(eligibilityAnswers && { eligibilityAnswers }),
  };
}

/** The fields whose value in that body the target file does not give for this applicant. */
export function madeUpFields(
  product: StateValues['loan-product'],
  by: Applicant = 'customer',
): string[] {
  const given: LoanApplicant = by === 'agent' ? (product.agent ?? {}) : product;
  const prefix = by === 'agent' ? 'agent.' : '';
  return FIELDS.filter((field) => given[field] === undefined).map((field) => `${prefix}${field}`);
}

const entryOf = (field: string, value: unknown): [string, unknown][] =>
  value === undefined ? [] : [[field, value]];
