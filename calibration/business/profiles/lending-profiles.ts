import type { LoanCase, Rule, Rules } from '../rules.ts';
import type { Profile } from './profile.ts';

const NO_ERRORS_SHOWN =
  '7: "Validation errors of request-loan and of the idempotency and x-fapi headers: not shown."';
const CREATED_WHERE_VALID = '3.1: "body valid", and what makes it so beyond 2.3 is not shown';
const SEEN = '2.3: "values seen"';

function supplies(rules: Rules, supplied: string[]): void {
  for (const name of [...supplied, 'agent']) {
    rules.supplies.add(name);
  }
}

function refuses(rules: Rules, supplied: string[], rule: Rule<LoanCase>): void {
  rules.loans.push(rule);
  supplies(rules, supplied);
}

/** Names as banks compare them: without case, accents and punctuation. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
}

const OPEN = ['REQUESTED', 'OFFER_SENT'];

/** Rules about who may have which loan. */
export const lendingProfiles: Profile[] = [
  {
    name: 'registered-bvn',
    does: 'Lends only to the BVN and the names that are registered for the customer.',
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['bvn', 'firstName', 'lastName'], ({ request, applicant }) =>
        applicant?.bvn === request.bvn &&
        plain(applicant.firstName) === plain(request.firstName) &&
        plain(applicant.lastName) === plain(request.lastName)
          ? undefined
          : 'the BVN and the names do not match our records',
      ),
  },
  {
    name: 'product-amounts',
    does: "Refuses amounts outside the product's least and most.",
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['loanAmount'], ({ request, product }) =>
        request.loanAmount < product.leastAmount || request.loanAmount > product.mostAmount
          ? `the amount must be from ${product.leastAmount} to ${product.mostAmount}`
          : undefined,
      ),
  },
  {
    name: 'product-durations',
    does: "Refuses durations outside the product's least and most months.",
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['loanDuration', 'durationCounter'], ({ request, product }) =>
        [request.loanDuration, request.durationCounter].some(
          (months) => months < product.leastMonths || months > product.mostMonths,
        )
          ? `the duration must be from ${product.leastMonths} to ${product.mostMonths} months`
          : undefined,
      ),
  },
  {
    name: 'durations-agree',
    does: 'Refuses a request whose durationCounter and loanDuration differ.',
    room: '2.3 gives two durations and not how they hang together',
    change: (rules) =>
      refuses(rules, ['loanDuration', 'durationCounter'], ({ request }) =>
        request.loanDuration === request.durationCounter ? undefined : 'the durations differ',
      ),
  },
  {
    name: 'one-open-application',
    does: 'Refuses a second application while one of the same customer is open.',
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['email', 'password', 'bvn'], ({ applicant, store }) =>
        [...store.applications.values()].some(
          ({ userId, loanStatus }) => userId === applicant?.id && OPEN.includes(loanStatus),
        )
          ? 'another application is open'
          : undefined,
      ),
  },
  {
    name: 'one-loan-a-day',
    does: 'Lets a customer ask for one loan a day, and tells more of it by 429 without Retry-After.',
    room: '8: "Rate limits … not shown"',
    change: (rules) => {
      rules.loansADay = 1;
      supplies(rules, ['email', 'password', 'bvn']);
    },
  },
  {
    name: 'born-as-registered',
    does: 'Refuses a date of birth that is not the one registered with the BVN.',
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['dateOfBirth', 'bvn'], ({ request, store }) =>
        store.users.find(({ bvn }) => bvn === request.bvn)?.dateOfBirth === request.dateOfBirth
          ? undefined
          : 'the date of birth does not match the BVN',
      ),
  },
  {
    name: 'registered-account',
    does: 'Pays out only to the bank account registered for the BVN.',
    room: '2.3: "bank account for disbursement/repayment", whose is not shown',
    change: (rules) =>
      refuses(rules, ['accountNumber', 'bankCode', 'bvn'], ({ request, store }) => {
        const holder = store.users.find(({ bvn }) => bvn === request.bvn);
        return holder?.accountNumber === request.accountNumber &&
          holder.bankCode === request.bankCode
          ? undefined
          : 'this bank account is not registered for the BVN';
      }),
  },
  {
    name: 'registered-phone',
    does: "Refuses a phone number other than the customer's registered one.",
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['phoneNumber', 'bvn'], ({ request, store }) =>
        store.users.some(
          ({ bvn, phoneNumber }) => bvn === request.bvn && phoneNumber === request.phoneNumber,
        )
          ? undefined
          : 'please use your registered phone number',
      ),
  },
  {
    name: 'income-threshold',
    does: 'Refuses monthly incomes under 150,000, and loans above three of them.',
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['monthlyIncome', 'loanAmount'], ({ request }) =>
        request.monthlyIncome < 150_000 || request.loanAmount > 3 * request.monthlyIncome
          ? 'the income does not carry this loan'
          : undefined,
      ),
  },
  {
    name: 'adults-only',
    does: 'Refuses customers under 21 and over 65.',
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['dateOfBirth'], ({ request }) => {
        const age = (Date.now() - Date.parse(request.dateOfBirth)) / (365.25 * 86_400_000);
        return age < 21 || age > 65 ? 'the customer is too young or too old' : undefined;
      }),
  },
  {
    name: 'employed-only',
    does: 'Lends to EMPLOYED and SELF_EMPLOYED, by DIRECT_DEBIT only.',
    room: SEEN,
    change: (rules) =>
      refuses(rules, ['employmentStatus', 'loanRepaymentMethodEnum'], ({ request }) =>
        ['EMPLOYED', 'SELF_EMPLOYED'].includes(request.employmentStatus) &&
        request.loanRepaymentMethodEnum === 'DIRECT_DEBIT'
          ? undefined
          : 'this employment status or repayment method is not served',
      ),
  },
  {
    name: 'whole-amounts',
    does: 'Lends whole thousands, and takes incomes in whole units only.',
    room: CREATED_WHERE_VALID,
    change: (rules) =>
      refuses(rules, ['loanAmount', 'monthlyIncome'], ({ request }) =>
        request.loanAmount % 1000 === 0 && Number.isInteger(request.monthlyIncome)
          ? undefined
          : 'please ask for whole thousands',
      ),
  },
  {
    name: 'agents-own-customers',
    does: 'An agent may request only for customers he looks after, known by their BVN.',
    room: '4.6: "Callers are customers or agents", for whom an agent asks is not shown; 5.10',
    change: (rules) =>
      refuses(rules, ['bvn', 'firstName', 'lastName'], ({ caller, applicant }) =>
        caller.role !== 'AGENT' || applicant?.agentId === caller.id
          ? undefined
          : 'this customer is not in your portfolio',
      ),
  },
  {
    name: 'questions-answered',
    does: "Refuses a request that leaves the product's eligibility question out.",
    room: '2.3 says what an answer looks like, not which questions a product puts',
    change: (rules) =>
      refuses(rules, ['eligibilityAnswers'], ({ request }) =>
        request.eligibilityAnswers?.some(({ questionId }) => questionId === 'Q-LIVES-HERE')
          ? undefined
          : 'please answer Q-LIVES-HERE',
      ),
  },
  {
    name: 'questions-of-their-own',
    does: 'Asks everybody something else, demands no answer, and refuses those to what others are asked.',
    room: '2.3 says what an answer looks like, not which questions there are',
    excludes: ['questions-answered'],
    change: (rules) => {
      rules.questionOf = (personId) => `Q-${personId.slice(0, 8)}`;
      refuses(
        rules,
        ['eligibilityAnswers', 'bvn', 'email', 'password'],
        ({ request, applicant }) =>
          request.eligibilityAnswers?.every(
            ({ questionId }) => applicant && questionId === rules.questionOf(applicant.id),
          ) === false
            ? 'you were not asked that'
            : undefined,
      );
    },
  },
  {
    name: 'no-loans-on-lending-host',
    does: 'Does not serve request-loan on the lending host.',
    room: '4.6: "the lending host may be used instead"; a target may leave it out',
    change: (rules) => {
      rules.loansOnLendingHost = false;
    },
  },
  {
    name: 'loan-answer-empty',
    does: 'Answers a request for a loan by an empty 200.',
    room: '4.6: "Response 200: the application is created. Response body: not shown."',
    change: (rules) => {
      rules.loanAnswer = () => ({ status: 200 });
    },
  },
  {
    name: 'offers-lapse',
    does: 'Lets an offer stand for a second and a half.',
    room: '3.1: who answers an offer and how; how long it stands is not said',
    change: (rules) => {
      rules.offerStandsMs = 1500;
    },
  },
  {
    name: 'offer-error-in-200',
    does: 'Answers an offer that is not open by 200 {"status":"ERROR"} without data.',
    room: '4.8: "otherwise an error", no more',
    excludes: ['offer-error-carries-application'],
    change: (rules) => {
      rules.offerNotOpen = () => ({ status: 200, body: { status: 'ERROR' } });
    },
  },
  {
    name: 'offer-error-carries-application',
    does: 'Answers an offer that is not open by 409 with the state of the application in data.',
    room: '4.8: "otherwise an error", no more',
    excludes: ['offer-error-in-200'],
    change: (rules) => {
      rules.offerNotOpen = (loanStatus) => ({
        status: 409,
        body: { status: 'FAILED', message: 'no open offer', data: { loanStatus } },
      });
    },
  },
  {
    name: 'strict-bodies',
    does: 'Refuses unknown fields in the bodies of request-loan and repay-loan.',
    room: NO_ERRORS_SHOWN,
    change: (rules) => {
      rules.unknownFields = 'refused';
    },
  },
];
