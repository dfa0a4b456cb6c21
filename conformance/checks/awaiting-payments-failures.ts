import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { expectFailedStatus, isFromGateway, isRejection, statusOf } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import { askListing, CUSTOMER_LISTING } from './awaiting-payments-listing.ts';
import { idOf, NEAR_DATES, refused, WRONG_LISTINGS } from './awaiting-payments-refusals.ts';
import { textOf } from './entry-text.ts';

/** The two things that a failed listing tells, by the name under which the checks have them. */
const TOLD = { status: expectFailedStatus, message: expectMessage };

const failures: Check[] = WRONG_LISTINGS.flatMap((wrong) =>
  Object.entries(TOLD).map(([told, expectTold]) => ({
    ...CUSTOMER_LISTING,
    id: `awaiting-payments.failure.${told}.${wrong.variant}`,
    title: `gives ${told} for ${wrong.what}`,
    requirements: ['PAY-50'],
    level: 'must',
    cause: `a failed listing tells no ${told}`,
    after: [...CUSTOMER_LISTING.after, idOf(wrong)],
    async run(context) {
      const exchange = await refused(context, wrong);
      if (!tellsFailure(exchange)) context.inconclusive(NOT_TOLD);
      expectTold(exchange, wrong.what);
    },
  })),
);

const NOT_TOLD = "The answer is a 401, a 403 or a gateway's, whose body section 4.5 does not show.";

const ODD_QUERIES: Record<string, string | number>[] = [
  { page: 0 },
  { page: 'abc' },
  { page: 100_000 },
  { size: 0 },
  { size: 'abc' },
];

/** Requests that may succeed or fail as the target likes; what fails is told like any failure. */
const MAY_FAIL: { what: string; send(context: CheckContext): Promise<Exchange> }[] = [
  ...NEAR_DATES.map((wrong) => ({
    what: wrong.what,
    send: (context: CheckContext) => refused(context, wrong),
  })),
  ...ODD_QUERIES.map((query) => ({
    what: `a listing with ${Object.entries(query).flat().join('=')}`,
    send: (context: CheckContext) => askListing(context, { query }),
  })),
  {
    what: 'a listing whose fromDate is after its toDate',
    async send(context) {
      const { fromDate, toDate } = await context.state('awaiting-payments');
      return askListing(context, { body: { fromDate: toDate, toDate: fromDate } });
    },
  },
  {
    what: 'a listing in a currency that is none',
    send: (context) => askListing(context, { body: { selectedCurrency: 'XXX' } }),
  },
  {
    what: 'a listing without Content-Type',
    send: (context) => askListing(context, { headers: { 'Content-Type': null } }),
  },
];

const elsewhere: Check[] = Object.entries(TOLD).map(([told, expectTold]) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.failure.${told}.elsewhere`,
  title: `gives ${told} in whatever failure it answers to a listing`,
  requirements: ['PAY-50'],
  level: 'must',
  cause: `a failed listing tells no ${told}`,
  async run(context) {
    const answers = await context.shared('listings that may fail', (own) =>
      Promise.all(MAY_FAIL.map(async ({ what, send }) => ({ what, exchange: await send(own) }))),
    );
    const failed = answers.filter(({ exchange }) => tellsFailure(exchange));
    if (failed.length === 0) context.inconclusive('None of the requests that may fail did.');
    for (const { what, exchange } of failed) expectTold(exchange, what);
  },
}));

/** Whether an answer is a failure that has to say so: no 401, no 403, and not a gateway's. */
function tellsFailure(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return isRejection(exchange) && status !== 401 && status !== 403 && !isFromGateway(exchange);
}

/** Demands the message of a failure: a text, in whatever language. */
function expectMessage(exchange: Exchange, what: string): void {
  const message = valueAt(jsonOf(exchange), 'message');
  if (typeof message !== 'string')
    deviate(`a text as message for ${what}`, message === undefined ? 'none' : textOf(message));
}

const SHOWN_FAILURES = WRONG_LISTINGS.filter(({ variant }) =>
  ['selectedCurrency-missing', 'fromDate-text'].includes(variant),
);

const observations: Check[] = SHOWN_FAILURES.map((wrong) => ({
  ...CUSTOMER_LISTING,
  id: `awaiting-payments.observes.failure.${wrong.variant}`,
  title: `shows the HTTP status for ${wrong.what}`,
  requirements: ['PAY-57'],
  level: 'open',
  after: [...CUSTOMER_LISTING.after, idOf(wrong)],
  async run(context) {
    const exchange = await refused(context, wrong);
    context.observe(`HTTP status of awaiting-payments for ${wrong.what}`, statusOf(exchange));
  },
}));

/** Sections 4.5 and 7: how a failure of awaiting-payments is told. */
export const awaitingPaymentsFailureChecks: Check[] = [...failures, ...elsewhere, ...observations];
