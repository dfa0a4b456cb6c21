import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, bodyStatus, expectRejection, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { type Refusal, refusalOf } from '../../situations/refusal.ts';
import { forbiddenBodyChecks } from '../forbidden-body.ts';
import { VALID_CALLS } from '../valid-call.ts';
import { wholeLoan } from './repay-loan-amounts.ts';
import {
  FOREIGN_ACCOUNT,
  FOREIGN_BOTH,
  FOREIGN_CUSTOMER,
  FOREIGN_LOAN,
  FOREIGN_PATH,
  NEAR_CUSTOMER,
  NOBODY_PATH,
  STAFF,
} from './repay-loan-by-others.ts';
import {
  answersAfterPlain,
  answerTo,
  expectFailures,
  loanWith,
  messagesOf,
  NEGATIVE,
  NO_ACCOUNT,
  NO_LOAN,
  needs,
  type Refused,
  ZERO,
} from './repay-loan-refusals.ts';

const endpoint = 'repay-loan' as const;
const { twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint } satisfies Partial<Check>;

/** The rows of section 7's table, the amounts apart. */
const SCENARIOS: {
  refused: Refused;
  requirement: string;
  reachesFor?: UserName;
  after?: string[];
}[] = [
  { refused: NO_LOAN, requirement: 'REP-47' },
  {
    refused: loanWith('closed-loan', 'a repayment of a closed loan'),
    requirement: 'REP-48',
  },
  {
    refused: FOREIGN_CUSTOMER,
    requirement: 'REP-49',
    reachesFor: 'otherCustomer',
    after: ['session.user.id'],
  },
  {
    refused: loanWith('third-party-loan', 'a repayment of a loan with third-party collection'),
    requirement: 'REP-50',
  },
  { refused: FOREIGN_ACCOUNT, requirement: 'REP-52' },
  {
    refused: loanWith('loan-without-application', 'a repayment of a loan without application id'),
    requirement: 'REP-53',
  },
];

/** Whether somebody of the staff got a 403, since their role may repay nothing at all: it need not say FAILED. */
const isOfRole = (context: CheckContext, exchange: Exchange): boolean =>
  statusOf(exchange) === 403 && STAFF.some((user) => user === context.senderOf(exchange));

const scenarios: Check[] = SCENARIOS.map(({ refused, requirement, reachesFor, after = [] }) => ({
  ...base,
  ...needs(refused),
  id: `repay-loan.refuses.${refused.variant}`,
  // Of whom a repayment reaches for, several are tried once each: another reason would hide one.
  refusal: refusalOf(endpoint, refused.variant, reachesFor ? { reachesFor } : { alsoWrong: true }),
  title: `answers ${refused.what} with FAILED`,
  requirements: [requirement],
  after: [twin, ...after],
  async run(context) {
    const answers = await answersAfterPlain(context, refused);
    if (!answers.some((exchange) => isOfRole(context, exchange))) {
      expectFailures(answers, refused.what);
    }
    if (refused === FOREIGN_ACCOUNT && !context.plain) {
      await expectNoneOfWhole(context);
    }
  },
}));

/** The whole of an untouched loan from another's account is no more right than a part of it. */
async function expectNoneOfWhole(context: CheckContext): Promise<void> {
  const whole = await wholeLoan(context).catch(unlessNotSupplied);
  if (whole) {
    const answers = [await answerTo(context, FOREIGN_ACCOUNT), whole.fromForeignAccount];
    expectFailures(answers, `${FOREIGN_ACCOUNT.what}, of the total payable`);
  }
}

const FOREIGN_PATHS = [
  { refused: FOREIGN_PATH, requirement: 'REP-16' },
  { refused: FOREIGN_BOTH, requirement: 'REP-56' },
];

/** Nobody repays as a customer but they, whatever the role. */
const ofForeignPath = ({ variant }: Refused): Refusal => ({
  name: `repay-loan.${variant}`,
  alsoOf: 'staff',
  reachesFor: 'otherCustomer',
});

const foreignPaths: Check[] = FOREIGN_PATHS.map(({ refused, requirement }) => ({
  ...base,
  ...needs(refused),
  id: `repay-loan.forbids.${refused.variant}`,
  refusal: ofForeignPath(refused),
  title: `refuses ${refused.what}, by 403 or FAILED`,
  requirements: [requirement],
  after: [twin, 'session.user.id'],
  async run(context) {
    const exchange = await answerTo(context, refused);
    const failed = bodyStatus(exchange) === 'FAILED' && statusOf(exchange) < 500;
    if (statusOf(exchange) !== 403 && !failed) {
      deviate(`HTTP 403 or status "FAILED" for ${refused.what}`, answerOf(exchange));
    }
  },
}));

/** Identifiers of nothing, or of somebody else's: that they are refused is all that is known of them. */
const UNKNOWN = [
  { refused: FOREIGN_LOAN, requirement: 'REP-73', level: 'must' as const },
  { refused: NOBODY_PATH, requirement: 'REP-71', level: 'must' as const },
  { refused: NEAR_CUSTOMER, requirement: 'REP-74', level: 'must' as const },
  { refused: NO_ACCOUNT, requirement: 'REP-72', level: 'should' as const },
];

const unknown: Check[] = UNKNOWN.map(({ refused, requirement, level }) => ({
  ...base,
  ...needs(refused),
  level,
  id: `repay-loan.refuses.${refused.variant}`,
  refusal: refusalOf(endpoint, refused.variant),
  title: `refuses ${refused.what}`,
  requirements: [requirement],
  after: [twin],
  async run(context) {
    expectRejection(await answerTo(context, refused), refused.what);
  },
}));

/** Where a repayment that reaches for another's data gets a 403, it has the body of one. */
const forbiddenBodies: Check[] = [
  {
    refused: FOREIGN_CUSTOMER,
    refusal: { name: 'repay-loan.other-customerId', reachesFor: 'otherCustomer' as const },
    after: ['repay-loan.refuses.other-customerId'],
  },
  {
    refused: FOREIGN_PATH,
    refusal: ofForeignPath(FOREIGN_PATH),
    after: ['repay-loan.forbids.other-user-id'],
  },
].flatMap(({ refused, refusal, after }) =>
  forbiddenBodyChecks(`repay-loan.forbids.${refused.variant}`, {
    endpoint,
    user: 'customer',
    what: `${refused.variant} of a repayment`,
    ...needs(refused),
    refusal,
    after,
    async answer(context) {
      const exchange = await answerTo(context, refused);
      const isForbidden = statusOf(exchange) === 403;
      if (!isForbidden && !context.turn) {
        context.inconclusive('The repayment was refused with another status code than 403.');
      }
      return isForbidden ? exchange : undefined;
    },
  }),
);

const observations: Check[] = [
  ...SCENARIOS.map(({ refused }) => refused),
  ZERO,
  NEGATIVE,
  FOREIGN_PATH,
].map((refused) => ({
  ...base,
  ...needs({ ...refused, tries: 1 }),
  id: `repay-loan.observes.${refused.variant}`,
  title: `shows how ${refused.what} is refused`,
  requirements: ['REP-54'],
  level: 'open',
  after: [twin],
  async run(context) {
    const exchange = await answerTo(context, refused);
    context.observe(`status of repay-loan: ${refused.variant}`, statusOf(exchange));
    const fields = messagesOf(exchange).map(({ path }) => path.slice(1));
    context.observe(`texts of repay-loan: ${refused.variant}`, fields.sort().join(' ') || 'none');
  },
}));

/** Section 7: the repayment errors, each with its own state or request. */
export const repayLoanScenarioChecks: Check[] = [
  ...scenarios,
  ...foreignPaths,
  ...unknown,
  ...forbiddenBodies,
  ...observations,
];
