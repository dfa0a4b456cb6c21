import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectNoServerError, expectRejection, isRejection, statusOf } from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { likeFirst } from '../idempotency/experiments.ts';
import { bodyFields } from '../kinds/body-fields.ts';
import { fieldRefusals } from '../kinds/field-refusals.ts';
import { LONG_TEXT, looseBodies } from '../kinds/loose-bodies.ts';
import { takenFields } from '../lending/optional-fields.ts';
import { NOT_UUIDS, notUuids } from '../near-ids.ts';
import { expectAccepted, type Sent, sendCall, sendOwn } from '../own-entry.ts';
import { baseOf, VALID_CALLS } from '../valid-call.ts';
import { AMOUNT_WITH_CENTS, DATE_OF_YEARS_AGO } from './odd-values.ts';
import { aMinuteAgo, lastWorkingDay } from './payment-dates.ts';
import { datedRepayment } from './repay-loan-again.ts';
import { changed, inTurn } from './repay-loan-refusals.ts';

const endpoint = 'repay-loan' as const;
const base = baseOf(endpoint);

/** Sends the valid body with some fields changed; `undefined` leaves one out. */
const repayWith = async (context: CheckContext, change: Record<string, unknown>) =>
  context.call(endpoint, await changed(context, change));

const validBody = async (context: CheckContext): Promise<Record<string, unknown>> =>
  (await VALID_CALLS[endpoint].options(context)).body;

const fields = fieldRefusals({
  ...base,
  subject: 'a repayment',
  absent: (field) => `no-${field}`,
  // What is no text is no date either, which has a check of its own.
  except: ['paymentDate'],
  afterOf: { paymentNarration: 'repay-loan.paymentNarration' },
  send: repayWith,
  validBody,
});

/** The identifiers of the body: near misses of a UUID's form. */
const IDS = bodyFields(endpoint).filter(({ field }) => field.endsWith('Id'));

/** One way in which a field is wrong; no lenient reader turns the value into a right one. */
interface WrongField {
  variant: string;
  requirement: string;
  what: string;
  field: string;
  /** tried one after the other; or near misses of the valid value */
  values: unknown[] | 'no UUIDs';
  after?: string;
  /** should, where the form is a near miss that the specification does not say is refused */
  level?: 'should';
}

const WRONG_FIELDS: WrongField[] = [
  ...IDS.map(({ field, requirement }) => ({
    variant: `${field}-not-a-uuid`,
    requirement,
    what: `a repayment whose ${field} is no UUID`,
    field,
    values: 'no UUIDs' as const,
  })),
  {
    variant: 'paymentDate-day-first',
    requirement: 'REP-57',
    level: 'should',
    what: 'a paymentDate of the form dd/MM/yyyy',
    field: 'paymentDate',
    values: ['31/01/2026'],
    after: 'repay-loan.paymentDate',
  },
  {
    variant: 'paymentDate-words',
    requirement: 'REP-25',
    what: 'a paymentDate that is no date',
    field: 'paymentDate',
    values: ['yesterday', { date: '2026-01-31' }, ['2026-01-31', '2026-02-01'], true],
    after: 'repay-loan.paymentDate',
  },
];

const refusals: Check[] = WRONG_FIELDS.map(
  ({ variant, requirement, what, field, values, after, level = 'must' as const }) => ({
    ...base,
    level,
    id: `repay-loan.refuses.${variant}`,
    refusal: refusalOf(endpoint, variant, level === 'should' ? { once: true } : {}),
    title: `refuses ${what}`,
    requirements: [requirement],
    after: after ? [after] : base.after,
    tries: values === 'no UUIDs' ? NOT_UUIDS : values.length,
    async run(context) {
      const all =
        values === 'no UUIDs' ? notUuids(String((await validBody(context))[field])) : values;
      const value = all[(context.turn ?? 0) % all.length];
      const exchange = await repayWith(context, { [field]: value });
      expectRejection(exchange, `${what}: ${JSON.stringify(value)}`);
    },
  }),
);

const pathForm: Check = {
  ...base,
  id: 'repay-loan.refuses.user-id-not-a-uuid',
  refusal: refusalOf(endpoint, 'user-id-not-a-uuid'),
  title: 'refuses a repayment whose user-id in the path is no UUID',
  requirements: ['REP-17'],
  tries: NOT_UUIDS,
  async run(context) {
    const options = await VALID_CALLS[endpoint].options(context);
    const id = inTurn(context, ...notUuids(options.body.customerId));
    const exchange = await context.call(endpoint, { ...options, path: { 'user-id': id } });
    expectRejection(exchange, `a user-id that is no UUID (${id})`);
  },
};

/** The day of a moment, as ISO 8601 writes both. */
const dayOf = (moment: string): string => moment.slice(0, 'yyyy-MM-dd'.length);

const optional: Check[] = [
  {
    ...base,
    id: 'repay-loan.paymentDate',
    title: 'records a repayment that carries a paymentDate of ISO 8601',
    requirements: ['REP-15'],
    takes: { 'active-loan': 1 },
    async run(context) {
      const timed = await datedRepayment(context);
      expectNoServerError(timed.exchange, 'a repayment with a paymentDate of ISO 8601');
      // A day is ISO 8601 as well as a moment, and a bank may take no payment of a day on which it does not work.
      const others = [dayOf(aMinuteAgo()), lastWorkingDay(), dayOf(lastWorkingDay())];
      let sent: Sent = timed;
      for (const paymentDate of isRejection(timed.exchange) ? others : []) {
        sent = await sendCall(context, timed, { body: { paymentDate } });
        if (!isRejection(sent.exchange)) {
          break;
        }
      }
      await expectAccepted(context, sent, 'a repayment with a paymentDate of ISO 8601');
      const date = String(valueAt(sent.options.body, 'paymentDate'));
      const isOfToday = date.startsWith(dayOf(aMinuteAgo()));
      (await takenFields(context, endpoint)).set('paymentDate', () =>
        isOfToday ? aMinuteAgo().slice(0, date.length) : date,
      );
    },
  },
  {
    ...base,
    id: 'repay-loan.paymentNarration',
    title: 'records a repayment that carries a paymentNarration',
    requirements: ['REP-15'],
    takes: { 'active-loan': 1 },
    async run(context) {
      const what = 'a repayment with a paymentNarration';
      let body = { paymentNarration: 'Repayment of January' };
      let sent = await sendOwn(context, endpoint, { body });
      expectNoServerError(sent.exchange, what);
      if (isRejection(sent.exchange)) {
        // How long it may be is open: a bank that transfers it may have room for few letters.
        body = { paymentNarration: 'Repayment' };
        sent = await sendCall(context, sent, { body });
      }
      await expectAccepted(context, sent, what);
      (await takenFields(context, endpoint)).set('paymentNarration', () => body.paymentNarration);
    },
  },
];

const otherReference: Check = {
  ...base,
  id: 'repay-loan.observes.other-reference',
  title: 'shows whether another reference than that of the loan is accepted',
  requirements: ['REP-35'],
  level: 'open',
  async run(context) {
    const options = await likeFirst(context, endpoint);
    const body = { ...(options.body as object), repaymentReference: 'ANOTHER-REFERENCE' };
    const exchange = await context.call(endpoint, { ...options, body });
    context.observe('status of a repayment with another reference', statusOf(exchange));
  },
};

/** Optional fields whose values a bank may have no room for, or find too old. */
export const ODD_REPAYMENTS = [
  { text: DATE_OF_YEARS_AGO, body: { paymentDate: '2020-02-29T10:30:00.000Z' } },
  { text: 'a narration in other letters', body: { paymentNarration: 'Repayment, ẹ ṣé 🙏' } },
] as const;

const loose = looseBodies({
  endpoint,
  subject: 'a repayment',
  requirement: 'REP-70',
  lenient: {
    [AMOUNT_WITH_CENTS]: (body) => ({
      repaymentAmount: Math.trunc(Number(body.repaymentAmount)) + 0.37,
    }),
    'repaymentAmount as a text': (body) => ({
      repaymentAmount: String(body.repaymentAmount),
    }),
    'repaymentReference as a number': () => ({ repaymentReference: 12_345 }),
    'customerId in capitals': (body) => ({
      customerId: String(body.customerId).toUpperCase(),
    }),
    'optional fields null': () => ({ paymentNarration: null, paymentDate: null }),
    'a paymentNarration of a thousand letters': () => ({ paymentNarration: LONG_TEXT }),
    ...Object.fromEntries(ODD_REPAYMENTS.map(({ text, body }) => [text, () => body])),
  },
});

/** Section 4.7: each field of a repayment, missing, wrongly typed, or of a wrong form. */
export const repayLoanFieldChecks: Check[] = [
  ...optional,
  ...fields,
  ...refusals,
  pathForm,
  otherReference,
  ...loose,
];
