import type { StateValues } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import {
  answerOf,
  expectRejection,
  expectSuccess,
  isRejectedAsAsked,
  isSuccess,
} from '../../expectations.ts';
import { valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { dayIn, dayOf, type RangeEnd, slashDate, thirtyFirst } from './days.ts';
import { askListing, CUSTOMER_LISTING, entriesOf, FULL_PAGE, MOST_PAGES } from './listing.ts';
import { searching } from './searches.ts';

type State = StateValues['awaiting-payments'];

/** A clamped reading of an impossible day lies up to three days before a carried one. */
const CLAMPED_DAYS = 3;

/**
 * The day of which `fits` is true that can stand at an end of the state's range with the other end as it
 * is: before fromDate, or up to toDate, since a day to come may be refused as such.
 */
function nearestDay(state: State, end: RangeEnd, fits: (day: number) => boolean): number {
  const first = dayOf(state.fromDate) + CLAMPED_DAYS;
  const last = dayOf(state.toDate);
  let day = end === 'fromDate' ? dayOf(state.fromDate) : last;
  while (!fits(day) && (end === 'fromDate' || day > first)) {
    day -= 1;
  }
  for (let later = last; !fits(day); later += 1) {
    day = later;
  }
  return day;
}

/** Forms near dd/MM/yyyy: in every reading fromDate stays before toDate, so that the form alone is wrong. */
const OTHER_FORMS: { form: string; write(state: State, end: RangeEnd): string }[] = [
  { form: 'dd-MM-yyyy', write: (state, end) => state[end].replaceAll('/', '-') },
  {
    form: 'd/M/yyyy',
    write(state, end) {
      const day = nearestDay(state, end, (each) => slashDate(each).startsWith('0'));
      return slashDate(day).replaceAll(/\b0/g, '');
    },
  },
  { form: 'dd/MM/yy', write: (state, end) => state[end].replace(/\d\d(?=\d\d$)/, '') },
  { form: 'dd/MM/yyyy HH:mm:ss', write: (state, end) => `${state[end]} 10:30:00` },
  {
    form: 'a day that no month has',
    write(state, end) {
      const day = nearestDay(state, end, (each) => thirtyFirst(each) !== undefined);
      return thirtyFirst(day) ?? '';
    },
  },
];

const otherForms: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.refuses.date-forms',
  title: 'refuses a listing with a date of a form near dd/MM/yyyy',
  requirements: ['PAY-74', 'PAY-75'],
  level: 'should',
  cause: 'a date not dd/MM/yyyy is accepted',
  tries: OTHER_FORMS.length,
  drawn: true,
  async run(context) {
    const { seed, turn = 0 } = context;
    const end = (seed + turn) % 2 === 0 ? 'fromDate' : 'toDate';
    const state = await context.state('awaiting-payments');
    for (const { form, write } of OTHER_FORMS.slice(turn, turn + 1)) {
      const date = write(state, end);
      const exchange = await askListing(context, { body: { [end]: date } });
      expectRejection(exchange, `a listing with ${end} ${date} (${form})`);
    }
  },
};

/** The year, as yyyy, of the last 29 February that a range up to this date may hold. */
function leapYearBefore(toDate: string): string {
  let year = Number(toDate.slice(6));
  const leapDay = () => dayIn(year, 2, 29);
  while (year > 1 && (!slashDate(leapDay()).startsWith('29/02') || leapDay() > dayOf(toDate))) {
    year -= 1;
  }
  return slashDate(leapDay()).slice(6);
}

/** A range of payments ends no later than so many years ahead. */
const FARTHEST_YEARS = 100;

const leapDay: Check = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.range.leap-day',
  title: 'takes 29 February of a leap year as a day of a range',
  requirements: ['PAY-93'],
  async run(context) {
    const state = await context.state('awaiting-payments');
    const year = leapYearBefore(state.toDate);
    // Years of the Buddhist era are 543 more, and others of them are leap years.
    if (Number(year) > new Date().getUTCFullYear() + FARTHEST_YEARS) {
      context.inconclusive(`The year ${year} is one of another calendar, or far ahead.`);
    }
    const ask = (day: string, toDate = `${day}/${year}`) =>
      askListing(context, { body: { fromDate: `${day}/${year}`, toDate } });
    const exchange = await ask('29/02');
    if (!isRejectedAsAsked(exchange)) {
      return;
    }
    // Days long gone may be refused, and so may a day without payments.
    const dayBefore = await ask('28/02');
    if (isSuccess(dayBefore) && entriesOf(dayBefore).length === 0) {
      const what = `a listing of 29/02/${year} to be taken as that of 28/02/${year}`;
      deviate(what, answerOf(exchange));
    }
    const since = await ask('29/02', state.toDate);
    if (!isRejectedAsAsked(since) || !isSuccess(await ask('28/02', state.toDate))) {
      context.inconclusive('The day before is refused as well, or has payments.');
    }
    const what = `a listing from 29/02/${year} on to be taken as that from 28/02/${year} on`;
    deviate(what, answerOf(since));
  },
};

const overNewYear: Check = {
  ...searching,
  id: 'awaiting-payments.range.search-over-new-year',
  title: 'finds a payment by its reference in a range that begins the year before',
  requirements: ['PAY-43'],
  async run(context) {
    const { fromDate, reference } = await context.state('awaiting-payments');
    const from = slashDate(dayIn(Number(fromDate.slice(6)) - 1, 12, 1));
    const what = `a search for ${reference} from ${from} on`;
    const body = { fromDate: from, searchablePaymentReference: reference };
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const exchange = await askListing(context, { body, query: { page, size: FULL_PAGE } });
      if (isRejectedAsAsked(exchange)) {
        context.inconclusive('No range of that length is listed.');
      }
      expectSuccess(exchange, what);
      const entries = entriesOf(exchange);
      if (entries.some((each) => valueAt(each, 'searchablePaymentReference') === reference)) {
        return;
      }
      if (entries.length < FULL_PAGE) {
        deviate(`${what} to find its payment, as a shorter range does`, 'no such payment');
      }
    }
    context.inconclusive('More payments are found than pages are read.');
  },
};

/** Section 4.5: days and ranges that a careless calendar gets wrong. */
export const awaitingPaymentsCalendarChecks: Check[] = [otherForms, leapDay, overNewYear];
