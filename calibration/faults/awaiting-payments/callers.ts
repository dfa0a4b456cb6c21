import { editBody, replace, withStatus } from '../../servers/answers.ts';
import {
  failed,
  type IsMeant,
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
} from '../../servers/exchange-layer.ts';
import { amend, objectOf, queryOf, withHeader, withQuery } from '../../servers/requests.ts';
import {
  callerOf,
  hasRole,
  issueFor,
  isUser,
  sentToken,
  standardUser,
  withToken,
} from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import type { ListAnswer } from './listing-situations.ts';

const endpoint = 'awaiting-payments' as const;

/** A device that nobody has logged in from. */
const DEVICE = '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c';

const byManager = withStatus(200, hasRole('MANAGER'));

const fromAnotherDevice: Fault = {
  id: 'awaiting-payments.cashier-let-in-from-another-device',
  breaks: 'PAY-51',
  caughtBy: 'awaiting-payments.forbids.cashier',
  how: 'A cashier is listed payments on a device that the token was not given to.',
  layers: [
    async (request, next, context) => {
      const isOfCashier = callerOf(request, context)?.role === 'CASHIER';
      const device = context.memory.get(`device of ${sentToken(request)?.token}`);
      const isLetIn =
        context.endpoint === endpoint && isOfCashier && device !== request.headers.uuid;
      const manager = standardUser(context, 'manager').id;
      const response = await next(
        isLetIn ? withToken(request, issueFor(context, manager)) : request,
      );
      const given = objectOf(response.body)?.access_token;
      if (given !== undefined) {
        context.memory.set(`device of ${given}`, request.headers.uuid);
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    {
      checks: ['awaiting-payments.forbids.cashier.*'],
      because: 'who is let in is told no 403',
    },
  ],
};

const unpaged: Fault = {
  id: 'awaiting-payments.agents-have-to-search-on-pages',
  breaks: 'PAY-25',
  caughtBy: 'awaiting-payments.page.default',
  how: 'An agent who names a page and searches for nothing is refused.',
  layers: [
    replace(
      endpoint,
      failed(400, 'search for something'),
      (_, request, context) =>
        callerOf(request, context)?.role === 'AGENT' &&
        queryOf(request).has('page') &&
        objectOf(request.body)?.searchablePaymentReference === undefined,
    ),
  ],
  alsoCaughtBy: [
    { checks: ['awaiting-payments.*'], because: 'what an agent is refused, others are not' },
  ],
};

/** The second currency of who asks in it, beside which nobody looks at the tenant. */
const SECOND = 'GBP';

const isOfOtherTenant = isUser('otherManager');

/** The other tenant's payments, all of which are in another currency, in the second as well. */
const alsoInSecond: Layer[] = [
  editBody(endpoint, (body, request, context) => {
    if (objectOf(request.body)?.selectedCurrency === SECOND && isOfOtherTenant(request, context)) {
      for (const entry of (body as unknown as ListAnswer).data.awaitingPayments) {
        entry.currency = SECOND;
      }
    }
  }),
  amend(endpoint, (request, context) => {
    const body = objectOf(request.body);
    return body?.selectedCurrency === SECOND && isOfOtherTenant(request, context)
      ? { ...request, body: JSON.stringify({ ...body, selectedCurrency: 'NGN' }) }
      : undefined;
  }),
];

const acrossTenants: Fault = {
  id: 'awaiting-payments.second-currency-of-all-tenants',
  breaks: 'PAY-53',
  caughtBy: 'awaiting-payments.own.everywhere',
  how: `An agent who asks for ${SECOND} is listed the payments of the other tenant.`,
  layers: [
    amend(endpoint, (request, context) =>
      callerOf(request, context)?.role === 'AGENT' &&
      objectOf(request.body)?.selectedCurrency === SECOND
        ? withToken(request, issueFor(context, standardUser(context, 'otherManager').id))
        : undefined,
    ),
    ...alsoInSecond,
  ],
};

const searchedAcrossTenants: Fault = {
  id: 'awaiting-payments.searched-across-tenants-in-second-currency',
  breaks: 'PAY-53',
  caughtBy: 'awaiting-payments.own.everywhere',
  how: `Who searches in ${SECOND} is found payments of any tenant.`,
  layers: [
    amend(endpoint, (request, context) => {
      const { selectedCurrency, searchablePaymentReference } = objectOf(request.body) ?? {};
      const isSearch = selectedCurrency === SECOND && searchablePaymentReference !== undefined;
      return isSearch && isOfOtherTenant(request, context)
        ? withToken(request, issueFor(context, standardUser(context, 'manager').id))
        : undefined;
    }),
  ],
};

const searchingNothing: Fault = {
  id: 'awaiting-payments.empty-search-of-everybody',
  breaks: 'PAY-53',
  caughtBy: 'awaiting-payments.own.everywhere',
  how: 'A search for the empty text is one of the staff: it lists what the tenant has.',
  layers: [
    amend(endpoint, (request, context) =>
      objectOf(request.body)?.searchablePaymentReference === '' &&
      callerOf(request, context)?.role === 'CUSTOMER'
        ? withToken(request, issueFor(context, standardUser(context, 'manager').id))
        : undefined,
    ),
  ],
};

/** A currency that the state has none of, in which nobody looks at whose payments they are. */
const THIRD = 'USD';

const isInThird = (request: PlainRequest, context: LayerContext) =>
  objectOf(request.body)?.selectedCurrency === THIRD &&
  callerOf(request, context)?.role === 'CUSTOMER';

const everybodysInThird: Fault = {
  id: 'awaiting-payments.third-currency-of-everybody',
  breaks: 'PAY-52',
  caughtBy: 'awaiting-payments.own.otherCustomer.list',
  how: `Who asks for ${THIRD} is listed the payments of all customers.`,
  layers: [
    editBody(endpoint, (body, request, context) => {
      if (isInThird(request, context)) {
        for (const entry of (body as unknown as ListAnswer).data.awaitingPayments) {
          entry.currency = THIRD;
        }
      }
    }),
    amend(endpoint, (request, context) => {
      const body = JSON.stringify({ ...objectOf(request.body), selectedCurrency: 'NGN' });
      return isInThird(request, context)
        ? withToken({ ...request, body }, issueFor(context, standardUser(context, 'manager').id))
        : undefined;
    }),
  ],
};

/** A range whose days can be read month first is one of other months, and holds nothing then. */
const monthFirstForStaff: Fault = {
  id: 'awaiting-payments.month-first-for-managers',
  breaks: 'PAY-39',
  caughtBy: 'awaiting-payments.relation.narrow-range',
  how: 'For a manager a range one end of which can be read month first holds nothing.',
  layers: [
    editBody(endpoint, (body, request, context) => {
      const { fromDate, toDate } = objectOf(request.body) ?? {};
      const isRead = [fromDate, toDate].some((date) => Number(String(date).slice(0, 2)) <= 12);
      if (isRead && callerOf(request, context)?.role === 'MANAGER') {
        (body as unknown as ListAnswer).data.awaitingPayments = [];
      }
    }),
  ],
};

/** What a manager of the customer's organisation may be shown instead of its payments. */
const ofManagers: Fault[] = [
  {
    id: 'awaiting-payments.manager-sees-nothing',
    how: 'A manager gets an empty list, as if only own payments counted.',
    layers: [
      editBody(
        endpoint,
        () => ({ status: 'SUCCESS', responseCode: 200, data: { awaitingPayments: [] } }),
        byManager,
      ),
    ],
  },
  {
    id: 'awaiting-payments.manager-forbidden',
    how: 'A manager is refused with 403 and the body shown.',
    layers: [
      replace(
        endpoint,
        jsonAnswer(403, { error: 'forbidden', message: 'no', role: 'MANAGER' }),
        byManager,
      ),
    ],
  },
].map((fault) => ({ ...fault, breaks: 'PAY-58', caughtBy: 'awaiting-payments.organisation' }));

/** Whoever has paid nothing yet is not known to the service of payments. */
const anotherCustomerNotFound: Fault = {
  id: 'awaiting-payments.another-customer-not-found',
  breaks: 'PAY-19',
  caughtBy: 'awaiting-payments.another-customer',
  how: 'Another customer of the organisation gets 404 for any listing.',
  layers: [
    replace(endpoint, failed(404, 'no such customer'), withStatus(200, isUser('otherCustomer'))),
  ],
};

const onceByAgents: Fault = {
  id: 'awaiting-payments.search-by-agents-stays-on-its-first-page',
  breaks: 'PAY-28',
  caughtBy: 'awaiting-payments.relation.disjoint',
  how: 'A later page of an agent’s search is the first once more.',
  layers: [
    (request, next, context) =>
      context.endpoint === endpoint &&
      objectOf(request.body)?.searchablePaymentReference !== undefined &&
      callerOf(request, context)?.role === 'AGENT'
        ? next(withQuery(request, { page: '1' }))
        : next(request),
  ],
};

/** Whose devices nobody counts. */
const WITHOUT_DEVICES: { id: string; who: string; of: IsMeant }[] = [
  // Devices are of one tenant's project: the gateway of the other never asked for them.
  { id: 'another-tenant', who: 'the manager of another tenant', of: isOfOtherTenant },
  { id: 'agents', who: 'an agent', of: hasRole('AGENT') },
];

const anyDevice: Fault[] = WITHOUT_DEVICES.map(({ id, who, of }) => ({
  id: `awaiting-payments.header.uuid-not-required-of-${id}`,
  breaks: 'PAY-21',
  caughtBy: 'awaiting-payments.header.uuid-missing',
  how: `A listing by ${who} without the header uuid succeeds.`,
  layers: [
    amend(endpoint, (request, context) =>
      of(request, context) && !request.headers.uuid
        ? withHeader(request, 'uuid', DEVICE)
        : undefined,
    ),
  ],
}));

/** Section 4.5: what is listed and refused, where that depends on who asks. */
export const awaitingPaymentsCallerFaults: Fault[] = [
  ...ofManagers,
  anotherCustomerNotFound,
  everybodysInThird,
  acrossTenants,
  searchedAcrossTenants,
  searchingNothing,
  monthFirstForStaff,
  fromAnotherDevice,
  unpaged,
  onceByAgents,
  ...anyDevice,
];
