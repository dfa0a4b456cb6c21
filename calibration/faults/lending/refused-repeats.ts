import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import type { Fault } from '../fault.ts';

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

/** Keys are stored before a request is looked at: what is refused is a duplicate when it comes again. */
export const refusedRepeatFaults: Fault[] = REFUSED.map(
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
