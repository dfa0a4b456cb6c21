import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { expectRejection, expectSuccess, leavesOf, statusOf } from '../expectations.ts';
import { jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import { firstRepayment } from './idempotency-experiments.ts';
import { headerRefusals } from './lending-headers.ts';
import { VALID_CALLS } from './valid-call.ts';

const endpoint = 'repay-loan' as const;
const { users, states, twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint, users, states } satisfies Partial<Check>;

/** The answer to the first repayment, and the loan that it was for. */
async function answered(context: CheckContext) {
  const { exchange } = await firstRepayment(context);
  const body = jsonOf(exchange);
  const loan = await context.state('active-loan');
  return { body, data: valueAt(body, 'data'), loan };
}

const successes: Check[] = [
  {
    ...base,
    id: 'repay-loan.succeeds',
    title: 'records a repayment with every required field',
    requirements: ['REP-15', 'REP-24', 'REP-27', 'SVC-4'],
    async run(context) {
      const { exchange } = await firstRepayment(context);
      expectSuccess(exchange, 'a repayment with every required field');
    },
  },
];

/** The words of a text, in lower case. */
const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];

/** The strings of a JSON value. */
const textsOf = (json: unknown): string[] =>
  leavesOf(json)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');

const texts: Check[] = [
  {
    ...base,
    id: 'repay-loan.value.customer-name',
    title: "answers a repayment with the customer's name in data",
    requirements: ['REP-5'],
    after: ['repay-loan.status-and-data'],
    async run(context) {
      const { data, loan } = await answered(context);
      // First and last name may stand in fields of their own; an e-mail address is no name.
      const held = new Set(
        textsOf(data)
          .filter((text) => !text.includes('@'))
          .flatMap(wordsOf),
      );
      const missing = wordsOf(loan.customerName).filter((word) => !held.has(word));
      if (missing.length > 0)
        deviate(
          `the customer's name ${JSON.stringify(loan.customerName)} somewhere in data`,
          'no such name',
        );
    },
  },
  {
    ...base,
    id: 'repay-loan.value.message',
    title: 'answers a repayment with a confirmation message',
    requirements: ['REP-9'],
    after: ['repay-loan.status-and-data'],
    async run(context) {
      const { body, loan } = await answered(context);
      const { status: _, ...rest } = body as Record<string, unknown>;
      const others = Object.values(loan).map((value) => String(value).toLowerCase());
      const message = textsOf(rest).find(
        (text) =>
          /\p{Ll}/u.test(text) &&
          !(/[\d@]/.test(text) && !/\s/.test(text.trim())) &&
          !others.some((other) => other.includes(text.toLowerCase())),
      );
      if (message === undefined)
        deviate('a confirmation message in the answer', 'no text besides the other values');
    },
  },
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
    const options = await VALID_CALLS[endpoint].options(context);
    const headers = { 'Content-Type': null };
    const exchange = await context.call(endpoint, { ...options, headers });
    context.observe('status of repay-loan without Content-Type', statusOf(exchange));
  },
};

/** Sections 2.5 and 4.7: a repayment that is recorded, and what its answer carries. */
export const repayLoanChecks: Check[] = [
  ...successes,
  ...texts,
  ...headerRefusals(endpoint),
  notJson,
  contentType,
];
