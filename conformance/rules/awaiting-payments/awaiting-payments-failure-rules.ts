import type { CheckContext } from '../../check-context.ts';
import { cashierListing } from '../../checks/awaiting-payments/callers.ts';
import { askListing, CUSTOMER_LISTING } from '../../checks/awaiting-payments/listing.ts';
import { askWrong, NEAR_DATES, WRONG_LISTINGS } from '../../checks/awaiting-payments/refusals.ts';
import { textOf } from '../../checks/entry-text.ts';
import { answerOf, expectFailedStatus, isFromGateway, isRejection } from '../../expectations.ts';
import { isJson, valueAt } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';
import { deviate } from '../../outcome.ts';
import type { Rule, Told } from '../rule.ts';
import { OF_TOKENS } from '../sessions/served-requests.ts';

/** Checks that ask for what may fail or succeed as the target likes: their answers are judged as well. */
const ODD_QUERIES = ['page-0', 'page-text', 'page-beyond-the-end', 'size-0', 'size-text'];

/** The code of ISO 4217 for no currency at all. */
const NO_CURRENCY = 'XXX';

/**
 * Asks for what has to fail, and for what may fail or succeed as the target likes: whatever fails is
 * told like any failure.
 */
async function askForFailures(context: CheckContext): Promise<void> {
  const { fromDate, toDate } = await context.state('awaiting-payments');
  const changes = [
    { body: { fromDate: toDate, toDate: fromDate } },
    { body: { selectedCurrency: NO_CURRENCY } },
    { headers: { 'Content-Type': null } },
  ];
  await Promise.all([
    ...[...WRONG_LISTINGS, ...NEAR_DATES].map((listing) => askWrong(context, listing)),
    ...changes.map((change) => askListing(context, change)),
    ...ODD_QUERIES.map((variant) => context.passed(`awaiting-payments.observes.${variant}`)),
  ]);
}

/** Signs in a search that a firewall takes for an attack. */
const SUSPICIOUS = /["'<>\\;%*(|&]/;

/** Whether a firewall may have refused a search for its signs, in words of its own. */
function mayBeOfFirewall({ options, exchange }: Told): boolean {
  const searched = valueAt(options.body, 'searchablePaymentReference');
  return typeof searched === 'string' && SUSPICIOUS.test(searched) && !isJson(exchange);
}

/**
 * Whether an answer is a failure of a listing, which has to say so: section 4.5 does not show the body
 * of a 401, a 403 or of what a gateway answers, and another host than its own does not list.
 */
function isFailedListing(told: Told): boolean {
  const { options, exchange, status } = told;
  const isElsewhere = options.host !== undefined || status === 401 || status === 403;
  const isOfGateway = isFromGateway(exchange) || mayBeOfFirewall(told);
  return !isElsewhere && isRejection(exchange) && !isOfGateway;
}

const base = {
  ...CUSTOMER_LISTING,
  level: 'must',
  requirements: ['PAY-50'],
  ask: (context) => context.shared('listings that fail', askForFailures),
  unseen: 'No listing failed.',
} satisfies Partial<Rule>;

/** Section 4.5: whatever a cashier asks for, wherever, and whoever else is there. */
export const cashierRule: Rule = {
  ...CUSTOMER_LISTING,
  id: 'awaiting-payments.lists-nothing-to-cashiers',
  title: 'lists no payments to a cashier, whatever is asked for',
  requirements: ['PAY-51'],
  level: 'must',
  users: ['cashier'],
  ask: cashierListing,
  unseen: 'No cashier asked for a listing.',
  judge({ caller, succeeded, exchange }) {
    const { headers } = exchange.request;
    // Which of two tokens counts is open.
    const isOne = OF_TOKENS.filter((name) => headerValue(headers, name) !== undefined).length === 1;
    if (caller?.user !== 'cashier' || !isOne) {
      return false;
    }
    if (succeeded) {
      deviate('a listing by a cashier to be refused', answerOf(exchange));
    }
    return true;
  },
};

/** Sections 4.5 and 7: how every failure of awaiting-payments is told. */
export const awaitingPaymentsFailureRules: Rule[] = [
  {
    ...base,
    id: 'awaiting-payments.failure.status',
    title: 'tells status FAILED in every failure of a listing',
    cause: 'a failed listing tells no status',
    judge(told) {
      if (!isFailedListing(told)) {
        return false;
      }
      expectFailedStatus(told.exchange, 'a listing that failed');
      return true;
    },
  },
  {
    ...base,
    id: 'awaiting-payments.failure.message',
    title: 'tells a message in every failure of a listing',
    cause: 'a failed listing tells no message',
    judge(told) {
      if (!isFailedListing(told)) {
        return false;
      }
      const message = valueAt(told.json, 'message');
      if (typeof message !== 'string') {
        deviate('a text as message of a listing that failed', textOf(message));
      }
      return true;
    },
  },
];
