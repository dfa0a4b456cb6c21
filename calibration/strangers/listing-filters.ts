import type { AwaitingPaymentsResponse } from '../../contract/types.generated.ts';
import { changed, edit, editBody, gone, withBody } from '../servers/answers.ts';
import type { Layer } from '../servers/exchange-layer.ts';
import { asks } from '../servers/payment-store.ts';
import { objectOf, queryOf, withQuery } from '../servers/requests.ts';
import { callerOf, issueFor, standardUser, withToken } from '../servers/tokens.ts';
import { allOf, at, bearer, by, colleague, only, searching, takenFor } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

const paymentsOf = (body: string) =>
  (JSON.parse(body) as AwaitingPaymentsResponse).data.awaitingPayments;

/** Puts the listing of the other organisation's manager into that of one's own. */
const bothOrganisations: Layer = async (request, next, context) => {
  const own = await next(request);
  const caller = callerOf(request, context);
  if (own.status !== 200 || caller === undefined) {
    return own;
  }
  const managers = [standardUser(context, 'manager'), standardUser(context, 'otherManager')];
  const everything = withQuery(request, { page: null, size: '500' });
  const answers = await Promise.all(
    managers.map(({ id }) => next(withToken(everything, issueFor(context, id)))),
  );
  const page = Number(queryOf(request).get('page') ?? 1);
  const size = Number(queryOf(request).get('size') ?? 20);
  const answer = JSON.parse(own.body) as AwaitingPaymentsResponse;
  answer.data.awaitingPayments = answers
    .flatMap(({ body }) => paymentsOf(body))
    .sort((one, other) => other.creationDate.localeCompare(one.creationDate))
    .slice((page - 1) * size, page * size);
  return withBody(own, JSON.stringify(answer));
};

/** Filters of awaiting payments that go wrong for some values and callers (section 4.5). */
export const LISTING_FILTER_FAULTS: readonly SituationalFault[] = [
  {
    id: 'listing.single-day.empty',
    how: 'A range that is one day ends where it begins, so that it holds nothing.',
    sentence: 'within the date range and currency',
    section: '4.5',
    situation: 'fromDate and toDate are the same day',
    things: 2,
    dependencies: asks((query) =>
      query.from.slice(0, 10) === query.to.slice(0, 10) ? { ...query, to: query.from } : query,
    ),
  },
  {
    id: 'listing.manager.search-across-organisations',
    how: 'The search of a manager finds the payments of every organisation.',
    sentence: 'Returns the awaiting payments of the authenticated customer or organisation',
    section: '4.5',
    situation: "a manager, a search, another organisation's payments that match",
    things: 3,
    layers: [only(allOf(at('awaiting-payments'), by('MANAGER'), searching), bothOrganisations)],
  },
  {
    id: 'listing.agent.search-in-lower-case-finds-nothing',
    how: 'The search of an agent looks at upper and lower case, that of everybody else does not.',
    sentence: 'reference used for fuzzy search',
    section: '4.5',
    situation: 'an agent, a search, in other letters than the reference has',
    things: 3,
    layers: [
      only(
        allOf(at('awaiting-payments'), by('AGENT'), searching),
        editBody('awaiting-payments', (body, request) => {
          const { data } = body as AwaitingPaymentsResponse;
          const wanted = String(objectOf(request.body)?.searchablePaymentReference).trim();
          data.awaitingPayments = data.awaitingPayments.filter((payment) =>
            payment.searchablePaymentReference.includes(wanted),
          );
        }),
      ),
    ],
  },
  {
    id: 'listing.search.nothing-found-is-null',
    how: 'A search that finds nothing answers with null where the list should be.',
    sentence: 'data: { awaitingPayments: [ awaiting payment (2.2) ] }',
    section: '4.5',
    situation: 'a search that finds nothing',
    things: 2,
    layers: [
      only(
        allOf(at('awaiting-payments'), searching),
        edit(
          'awaiting-payments',
          'data/awaitingPayments',
          changed((list) => (Array.isArray(list) && list.length === 0 ? null : list)),
        ),
      ),
    ],
  },
  {
    id: 'listing.other-currency.cents-as-text',
    how: 'Amounts with cents are written as text in every currency but the naira.',
    sentence: '| requestedBankTransferAmount | number | amount |',
    section: '2.2',
    situation: 'another currency, an amount with cents',
    things: 2,
    layers: [
      only(
        (request, context) =>
          at('awaiting-payments')(request, context) &&
          objectOf(request.body)?.selectedCurrency !== 'NGN',
        edit(
          'awaiting-payments',
          'data/awaitingPayments/*/requestedBankTransferAmount',
          changed((amount) => (Number.isInteger(amount) ? amount : Number(amount).toFixed(2))),
        ),
      ),
    ],
  },
  {
    id: 'listing.cashier.may-search',
    how: 'That a cashier may not list is looked at where there is no search only.',
    sentence: 'Role CASHIER is not allowed to call it.',
    section: '4.5',
    situation: 'a cashier searches',
    things: 2,
    layers: [
      only(
        allOf(at('awaiting-payments'), by('CASHIER'), searching),
        takenFor((request, context) => colleague(request, context, 'MANAGER')),
      ),
    ],
  },
  {
    id: 'listing.cashier.refused-as-bearer-without-role',
    how: 'A cashier who sends his token as Bearer is refused without being told his role.',
    sentence:
      "body has error (string, e.g. forbidden), message (string), role (string, caller's role)",
    section: '7',
    situation: 'a cashier, with a Bearer token, is refused the listing',
    things: 3,
    layers: [
      only(
        allOf(bearer, by('CASHIER')),
        edit('awaiting-payments', 'role', gone, ({ status }) => status === 403),
      ),
    ],
  },
];
