import type { StateValues } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { expectRejection } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { dayOf, isoDate } from './awaiting-payments-days.ts';
import { askListing, CUSTOMER_LISTING } from './awaiting-payments-listing.ts';

type State = StateValues['awaiting-payments'];

/** A listing that has to be refused for one reason. */
export interface Wrong {
  variant: string;
  requirement: string;
  what: string;
  /** should, where the form is a near miss that the specification does not say is refused */
  level?: 'should';
  cause?: string;
  /** how its id begins, where it is not `refuses.<variant>` */
  id?: string;
  send(context: CheckContext): Promise<Exchange>;
}

/** A wrong listing whose body is changed. */
function wrongBody({
  change,
  ...rest
}: Omit<Wrong, 'send'> & { change(state: State): Record<string, unknown> }): Wrong {
  return {
    ...rest,
    send: async (context) =>
      askListing(context, { body: change(await context.state('awaiting-payments')) }),
  };
}

const REQUIRED: Wrong[] = [
  { field: 'selectedCurrency', requirement: 'PAY-30' },
  { field: 'fromDate', requirement: 'PAY-31' },
  { field: 'toDate', requirement: 'PAY-32' },
].map(({ field, requirement }) =>
  wrongBody({
    variant: `${field}-missing`,
    requirement,
    what: `a body without ${field}`,
    change: () => ({ [field]: undefined }),
  }),
);

/** An object is nothing that a lenient reader could take for a string. */
const WRONG_TYPES: Wrong[] = [
  { field: 'selectedCurrency', from: 'currency', requirement: 'PAY-30' },
  { field: 'fromDate', from: 'fromDate', requirement: 'PAY-31' },
  { field: 'toDate', from: 'toDate', requirement: 'PAY-32' },
  { field: 'searchablePaymentReference', from: 'reference', requirement: 'PAY-33' },
].map(({ field, from, requirement }) =>
  wrongBody({
    variant: `${field}-not-a-string`,
    requirement,
    what: `a body whose ${field} is an object`,
    change: (state) => ({ [field]: { value: state[from as keyof State] } }),
  }),
);

const WRONG_DATES: Wrong[] = [
  { field: 'fromDate', requirement: 'PAY-34' },
  { field: 'toDate', requirement: 'PAY-35' },
].map(({ field, requirement }) =>
  wrongBody({
    variant: `${field}-text`,
    requirement,
    what: `a ${field} that is no date`,
    cause: 'a date that is none is accepted',
    change: () => ({ [field]: 'not a date' }),
  }),
);

/**
 * Dates of a form near that shown. Each keeps fromDate before toDate in every reading, so that only
 * its form is wrong.
 */
export const NEAR_DATES: readonly Wrong[] = (['fromDate', 'toDate'] as const).flatMap((field) => {
  const yearOf = (state: State) => Number(state[field].slice(6)) - (field === 'fromDate' ? 1 : 0);
  return [
    {
      variant: `${field}-iso`,
      what: `a ${field} of the form yyyy-MM-dd`,
      change: (state: State) => ({ [field]: isoDate(dayOf(state[field])) }),
    },
    {
      variant: `${field}-month-first`,
      what: `a ${field} with the month 31`,
      change: (state: State) => ({ [field]: `12/31/${yearOf(state)}` }),
    },
  ].map((date) =>
    wrongBody({
      ...date,
      requirement: field === 'fromDate' ? 'PAY-74' : 'PAY-75',
      level: 'should',
      cause: `a ${field} not dd/MM/yyyy is accepted`,
    }),
  );
});

const NO_BODY: Wrong[] = [
  { variant: 'no-body', what: 'a GET without a body', requirement: 'PAY-30', options: {} },
  {
    variant: 'not-json',
    what: 'a GET whose body is not JSON',
    requirement: 'SVC-16',
    options: { rawBody: '{"a' },
  },
].map(({ options, ...rest }) => ({
  ...rest,
  send: async (context) =>
    context.call('awaiting-payments', { as: await context.session('customer'), ...options }),
}));

const NO_HEADER: Wrong[] = [
  { header: 'uuid', requirement: 'PAY-21' },
  { header: 'platform', requirement: 'PAY-22' },
].map(({ header, requirement }) => ({
  variant: `${header}-missing`,
  id: `awaiting-payments.header.${header}-missing`,
  requirement,
  what: `a listing without the header ${header}`,
  cause: `header ${header} is not required`,
  send: (context) => askListing(context, { headers: { [header]: null } }),
}));

/** The id of the check that a listing is refused. */
export const idOf = ({ id, variant }: Wrong) => id ?? `awaiting-payments.refuses.${variant}`;

/** The answer to a wrong listing, sent once per run. */
export function refused(context: CheckContext, { variant, send }: Wrong): Promise<Exchange> {
  return context.shared(`listing refused for ${variant}`, send);
}

/** The listings that have to be refused. */
export const WRONG_LISTINGS: readonly Wrong[] = [
  ...REQUIRED,
  ...WRONG_TYPES,
  ...WRONG_DATES,
  ...NO_BODY,
  ...NO_HEADER,
];

/** Section 4.5: what a request must have. */
export const awaitingPaymentsRefusalChecks: Check[] = [...WRONG_LISTINGS, ...NEAR_DATES].map(
  (wrong) => ({
    ...CUSTOMER_LISTING,
    id: idOf(wrong),
    title: `refuses ${wrong.what.replace(/^a body/, 'a listing with a body')}`,
    requirements: [wrong.requirement],
    level: wrong.level ?? 'must',
    ...(wrong.cause && { cause: wrong.cause }),
    async run(context) {
      expectRejection(await refused(context, wrong), wrong.what);
    },
  }),
);
