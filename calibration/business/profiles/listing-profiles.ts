import { dayOf } from '../records/payments.ts';
import { lettersAndDigits, realDay } from '../rules.ts';
import type { Profile } from './profile.ts';

const DAY = 86_400_000;
const ORDER = '4.5 and 4.9 say nothing of an order';
const FUZZY = '4.5: "fuzzy search", whose measure is not shown';
const SORTS = ['oldest-first', 'largest-first'];

function pairs(text: string): Set<string> {
  const plain = lettersAndDigits(text);
  return new Set(Array.from({ length: plain.length - 1 }, (_, at) => plain.slice(at, at + 2)));
}

/** Share of the pairs of letters of a search that a reference has too, from 0 to 1. */
function likeness(search: string, reference: string): number {
  const [wanted, had] = [pairs(search), pairs(reference)];
  return wanted.size === 0 ? 0 : [...wanted].filter((pair) => had.has(pair)).length / wanted.size;
}

/** Rules about lists of payments and portfolios. */
export const listingProfiles: Profile[] = [
  {
    name: 'ranked-search',
    does: 'Ranks payments by likeness to the search text, letters and digits only.',
    room: FUZZY,
    excludes: ['search-both-references'],
    change: (rules) => {
      rules.search = (text, payments) =>
        payments
          .map((payment) => ({
            payment,
            like: likeness(text, payment.shown.searchablePaymentReference),
          }))
          .filter(({ like }) => like >= 0.75)
          .sort((a, b) => b.like - a.like)
          .map(({ payment }) => payment);
    },
  },
  {
    name: 'search-both-references',
    does: "Searches the payer's bank-transfer reference as well.",
    room: FUZZY,
    excludes: ['ranked-search'],
    change: (rules) => {
      rules.search = (text, payments) =>
        payments.filter(({ shown }) =>
          [shown.searchablePaymentReference, shown.payerBankTransferReference].some((reference) =>
            lettersAndDigits(reference).includes(lettersAndDigits(text)),
          ),
        );
    },
  },
  {
    name: 'iso-days-read',
    does: 'Reads yyyy-MM-dd beside dd/MM/yyyy.',
    room: '4.5: "format dd/MM/yyyy", that others are refused is not said',
    warns: ['awaiting-payments.refuses.*Date-iso'],
    change: (rules) => {
      const read = rules.readDay;
      rules.readDay = (text) => read(text) ?? realDay(text);
    },
  },
  {
    name: 'range-of-90-days',
    does: 'Refuses ranges of more than 90 days.',
    room: '8: no limit of a range is given and none is excluded',
    change: (rules) => {
      rules.listing.push(({ from, to }) =>
        Date.parse(to) - Date.parse(from) > 90 * DAY ? 'please ask for 90 days at most' : undefined,
      );
    },
  },
  {
    name: 'no-future-dates',
    does: 'Refuses a toDate after today.',
    room: '4.5 says nothing of days to come',
    change: (rules) => {
      rules.listing.push(({ to, now }) =>
        to > dayOf(now) ? 'toDate is in the future' : undefined,
      );
    },
  },
  {
    name: 'traded-currencies',
    does: 'Refuses currencies in which the tenant has no account.',
    room: '4.5: "currency code filter"; which codes are taken is not shown',
    change: (rules) => {
      rules.listing.push(({ currency }) =>
        ['NGN', 'USD', 'GBP'].includes(currency) ? undefined : 'we do not trade this currency',
      );
    },
  },
  {
    name: 'fifty-per-page',
    does: 'Gives at most 50 payments a page, whatever the size asked for.',
    room: '8: "page size: default 20"; a maximum is not shown',
    change: (rules) => {
      rules.mostPerPage = 50;
    },
  },
  {
    name: 'oldest-first',
    does: 'Sorts payments by their date, the oldest first.',
    room: ORDER,
    excludes: SORTS,
    change: (rules) => {
      rules.sort = (payments) =>
        payments.toSorted((a, b) => a.shown.creationDate.localeCompare(b.shown.creationDate));
    },
  },
  {
    name: 'largest-first',
    does: 'Sorts payments by their amount, the largest first.',
    room: ORDER,
    excludes: SORTS,
    change: (rules) => {
      rules.sort = (payments) =>
        payments.toSorted(
          (a, b) => b.shown.requestedBankTransferAmount - a.shown.requestedBankTransferAmount,
        );
    },
  },
  {
    name: 'agents-see-their-customers',
    does: 'Shows an agent the payments of the customers he looks after only.',
    room: '5.9: "Which role holds which right … not shown" (view all transactions)',
    excludes: ['agents-see-nothing'],
    change: (rules) => {
      const sees = rules.sees;
      rules.sees = (caller, payment) =>
        caller.role === 'AGENT' ? payment.owner.agentId === caller.id : sees(caller, payment);
    },
  },
  {
    name: 'agents-see-nothing',
    does: 'Refuses awaiting payments to agents by 403, who lack the right to view all.',
    room: '5.9: "Which role holds which right … not shown" (view all transactions)',
    excludes: ['agents-see-their-customers'],
    change: (rules) => {
      rules.mayList = ({ role }) => role === 'CUSTOMER' || role === 'MANAGER';
    },
  },
  {
    name: 'staff-are-told-four-letters',
    does: 'Tells staff the last four letters of a reference, and searches all of it.',
    room: '4.5: the fields are listed, and nothing says that staff are told what customers are',
    change: (rules) => {
      const whole = rules.reference;
      rules.reference = (caller, payment) => {
        const reference = whole(caller, payment);
        return caller.role === 'CUSTOMER' ? reference : `******${reference.slice(-4)}`;
      };
    },
  },
  {
    name: 'fifty-portfolios',
    does: 'Refuses pages of more than 50 portfolios.',
    room: '4.9: "recommended maximum 50"; what becomes of more is not shown',
    change: (rules) => {
      rules.mostPortfolios = 50;
    },
  },
];
