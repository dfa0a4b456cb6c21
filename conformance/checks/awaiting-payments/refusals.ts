import type { StateValues } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectRejection, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { fieldRefusals } from '../kinds/field-refusals.ts';
import { listedHeaders } from '../kinds/listed-headers.ts';
import { listingBody } from '../valid-call.ts';
import { dayOf, isoDate } from './days.ts';
import { askListing, CUSTOMER_LISTING, LISTING_TWIN } from './listing.ts';

const endpoint = 'awaiting-payments' as const;

type State = StateValues[typeof endpoint];

/** A listing that has to be refused for one reason. */
interface Wrong {
  variant: string;
  requirement: string;
  what: string;
  /** should, where the form is a near miss that the specification does not say is refused */
  level?: 'should';
  cause?: string;
  /** what stands before the variant in its id, where that is not `refuses` */
  about?: 'header';
  /** in situations tried with each value of what varies, and not with each pair */
  once?: true;
  send(context: CheckContext): Promise<Exchange>;
}

/** A wrong listing whose body is changed. */
function wrongBody({
  change,
  ...rest
}: Omit<Wrong, 'send'> & { change(state: State, turn: number): Record<string, unknown> }): Wrong {
  return {
    ...rest,
    send: async (context) =>
      askListing(context, {
        body: change(await context.state('awaiting-payments'), context.turn ?? 0),
      }),
  };
}

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

/** The last time that such a date is tried it is right but for what stands behind it. */
const TURN_OF_TIME = 2;

/**
 * Dates of a form near that shown. Each keeps fromDate before toDate in every reading, so that only
 * its form is wrong.
 */
export const NEAR_DATES: readonly Wrong[] = (['fromDate', 'toDate'] as const).flatMap((field) => {
  const yearOf = (state: State) => Number(state[field].slice(6)) - (field === 'fromDate' ? 1 : 0);
  return [
    {
      variant: `${field}-iso`,
      what: `a ${field} of the form yyyy-MM-dd, or with a time`,
      change: (state: State, turn: number) => ({
        [field]: turn < TURN_OF_TIME ? isoDate(dayOf(state[field])) : `${state[field]}T00:00:00`,
      }),
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
      once: true,
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
  once: true,
  send: async (context) =>
    context.call('awaiting-payments', { as: await context.session('customer'), ...options }),
}));

const NO_HEADER: Wrong[] = listedHeaders(endpoint, 'must').map(({ header, requirement }) => ({
  ...(header === 'uuid' && { once: true }),
  variant: `${header}-missing`,
  about: 'header',
  requirement,
  what: `a listing without the header ${header}`,
  cause: `header ${header} is not required`,
  send: (context) => askListing(context, { headers: { [header]: null } }),
}));

/** The id of the check that a listing is refused. */
const idOf = ({ about, variant }: Wrong) => `awaiting-payments.${about ?? 'refuses'}.${variant}`;

const nameOf = ({ about, variant }: Wrong) => (about ? `${about}.${variant}` : variant);

/** Asks for a listing that has to be refused: once for all who look at its answer. */
export const askWrong = (context: CheckContext, listing: Wrong): Promise<Exchange> =>
  context.shared(`listing that is refused: ${listing.variant}`, listing.send, idOf(listing));

/** The listings that have to be refused. */
export const WRONG_LISTINGS: readonly Wrong[] = [...WRONG_DATES, ...NO_BODY, ...NO_HEADER];

const fields = fieldRefusals({
  ...CUSTOMER_LISTING,
  subject: 'a listing',
  absent: (field) => `${field}-missing`,
  // Of two mistakes a message may be put together from none.
  alsoAbsent: { fromDate: 'toDate' },
  send: (context, body) => askListing(context, { body }),
  validBody: async (context) => {
    const state = await context.state('awaiting-payments');
    return { ...listingBody(state), searchablePaymentReference: state.reference };
  },
});

const wrong: Check[] = [...WRONG_LISTINGS, ...NEAR_DATES].map((listing) => ({
  ...CUSTOMER_LISTING,
  id: idOf(listing),
  refusal: refusalOf('awaiting-payments', nameOf(listing), listing.once ? { once: true } : {}),
  title: `refuses ${listing.what}`,
  requirements: [listing.requirement],
  level: listing.level ?? 'must',
  ...(listing.cause && { cause: listing.cause }),
  async run(context) {
    expectRejection(await askWrong(context, listing), listing.what);
  },
}));

const SHOWN_FAILURES: Record<string, { what: string; body: Record<string, unknown> }> = {
  'selectedCurrency-missing': {
    what: 'a body without selectedCurrency',
    body: { selectedCurrency: undefined },
  },
  'fromDate-text': { what: 'a fromDate that is no date', body: { fromDate: 'not a date' } },
};

/** Payments a page that hold most of what a customer is listed. */
const LARGE = 100;

const observations: Check[] = [
  ...Object.entries(SHOWN_FAILURES).map(([variant, { what, body }]) => ({
    id: `awaiting-payments.observes.failure.${variant}`,
    title: `shows the HTTP status for ${what}`,
    requirement: 'PAY-57',
    after: `awaiting-payments.refuses.${variant}`,
    tried: { [what]: body },
  })),
  {
    id: 'awaiting-payments.observes.lenient-values',
    title: 'shows which values of another kind a listing may have',
    requirement: 'PAY-90',
    after: LISTING_TWIN,
    tried: {
      'an empty search': { searchablePaymentReference: '' },
      'a search for null': { searchablePaymentReference: null },
      'a search for a number': { searchablePaymentReference: 12_345 },
      'an empty selectedCurrency': { selectedCurrency: '' },
    },
  },
].map(({ id, title, requirement, after, tried }) => ({
  ...CUSTOMER_LISTING,
  id,
  title,
  requirements: [requirement],
  level: 'open',
  after: [...CUSTOMER_LISTING.after, after],
  async run(context) {
    for (const [what, body] of Object.entries(tried)) {
      const exchange = await askListing(context, { body });
      context.observe(`HTTP status of awaiting-payments for ${what}`, statusOf(exchange));
      if (isSuccess(exchange) && 'searchablePaymentReference' in body) {
        // Whoever is listed more than their own by it may be so on later pages only, as the rules of listings see.
        await askListing(context, { body, query: { size: LARGE } });
      }
    }
  },
}));

/** Section 4.5: what a request must have. */
export const awaitingPaymentsRefusalChecks: Check[] = [...fields, ...wrong, ...observations];
