import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { expectNoServerError, expectRejection, isRejection, statusOf } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { likeFirst } from './idempotency-experiments.ts';
import { expectAccepted, sendCall, sendOwn } from './own-entry.ts';
import { VALID_CALLS } from './valid-call.ts';

const endpoint = 'repay-loan' as const;
const { users, states, twin } = VALID_CALLS[endpoint];
const base = { level: 'must', endpoint, users, states } satisfies Partial<Check>;

/** Sends the valid body with some fields changed; `undefined` leaves one out. */
async function repayWith(
  context: CheckContext,
  change: Record<string, unknown>,
  path: Record<string, string> = {},
): Promise<Exchange> {
  const options = await VALID_CALLS[endpoint].options(context);
  return context.call(endpoint, {
    ...options,
    path: { ...options.path, ...path },
    body: { ...(options.body as object), ...change },
  });
}

const REQUIRED = [
  { field: 'repaymentAmount', requirement: 'REP-19' },
  { field: 'customerId', requirement: 'REP-20' },
  { field: 'accountId', requirement: 'REP-21' },
  { field: 'bankAccountId', requirement: 'REP-22' },
  { field: 'repaymentReference', requirement: 'REP-23' },
];

const IDS = REQUIRED.filter(({ field }) => field.endsWith('Id'));
const STRINGS = REQUIRED.filter(({ field }) => field !== 'repaymentAmount');

/** One way in which a field is wrong; no lenient reader turns the value into a right one. */
interface WrongField {
  variant: string;
  requirement: string;
  what: string;
  change: Record<string, unknown>;
  after?: string;
  /** should, where the form is a near miss that the specification does not say is refused */
  level?: 'should';
}

const WRONG_FIELDS: WrongField[] = [
  ...REQUIRED.map(({ field, requirement }) => ({
    variant: `no-${field}`,
    requirement,
    what: `a repayment without ${field}`,
    change: { [field]: undefined },
  })),
  {
    variant: 'repaymentAmount-not-a-number',
    requirement: 'REP-19',
    what: 'a repayment whose repaymentAmount is no number',
    change: { repaymentAmount: 'not a number' },
  },
  ...STRINGS.map(({ field, requirement }) => ({
    variant: `${field}-not-a-string`,
    requirement,
    what: `a repayment whose ${field} is no string`,
    change: { [field]: { not: 'a string' } },
  })),
  ...IDS.map(({ field, requirement }) => ({
    variant: `${field}-not-a-uuid`,
    requirement,
    what: `a repayment whose ${field} is no UUID`,
    change: { [field]: 'not-a-uuid' },
  })),
  {
    variant: 'paymentDate-day-first',
    requirement: 'REP-57',
    level: 'should',
    what: 'a paymentDate of the form dd/MM/yyyy',
    change: { paymentDate: '31/01/2026' },
    after: 'repay-loan.paymentDate',
  },
  {
    variant: 'paymentDate-words',
    requirement: 'REP-25',
    what: 'a paymentDate that is no date',
    change: { paymentDate: 'yesterday' },
    after: 'repay-loan.paymentDate',
  },
  {
    variant: 'paymentNarration-not-a-string',
    requirement: 'REP-27',
    what: 'a repayment whose paymentNarration is no string',
    change: { paymentNarration: { not: 'a string' } },
    after: 'repay-loan.paymentNarration',
  },
];

const refusals: Check[] = WRONG_FIELDS.map(
  ({ variant, requirement, what, change, after, level = 'must' as const }) => ({
    ...base,
    level,
    id: `repay-loan.refuses.${variant}`,
    title: `refuses ${what}`,
    requirements: [requirement],
    after: [after ?? twin],
    async run(context) {
      expectRejection(await repayWith(context, change), what);
    },
  }),
);

const pathForm: Check = {
  ...base,
  id: 'repay-loan.refuses.user-id-not-a-uuid',
  title: 'refuses a repayment whose user-id in the path is no UUID',
  requirements: ['REP-17'],
  after: [twin],
  async run(context) {
    const exchange = await repayWith(context, {}, { 'user-id': 'not-a-uuid' });
    expectRejection(exchange, 'a user-id that is no UUID');
  },
};

const optional: Check[] = [
  {
    ...base,
    id: 'repay-loan.paymentDate',
    title: 'records a repayment that carries a paymentDate of ISO 8601',
    requirements: ['REP-15'],
    takes: { 'active-loan': 1 },
    after: [twin],
    async run(context) {
      // A moment ago, so that no clock takes it for the future; either form is ISO 8601.
      const moment = new Date(Date.now() - 60_000).toISOString();
      const timed = await sendOwn(context, endpoint, { body: { paymentDate: moment } });
      expectNoServerError(timed.exchange, 'a repayment with a paymentDate of ISO 8601');
      const body = { paymentDate: moment.slice(0, 10) };
      const sent = isRejection(timed.exchange) ? await sendCall(context, timed, { body }) : timed;
      await expectAccepted(context, sent, 'a repayment with a paymentDate of ISO 8601');
    },
  },
  {
    ...base,
    id: 'repay-loan.paymentNarration',
    title: 'records a repayment that carries a paymentNarration',
    requirements: ['REP-15'],
    takes: { 'active-loan': 1 },
    after: [twin],
    async run(context) {
      const body = { paymentNarration: 'Repayment of January' };
      const sent = await sendOwn(context, endpoint, { body });
      await expectAccepted(context, sent, 'a repayment with a paymentNarration');
    },
  },
];

const otherReference: Check = {
  ...base,
  id: 'repay-loan.observes.other-reference',
  title: 'shows whether another reference than that of the loan is accepted',
  requirements: ['REP-35'],
  level: 'open',
  after: [twin],
  async run(context) {
    const options = await likeFirst(context, endpoint);
    const body = { ...(options.body as object), repaymentReference: 'ANOTHER-REFERENCE' };
    const exchange = await context.call(endpoint, { ...options, body });
    context.observe('status of a repayment with another reference', statusOf(exchange));
  },
};

/** Section 4.7: each field of a repayment, missing, wrongly typed, or of a wrong form. */
export const repayLoanFieldChecks: Check[] = [...optional, ...refusals, pathForm, otherReference];
