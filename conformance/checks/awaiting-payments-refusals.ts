import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { expectFailedStatus, expectField, expectRejection, statusOf } from '../expectations.ts';
import { type Exchange, jsonOf } from '../http/exchange.ts';
import type { StateValues } from '../target/target.ts';
import { dayOf, isoDate } from './awaiting-payments-days.ts';
import { askListing, CUSTOMER_LISTING } from './awaiting-payments-listing.ts';

type State = StateValues['awaiting-payments'];

/** A body that has to be refused for one reason. */
interface WrongBody {
  variant: string;
  requirement: string;
  what: string;
  cause?: string;
  change(state: State): Record<string, unknown>;
}

const REQUIRED: WrongBody[] = [
  { field: 'selectedCurrency', requirement: 'PAY-30' },
  { field: 'fromDate', requirement: 'PAY-31' },
  { field: 'toDate', requirement: 'PAY-32' },
].map(({ field, requirement }) => ({
  variant: `${field}-missing`,
  requirement,
  what: `a body without ${field}`,
  change: () => ({ [field]: undefined }),
}));

/** An object is nothing that a lenient reader could take for a string. */
const WRONG_TYPES: WrongBody[] = [
  { field: 'selectedCurrency', from: 'currency', requirement: 'PAY-30' },
  { field: 'fromDate', from: 'fromDate', requirement: 'PAY-31' },
  { field: 'toDate', from: 'toDate', requirement: 'PAY-32' },
  { field: 'searchablePaymentReference', from: 'reference', requirement: 'PAY-33' },
].map(({ field, from, requirement }) => ({
  variant: `${field}-not-a-string`,
  requirement,
  what: `a body whose ${field} is an object`,
  change: (state) => ({ [field]: { value: state[from as keyof State] } }),
}));

/** Each keeps fromDate before toDate in every reading, so that only its form is wrong. */
const WRONG_DATES: WrongBody[] = (['fromDate', 'toDate'] as const).flatMap((field) => {
  const requirement = field === 'fromDate' ? 'PAY-34' : 'PAY-35';
  const yearOf = (state: State) => Number(state[field].slice(6)) - (field === 'fromDate' ? 1 : 0);
  return [
    {
      variant: `${field}-iso`,
      what: `a ${field} of the form yyyy-MM-dd`,
      change: (state: State) => ({ [field]: isoDate(dayOf(state[field])) }),
    },
    {
      variant: `${field}-text`,
      what: `a ${field} that is no date`,
      change: () => ({ [field]: 'not a date' }),
    },
    {
      variant: `${field}-month-first`,
      what: `a ${field} with the month 31`,
      change: (state: State) => ({ [field]: `12/31/${yearOf(state)}` }),
    },
  ].map((date) => ({ ...date, requirement, cause: `a ${field} not dd/MM/yyyy is accepted` }));
});

function refused(context: CheckContext, { variant, change }: WrongBody): Promise<Exchange> {
  return context.shared(`listing refused for ${variant}`, async (own) =>
    askListing(own, { body: change(await own.state('awaiting-payments')) }),
  );
}

const refusals: Check[] = [...REQUIRED, ...WRONG_TYPES, ...WRONG_DATES].map((wrong) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.refuses.${wrong.variant}`,
  title: `refuses a listing with ${wrong.what}`,
  requirements: [wrong.requirement],
  level: 'must',
  ...(wrong.cause && { cause: wrong.cause }),
  async run(context) {
    expectRejection(await refused(context, wrong), wrong.what);
  },
}));

const noBody: Check[] = [
  { variant: 'no-body', what: 'a GET without a body', requirement: 'PAY-30', rawBody: undefined },
  {
    variant: 'not-json',
    what: 'a GET whose body is not JSON',
    requirement: 'SVC-16',
    rawBody: '{"a',
  },
].map(({ variant, what, requirement, rawBody }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.refuses.${variant}`,
  title: `refuses a listing by ${what}`,
  requirements: [requirement],
  level: 'must',
  async run(context) {
    const as = await context.session('customer');
    const exchange = await context.call('awaiting-payments', {
      as,
      ...(rawBody !== undefined && { rawBody }),
    });
    expectRejection(exchange, what);
  },
}));

const headers: Check[] = [
  { header: 'uuid', requirement: 'PAY-21' },
  { header: 'platform', requirement: 'PAY-22' },
].map(({ header, requirement }) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.header.${header}-missing`,
  title: `refuses a listing without the header ${header}`,
  requirements: [requirement],
  level: 'must',
  cause: `header ${header} is not required`,
  async run(context) {
    const exchange = await askListing(context, { headers: { [header]: null } });
    expectRejection(exchange, `a listing without the header ${header}`);
  },
}));

const SHOWN_FAILURES = [...REQUIRED, ...WRONG_DATES].filter(({ variant }) =>
  ['selectedCurrency-missing', 'fromDate-text'].includes(variant),
);

const failure: Check[] = SHOWN_FAILURES.flatMap((wrong): Check[] => {
  const base = {
    ...CUSTOMER_LISTING,
    requirements: ['PAY-50'],
    level: 'must' as const,
    after: [...CUSTOMER_LISTING.after, `awaiting-payments.refuses.${wrong.variant}`],
  };
  return [
    {
      ...base,
      id: `awaiting-payments.failure.status.${wrong.variant}`,
      title: `says status FAILED for ${wrong.what}`,
      cause: 'a failed listing does not say status FAILED',
      async run(context) {
        expectFailedStatus(await refused(context, wrong), wrong.what);
      },
    },
    {
      ...base,
      id: `awaiting-payments.failure.message.${wrong.variant}`,
      title: `gives a message for ${wrong.what}`,
      cause: 'a failed listing gives no message',
      async run(context) {
        const body = jsonOf(await refused(context, wrong));
        expectField([body], 'failed-response', 'message', 'failed answer of awaiting-payments');
      },
    },
    {
      ...base,
      id: `awaiting-payments.observes.failure.${wrong.variant}`,
      title: `shows the HTTP status for ${wrong.what}`,
      requirements: ['PAY-57'],
      level: 'open',
      async run(context) {
        const exchange = await refused(context, wrong);
        context.observe(`HTTP status of awaiting-payments for ${wrong.what}`, statusOf(exchange));
      },
    },
  ];
});

/** Section 4.5: what a request must have, and how its failure is told. */
export const awaitingPaymentsRefusalChecks: Check[] = [
  ...refusals,
  ...noBody,
  ...headers,
  ...failure,
];
