import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { failed, jsonAnswer } from '../../servers/exchange-layer.ts';
import type { Fault } from '../fault.ts';
import { withNewKey } from './idempotency.ts';

/** What is refused, by a text that only such refusals have. */
const REFUSED: { endpoint: EndpointName; variant: string; breaks: string; says: RegExp }[] = [
  {
    endpoint: 'request-loan',
    variant: 'no-loanProductId',
    breaks: 'LOAN-14',
    says: /loanProductId/,
  },
  { endpoint: 'request-loan', variant: 'manager', breaks: 'LOAN-40', says: /"MANAGER"/ },
  { endpoint: 'request-loan', variant: 'cashier', breaks: 'LOAN-41', says: /"CASHIER"/ },
  { endpoint: 'repay-loan', variant: 'no-active-loan', breaks: 'REP-47', says: /no active/i },
  { endpoint: 'repay-loan', variant: 'amount-zero', breaks: 'REP-29', says: /amount/i },
  {
    endpoint: 'repay-loan',
    variant: 'loan-without-application',
    breaks: 'REP-53',
    says: /application/i,
  },
  { endpoint: 'repay-loan', variant: 'third-party-loan', breaks: 'REP-50', says: /third/i },
  { endpoint: 'repay-loan', variant: 'closed-loan', breaks: 'REP-48', says: /closed/i },
  {
    endpoint: 'repay-loan',
    variant: 'foreign-bank-account',
    breaks: 'REP-52',
    says: /bank account/i,
  },
  {
    endpoint: 'update-application',
    variant: 'other-customer',
    breaks: 'APP-36',
    says: /another user's/,
  },
  { endpoint: 'update-application', variant: 'requested', breaks: 'APP-18', says: /REQUESTED/ },
];

/** The 401 of a request is kept for its key, and given again whatever token comes with it. */
const badTokenKept = (endpoint: EndpointName): Fault => ({
  id: `idempotency.bad-token-remembered.${endpoint}`,
  breaks: 'AUT-34',
  caughtBy: `idempotency.after-bad-token.${endpoint}`,
  how: `A ${endpoint} that was answered with 401 is so again under its key, with a good token too.`,
  layers: [
    async (request, next, context) => {
      const slot = `401 to ${request.headers['x-idempotency-key']}`;
      const isKept = context.endpoint === endpoint && context.memory.has(slot);
      const response = isKept ? jsonAnswer(401, { status: 'FAILED' }) : await next(request);
      if (context.endpoint === endpoint && response.status === 401) {
        context.memory.set(slot, true);
      }
      return response;
    },
  ],
});

/** Keys are stored before tokens are looked at, so that the same request with a good one is a duplicate. */
const keyUsedUp = (endpoint: EndpointName): Fault => ({
  id: `idempotency.key-used-up-by-a-bad-token.${endpoint}`,
  breaks: 'ERR-24',
  caughtBy: `idempotency.retry-after-bad-token.${endpoint}`,
  how: `The key of a ${endpoint} that was answered with 401 is in use for good.`,
  layers: [
    async (request, next, context) => {
      const slot = `401 to ${request.headers['x-idempotency-key']}`;
      const response = await next(request);
      if (context.endpoint !== endpoint || response.status !== 401) {
        return context.endpoint === endpoint && context.memory.has(slot)
          ? failed(409, 'this key was used before')
          : response;
      }
      context.memory.set(slot, true);
      return response;
    },
  ],
});

/** A key whose first request was refused is in use, but nothing is kept for it: what follows is always new. */
const refusedKeyForgotten = (endpoint: 'request-loan' | 'repay-loan'): Fault => ({
  id: `idempotency.key-of-a-refusal-forgotten.${endpoint}`,
  breaks: endpoint === 'request-loan' ? 'LOAN-34' : 'REP-43',
  caughtBy: `idempotency.at-once.${endpoint}`,
  how: `Where the first ${endpoint} under a key was invalid, those after it are processed each anew.`,
  layers: [
    async (request, next, context) => {
      const key = request.headers['x-idempotency-key'];
      if (context.endpoint !== endpoint || key === undefined) {
        return next(request);
      }
      const isForgotten = context.memory.has(`refused ${key}`);
      const response = await next(isForgotten ? withNewKey(request) : request);
      if (response.status === 400) {
        context.memory.set(`refused ${key}`, true);
      }
      return response;
    },
  ],
  alsoCaughtBy: [
    {
      checks: [`idempotency.repeated.${endpoint}`],
      because: 'what is sent at once is sent again, too',
    },
  ],
});

/** Keys are stored before a request is looked at: what is refused is a duplicate when it comes again. */
const answeredWell: Fault[] = REFUSED.map(
  ({ endpoint, variant, breaks, says }): Fault => ({
    id: `idempotency.refused-key-answered-well.${endpoint}.${variant}`,
    breaks,
    caughtBy: `idempotency.refused-again.${endpoint}.${variant}`,
    how: `A refused request (${variant}) is answered well when it comes again under its key.`,
    layers: [
      async (request, next, context) => {
        const response = await next(request);
        const key = request.headers['x-idempotency-key'];
        if (context.endpoint !== endpoint || key === undefined || !says.test(response.body)) {
          return response;
        }
        const slot = `refused ${key}`;
        const isRepeat = context.memory.has(slot);
        context.memory.set(slot, true);
        return isRepeat && response.status >= 400
          ? jsonAnswer(200, {
              status: 'SUCCESS',
              data: { verificationStatus: 'PENDING_VERIFICATION' },
            })
          : response;
      },
    ],
  }),
);

/** What a refusal leaves behind for the key of its request. */
export const refusedRepeatFaults: Fault[] = [
  ...answeredWell,
  badTokenKept('request-loan'),
  badTokenKept('repay-loan'),
  keyUsedUp('request-loan'),
  keyUsedUp('repay-loan'),
  refusedKeyForgotten('request-loan'),
  refusedKeyForgotten('repay-loan'),
];
