import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { onRefreshedTokens } from '../sessions/refreshed-sessions.ts';
import { isBearer } from '../tokens/bearer.ts';

const refused = (message: string) =>
  Promise.resolve(jsonAnswer(400, { status: 'FAILED', error: 'invalid_request', message }));

/** Sections 4.6 and 4.7: requests that are refused for several things together, each of which is served alone. */
export const formsTogetherFaults: Fault[] = [
  {
    id: 'repay-loan.bare-refused-by-refreshed-bearer',
    breaks: 'REP-15',
    caughtBy: 'repay-loan.succeeds',
    how: 'A repayment without paymentDate and paymentNarration is refused where its token is a refreshed one in Authorization.',
    layers: [
      onRefreshedTokens('repay-loan', (request, next) => {
        const { paymentDate, paymentNarration } = objectOf(request.body) ?? {};
        return isBearer(request) && paymentDate === undefined && paymentNarration === undefined
          ? refused('paymentNarration is required')
          : next(request);
      }),
    ],
  },
  {
    id: 'repay-loan.refused-in-a-preferred-language',
    breaks: 'REP-15',
    caughtBy: 'repay-loan.succeeds',
    how: 'A repayment is refused where a language is preferred in Accept-Language.',
    layers: [
      (request, next, { endpoint }) =>
        endpoint === 'repay-loan' && request.headers['accept-language'] !== undefined
          ? refused('English only')
          : next(request),
    ],
  },
  {
    id: 'request-loan.agents-bearer-refused-on-lending-host',
    breaks: 'LOAN-27',
    caughtBy: 'request-loan.succeeds',
    how: 'The lending host refuses the request of an agent whose token comes in Authorization.',
    layers: [
      (request, next, context) =>
        context.host === 'lending' &&
        context.endpoint === 'request-loan' &&
        isBearer(request) &&
        callerOf(request, context)?.role === 'AGENT'
          ? refused('not here')
          : next(request),
    ],
  },
];
