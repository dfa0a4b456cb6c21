import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectRejection, leavesOf, statusOf } from '../../expectations.ts';
import { jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { refusalOf } from '../../situations/refusal.ts';
import {
  firstRepayment,
  likeFirst,
  mayHideIdentifier,
  mayNameRecord,
  second,
} from '../idempotency/experiments.ts';
import { headerRefusals } from '../lending/lending-headers.ts';
import { expectServedTogether } from '../lending/served-together.ts';
import { expectFirstAccepted } from '../own-entry.ts';
import { VALID_CALLS } from '../valid-call.ts';
import { VERIFICATIONS } from './repayment-texts.ts';

const endpoint = 'repay-loan' as const;
const { users, states, twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint, users, states } satisfies Partial<Check>;

/** The answer to the first repayment, and the loan that it was for. */
async function answered(context: CheckContext) {
  const { options, exchange, values: loan } = await firstRepayment(context);
  const body = jsonOf(exchange);
  const repaid = Number(valueAt(options.body, 'repaymentAmount'));
  return { body, data: valueAt(body, 'data'), loan, repaid };
}

const successes: Check[] = [
  {
    ...base,
    id: 'repay-loan.succeeds',
    title: 'records a repayment with every required field',
    requirements: ['REP-15', 'REP-24', 'REP-27', 'SVC-4'],
    takes: { 'active-loan': 1 },
    async run(context) {
      const sent = await firstRepayment(context);
      expectFirstAccepted(sent, 'a repayment with every required field');
    },
    again: (context) => expectServedTogether(context, endpoint),
  },
];

const identifier: Check = {
  ...base,
  id: 'repay-loan.value.record-identifier',
  title: 'answers a repayment with an identifier of its record in data',
  requirements: ['REP-3'],
  after: ['repay-loan.status-and-data'],
  cause: 'the answer to a repayment holds no identifier of its record',
  async run(context) {
    const { exchange: one } = await firstRepayment(context);
    const { loan, repaid } = await answered(context);
    const known = [...Object.values(loan), repaid, ...VERIFICATIONS].map(String);
    if (mayNameRecord(one, known)) {
      return;
    }
    // What one answer hides in a sentence or a time, a second one may show by differing.
    const { exchange: other } = await second(context, endpoint);
    if (mayHideIdentifier(one, other)) {
      context.inconclusive(
        'What differs between two repayments is a time or a sentence, which may or may not name the record.',
      );
    }
    deviate('an identifier of the repayment record somewhere in data', 'no value that may be one');
  },
};

const texts: Check[] = [
  {
    ...base,
    id: 'repay-loan.observes.field-names',
    title: 'shows the field names in the answer to a repayment',
    requirements: ['REP-10'],
    level: 'open',
    after: ['repay-loan.status-and-data'],
    async run(context) {
      const { data } = await answered(context);
      const names = leavesOf(data).map(({ path }) => path.slice(1));
      context.observe('fields of data of repay-loan', names.sort().join(' '));
    },
  },
];

const notJson: Check = {
  ...base,
  id: 'repay-loan.refuses.not-json',
  refusal: refusalOf(endpoint, 'not-json', { once: true }),
  title: 'refuses a repayment whose body is not JSON',
  requirements: ['SVC-16'],
  after: [twin],
  cause: 'a body that is not JSON is accepted',
  async run(context) {
    const { body, ...options } = await VALID_CALLS[endpoint].options(context);
    // The valid body cut short, so that only its form is wrong.
    const rawBody = JSON.stringify(body).slice(0, -1);
    const exchange = await context.call(endpoint, { ...options, rawBody });
    expectRejection(exchange, 'a body that is not JSON');
  },
};

const contentType: Check = {
  ...base,
  id: 'repay-loan.observes.content-type',
  title: 'shows what repay-loan does without Content-Type',
  requirements: ['REP-41'],
  level: 'open',
  after: [twin],
  async run(context) {
    const options = await likeFirst(context, endpoint);
    const headers = { 'Content-Type': null };
    const exchange = await context.call(endpoint, { ...options, headers });
    context.observe('status of repay-loan without Content-Type', statusOf(exchange));
  },
};

/** Sections 2.5 and 4.7: a repayment that is recorded, and what its answer carries. */
export const repayLoanChecks: Check[] = [
  ...successes,
  identifier,
  ...texts,
  ...headerRefusals(endpoint),
  notJson,
  contentType,
];
