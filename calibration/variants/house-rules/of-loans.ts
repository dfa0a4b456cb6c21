import { type HouseRule, houseRules, isOdd } from './house-rule.ts';

const YEAR_MS = 365.25 * 24 * 60 * 60_000;

const isPlain = (text: unknown) => text === undefined || /^[ -~]*$/.test(String(text));
const ageOf = (birth: unknown) => (Date.now() - Date.parse(String(birth))) / YEAR_MS;

const loan = (id: string, takes: string, refuses: HouseRule['refuses']): HouseRule => ({
  id,
  takes,
  endpoints: ['request-loan'],
  refuses,
});

const offer = (id: string, takes: string, refuses: HouseRule['refuses']): HouseRule => ({
  id: `offers.${id}`,
  takes,
  endpoints: ['update-application'],
  refuses,
});

/** Whom a house lends, and how an offer is answered beside what is required, is not said. */
export const rulesOfLoans = houseRules(
  'loans',
  'section 7: the validation errors of request-loan are not shown',
  [
    loan('letters', 'names in plain letters', ({ body }) =>
      [body.firstName, body.lastName].some((name) => !isPlain(name)),
    ),
    loan('long-names', 'names of 40 letters at most', ({ body }) =>
      [body.firstName, body.lastName].some((name) => String(name).length > 40),
    ),
    loan(
      'employed',
      'who is EMPLOYED',
      ({ body }) => body.employmentStatus !== undefined && body.employmentStatus !== 'EMPLOYED',
    ),
    loan(
      'age',
      'who is 18 to 70 years old',
      ({ body }) => ageOf(body.dateOfBirth) < 18 || ageOf(body.dateOfBirth) > 70,
    ),
    loan(
      'numbers',
      'account and bank verification numbers of so many digits',
      ({ body }) => isOdd(body.bvn, /^\d{11}$/) || isOdd(body.accountNumber, /^\d{10}$/),
    ),
    loan('answers', 'three eligibility answers at most', ({ body }) =>
      Array.isArray(body.eligibilityAnswers) ? body.eligibilityAnswers.length > 3 : false,
    ),
    loan(
      'no-answers',
      'no eligibility answers',
      ({ body }) => Array.isArray(body.eligibilityAnswers) && body.eligibilityAnswers.length > 0,
    ),
    loan(
      'income',
      'who earns as much in a month as is borrowed',
      ({ body }) => Number(body.monthlyIncome) < Number(body.loanAmount),
    ),
    loan('amount', 'amounts up to a million', ({ body }) => Number(body.loanAmount) > 1e6),
    loan('duration', 'whole months', ({ body }) => Number(body.loanDuration) % 1 !== 0),
    offer('body', 'no body with an answer', ({ body }) => Object.keys(body).length > 0),
    offer('written', 'true or false as they are written', ({ query }) =>
      query.has('status') ? !['true', 'false'].includes(String(query.get('status'))) : false,
    ),
    offer('parameters', 'no parameter but status', ({ query }) =>
      [...query.keys()].some((name) => name !== 'status'),
    ),
    offer('once', 'one status', ({ query }) => query.getAll('status').length > 1),
  ],
);
