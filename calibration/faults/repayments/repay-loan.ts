import {
  becomes,
  type Change,
  changed,
  edit,
  editBody,
  gone,
  replace,
  withBody,
} from '../../servers/answers.ts';
import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { amend, objectOf, supplyHeader, withPathParameter } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { takesAnyText } from '../../servers/valid-bodies.ts';
import type { Fault } from '../fault.ts';
import { isOfAll } from './repay-loan-situations.ts';

const endpoint = 'repay-loan' as const;

/** One field of the answer and the ways in which it is wrong. */
function wrong(breaks: string, check: string, path: string, ways: Record<string, Change>): Fault[] {
  return Object.entries(ways).map(([way, change]) => ({
    id: `repay-loan.answer.${path.replaceAll('/', '.')}.${way}`,
    breaks,
    caughtBy: `repay-loan.${check}`,
    how: `${path.replaceAll('/', '.')} of the answer to a repayment is ${way.replaceAll('-', ' ')}.`,
    layers: [edit(endpoint, path, change)],
  }));
}

const answers: Fault[] = [
  ...wrong('REP-18', 'status-and-data', 'status', { missing: gone }),
  ...wrong('REP-18', 'status-and-data', 'data', {
    missing: gone,
    null: becomes(null),
    'a-list': changed((data) => [data]),
    'a-text': becomes('recorded'),
  }),
  {
    id: 'repay-loan.answer.not-wrapped',
    breaks: 'REP-18',
    caughtBy: 'repay-loan.status-and-data',
    how: 'The record is not in data but beside status.',
    layers: [
      editBody(endpoint, (body) => {
        const { status, data } = body as { status: string; data: object };
        return { status, ...data };
      }),
    ],
  },
  {
    id: 'repay-loan.answer.not-json',
    breaks: 'SVC-12',
    caughtBy: 'repay-loan.status-and-data',
    how: 'The answer to a repayment is XML.',
    layers: [replace(endpoint, (response) => withBody(response, '<status>SUCCESS</status>'))],
  },
  ...wrong('REP-1', 'verificationStatus', 'data/verificationStatus', {
    missing: gone,
    null: becomes(null),
    'of-another-word': becomes('PENDING'),
    'lower-case': changed((status) => String(status).toLowerCase()),
    'a-number': becomes(0),
  }),
  ...wrong('REP-2', 'pending-verification', 'data/verificationStatus', {
    'verified-at-once': becomes('VERIFIED'),
    'rejected-at-once': becomes('REJECTED'),
  }),
  ...wrong('REP-4', 'value.amount', 'data/repaymentAmount', {
    missing: gone,
    'in-cents': changed((amount) => Math.round(Number(amount) * 100)),
    'off-by-a-cent': changed((amount) => Math.round(Number(amount) * 100 + 1) / 100),
  }),
  ...wrong('REP-5', 'value.customer-name', 'data/customerName', {
    missing: gone,
    'the-first-name-only': changed((name) => String(name).split(' ')[0]),
    'of-somebody-else': becomes('John Doe'),
  }),
  ...wrong('REP-6', 'value.customer-email', 'data/customerEmail', {
    missing: gone,
    masked: changed((email) => String(email).replace(/^[^@]+/, '***')),
  }),
  ...wrong('REP-7', 'value.product-name', 'data/loanProductName', {
    missing: gone,
    'of-another-product': becomes('Some other product'),
  }),
  ...wrong('REP-8', 'value.reference', 'data/repaymentReference', {
    missing: gone,
    'cut-short': changed((reference) => String(reference).slice(0, -2)),
  }),
  ...wrong('REP-9', 'value.message', 'data/message', { missing: gone, empty: becomes('') }),
  ...[gone, becomes('the-record')].map((change, place) => ({
    id: `repay-loan.answer.data.repaymentRecordId.${place === 0 ? 'missing' : 'always-the-same'}`,
    breaks: 'REP-3',
    caughtBy:
      place === 0 ? 'repay-loan.value.record-identifier' : 'idempotency.different-keys.repay-loan',
    how: `The identifier of the repayment record is ${place === 0 ? 'missing' : 'the same for all'}.`,
    layers: [edit(endpoint, 'data/repaymentRecordId', change)],
  })),
];

/** Whether a request's path and body name the caller. */
function names(request: Parameters<typeof callerOf>[0], context: Parameters<typeof callerOf>[1]) {
  const caller = callerOf(request, context)?.id ?? '';
  return {
    caller,
    path: request.path.includes(caller),
    body: objectOf(request.body)?.customerId === caller,
    isUuid:
      /[0-9a-f-]{36}$/.test(request.path) &&
      /^[0-9a-f-]{36}$/.test(String(objectOf(request.body)?.customerId)),
  };
}

/** Does as if path and body named the caller, where only as told they do. */
const serves = (path: boolean, body: boolean): Layer =>
  amend(endpoint, (request, context) => {
    const named = names(request, context);
    if (!named.caller || !named.isUuid || named.path !== path || named.body !== body) {
      return undefined;
    }
    const fixed = { ...objectOf(request.body), customerId: named.caller };
    return { ...withPathParameter(request, named.caller), body: JSON.stringify(fixed) };
  });

const identity: Fault[] = [
  {
    id: 'repay-loan.path-of-another-accepted',
    breaks: 'REP-16',
    caughtBy: 'repay-loan.forbids.other-user-id',
    how: 'The user-id in the path is not compared with the caller.',
    layers: [serves(false, true)],
  },
  {
    id: 'repay-loan.path-and-body-of-another-accepted',
    breaks: 'REP-56',
    caughtBy: 'repay-loan.forbids.other-user-id-and-customerId',
    how: 'Path and body are compared with one another and not with the caller.',
    layers: [serves(false, false)],
  },
  {
    id: 'repay-loan.path-of-another-answered-with-404',
    breaks: 'REP-16',
    caughtBy: 'repay-loan.forbids.other-user-id',
    how: 'A path of another user is answered with 404 and without status FAILED.',
    layers: [
      replace(
        endpoint,
        jsonAnswer(404, { message: 'no such user' }),
        (response, request, context) => {
          const named = names(request, context);
          return response.status === 403 && !named.path && named.body;
        },
      ),
    ],
  },
  {
    id: 'repay-loan.user-id-of-any-form-accepted',
    breaks: 'REP-17',
    caughtBy: 'repay-loan.refuses.user-id-not-a-uuid',
    how: 'A user-id that is no UUID is taken for the caller.',
    layers: [
      amend(endpoint, (request, context) => {
        const caller = callerOf(request, context);
        return caller && request.path.includes('not-a-uuid')
          ? withPathParameter(request, caller.id)
          : undefined;
      }),
    ],
  },
];

const HEADERS = [
  ['x-idempotency-key', 'REP-37', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0001'],
  ['x-fapi-auth-date', 'REP-38', '2026-01-31T09:30:00Z'],
  ['x-fapi-customer-ip-address', 'REP-39', '192.0.2.1'],
  ['x-fapi-interaction-id', 'REP-40', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0002'],
] as const;

const headersNotRequired: Fault[] = [
  ...HEADERS.map(([header, breaks, value]) => ({
    id: `repay-loan.header.${header}-not-required`,
    breaks,
    caughtBy: `repay-loan.refuses.no-${header}`,
    how: `A repayment without ${header} is recorded.`,
    layers: [supplyHeader(endpoint, header, value)],
  })),
  {
    id: 'repay-loan.any-text-accepted',
    breaks: 'SVC-16',
    caughtBy: 'repay-loan.refuses.not-json',
    how: 'A body that is not JSON is taken for a good one.',
    layers: [takesAnyText(endpoint)],
  },
];

const verified = edit(endpoint, 'data/verificationStatus', becomes('VERIFIED'));

const toldWholeVerified: Fault = {
  id: 'repay-loan.told-whole-loans-verified',
  breaks: 'REP-2',
  caughtBy: 'repay-loan.pending-verification',
  how: 'A loan that is repaid as a whole, with a date and a narration, is VERIFIED at once.',
  layers: [
    (request, next, context) => {
      const { paymentDate, paymentNarration } = objectOf(request.body) ?? {};
      const isTold = paymentDate !== undefined && paymentNarration !== undefined;
      return context.endpoint === endpoint && isTold && isOfAll(request, context)
        ? verified(request, next, context)
        : next(request);
    },
  ],
};

/** Sections 2.5 and 4.7: the answer to a repayment, who may send it, and its headers. */
export const repayLoanFaults: Fault[] = [
  ...answers,
  toldWholeVerified,
  ...identity,
  ...headersNotRequired,
];
