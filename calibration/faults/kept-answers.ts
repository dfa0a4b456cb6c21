import type { EndpointName } from '../../contract/endpoint-names.ts';
import type {
  Layer,
  LayerContext,
  PlainRequest,
  PlainResponse,
} from '../servers/exchange-layer.ts';
import { objectOf, queryOf } from '../servers/requests.ts';
import { callerOf, payloadOf, sentToken } from '../servers/tokens.ts';
import type { Fault } from './fault.ts';

/** An answer that is kept, and until when. */
interface Kept {
  response: PlainResponse;
  until: number;
}

const KEPT_MS = 2_000;

/** What an answer is kept under and given for; nothing where it is neither. */
type KeyOf = (request: PlainRequest, context: LayerContext) => string | undefined;

/** For a while gives the answer that was given for the same key. */
const keeps =
  (endpoint: EndpointName, keyOf: KeyOf, keptMs = KEPT_MS): Layer =>
  async (request, next, context) => {
    const key = context.endpoint === endpoint ? keyOf(request, context) : undefined;
    if (key === undefined) {
      return next(request);
    }
    const slot = `kept by ${endpoint} ${key}`;
    const kept = context.memory.get(slot) as Kept | undefined;
    if (kept && Date.now() < kept.until) {
      return kept.response;
    }
    const response = await next(request);
    if (response.status === 200) {
      context.memory.set(slot, { response, until: Date.now() + keptMs });
    }
    return response;
  };

/** What a listing asks for but for its search. */
function listed(request: PlainRequest): string {
  const { selectedCurrency, fromDate, toDate } = objectOf(request.body) ?? {};
  return JSON.stringify([selectedCurrency, fromDate, toDate, String(queryOf(request))]);
}

const isLater = (request: PlainRequest): boolean => Number(queryOf(request).get('page') ?? 1) > 1;

/** A later page by its address, where a customer asks for it. */
const laterPageForCustomers: KeyOf = (request, context) =>
  isLater(request) && callerOf(request, context)?.role === 'CUSTOMER' ? request.path : undefined;

/** Section 5.10: answers that are kept under too little, and given to who asked for something else. */
export const keptAnswerFaults: Fault[] = [
  {
    id: 'repay-loan.known-by-its-key-before-its-token',
    breaks: 'ERR-8',
    caughtBy: 'authentication.expired.repay-loan',
    how: 'A repayment whose key was used is told as it came out, before anybody looks at the age of a token.',
    layers: [
      async (request, next, context) => {
        const slot = `repayment under ${request.headers['x-idempotency-key']}`;
        const response = await next(request);
        if (context.endpoint !== 'repay-loan') {
          return response;
        }
        if (response.status === 200) {
          context.memory.set(slot, response);
        }
        const token = sentToken(request)?.token ?? '';
        const isExpired =
          response.status === 401 && Number(payloadOf(token)?.exp) * 1000 < Date.now();
        const kept = context.memory.get(slot) as PlainResponse | undefined;
        return isExpired && kept ? kept : response;
      },
    ],
  },
  {
    id: 'awaiting-payments.page-kept-without-its-search',
    breaks: 'PAY-73',
    caughtBy: 'awaiting-payments.search.changes-list',
    how: 'For two seconds a manager is given the page that was asked for without a search.',
    layers: [
      keeps('awaiting-payments', (request, context) => {
        const caller = callerOf(request, context);
        return caller?.role === 'MANAGER' ? `${caller.id} ${listed(request)}` : undefined;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.*'],
        because: 'a search by its manager finds what the organisation was listed before',
      },
    ],
  },
  {
    id: 'awaiting-payments.page-kept-for-the-cashier',
    breaks: 'PAY-51',
    caughtBy: 'awaiting-payments.forbids.cashier',
    how: 'For two seconds a cashier is given the page that an agent of the tenant was.',
    layers: [
      keeps('awaiting-payments', (request, context) => {
        const { role, tenantId } = callerOf(request, context) ?? {};
        return role === 'AGENT' || role === 'CASHIER'
          ? `${tenantId} ${request.body} ${String(queryOf(request))}`
          : undefined;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.forbids.cashier.*'],
        because: 'where nothing is refused there is no body of a 403',
      },
    ],
  },
  {
    id: 'portfolios.page-from-the-cache-of-another',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.entries-of-nobody-else',
    how: 'For two seconds a page of a size is given to whoever may ask for portfolios, whose they may be.',
    layers: [
      keeps('portfolios', (request, context) =>
        queryOf(request).has('size') && callerOf(request, context)?.role === 'CUSTOMER'
          ? String(queryOf(request))
          : undefined,
      ),
    ],
    alsoCaughtBy: [
      {
        checks: ['portfolios.*'],
        because: 'who may see none of them is given a page as well',
      },
    ],
  },
  {
    id: 'portfolios.later-page-kept-for-customers',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.forbids.otherCustomer',
    how: 'A later page that a customer was shown is given to every customer who asks for the same.',
    layers: [keeps('portfolios', laterPageForCustomers, Infinity)],
  },
  {
    id: 'portfolios.later-page-kept-for-managers',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.relation.refused-staff',
    how: 'A later page that a customer was shown is given to a manager who asks for the same, and else may not.',
    layers: [
      async (request, next, context) => {
        const response = await next(request);
        if (context.endpoint !== 'portfolios' || !isLater(request)) {
          return response;
        }
        const { role } = callerOf(request, context) ?? {};
        const slot = `page of portfolios ${request.path}`;
        if (role === 'CUSTOMER' && response.status === 200) {
          context.memory.set(slot, response);
        }
        const kept = context.memory.get(slot) as PlainResponse | undefined;
        return role === 'MANAGER' && kept ? kept : response;
      },
    ],
  },
  {
    id: 'request-loan.key-of-the-tenant',
    breaks: 'PTF-6',
    caughtBy: 'idempotency.by-others.request-loan',
    how: 'The application that was stored for a key is given to whoever of customers and agents sends it.',
    layers: [
      keeps(
        'request-loan',
        (request, context) => {
          const { role } = callerOf(request, context) ?? {};
          const key = request.headers['x-idempotency-key'];
          return role === 'CUSTOMER' || role === 'AGENT' ? key : undefined;
        },
        Infinity,
      ),
    ],
    alsoCaughtBy: [
      {
        checks: ['idempotency.*', 'sequences.keys'],
        because: 'the stored answer is given for another body, too',
      },
    ],
  },
  {
    id: 'request-loan.key-of-an-agent-answered-to-customers',
    breaks: 'PTF-6',
    caughtBy: 'idempotency.by-others.request-loan',
    how: "The application that was stored for an agent's key is given to a customer who sends it.",
    layers: [
      async (request, next, context) => {
        const { role } = callerOf(request, context) ?? {};
        const key = request.headers['x-idempotency-key'];
        if (context.endpoint !== 'request-loan' || key === undefined) {
          return next(request);
        }
        const kept = context.memory.get(`application of an agent ${key}`);
        if (role === 'CUSTOMER' && kept) {
          return kept as PlainResponse;
        }
        const response = await next(request);
        if (role === 'AGENT' && response.status === 200) {
          context.memory.set(`application of an agent ${key}`, response);
        }
        return response;
      },
    ],
  },
];
