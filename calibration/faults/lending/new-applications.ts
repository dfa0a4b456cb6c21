import {
  failed,
  jsonAnswer,
  type Layer,
  type LayerContext,
  type Route,
} from '../../servers/exchange-layer.ts';
import { put } from '../../servers/loan-statuses.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'request-loan' as const;

/** Does something with an application that was made just now. */
const onceMade =
  (
    act: (id: string, asked: Record<string, unknown>, context: LayerContext & Route) => void,
  ): Layer =>
  async (request, next, context) => {
    const response = await next(request);
    if (context.endpoint === endpoint && response.status === 200) {
      const { data } = JSON.parse(response.body) as { data: { applicationId: string } };
      act(data.applicationId, objectOf(request.body) ?? {}, context);
    }
    return response;
  };

/** Section 3.1: applications that do not begin as REQUESTED. */
export const newApplicationFaults: Fault[] = [
  {
    id: 'request-loan.loanStatus-of-the-body-stored',
    breaks: 'LOAN-26',
    caughtBy: 'request-loan.makes-requested',
    how: 'A loanStatus in the body of request-loan becomes that of the application.',
    layers: [
      onceMade((id, { loanStatus }, context) => {
        if (loanStatus === 'OFFER_SENT') {
          put(context, id, loanStatus);
        }
      }),
    ],
  },
  {
    id: 'request-loan.whole-body-stored',
    breaks: 'LOAN-26',
    caughtBy: 'request-loan.makes-requested',
    how: 'What a request says of an application is stored, its applicationId too, and no answer names it.',
    layers: [
      async (request, next, context) => {
        const response = await next(request);
        if (context.endpoint !== endpoint || response.status !== 200) {
          return response;
        }
        const { data } = JSON.parse(response.body) as { data: { applicationId: string } };
        const { applicationId, loanStatus } = objectOf(request.body) ?? {};
        if (typeof applicationId === 'string') {
          context.db
            .prepare('UPDATE loan_applications SET id = ?, loan_status = ? WHERE id = ?')
            .run(applicationId, loanStatus ?? 'REQUESTED', data.applicationId);
        }
        return jsonAnswer(200, { status: 'SUCCESS' });
      },
    ],
  },
  {
    id: 'request-loan.lending-host.offers-at-once',
    breaks: 'LOAN-74',
    caughtBy: 'request-loan.lending-host.makes-requested',
    how: 'On the lending host an application begins as OFFER_SENT.',
    layers: [
      onceMade((id, _, context) => {
        if (context.host === 'lending') {
          put(context, id, 'OFFER_SENT');
        }
      }),
    ],
  },
  {
    id: 'request-loan.eligibilityAnswers.required-of-agents',
    breaks: 'LOAN-38',
    caughtBy: 'request-loan.agent',
    how: 'An agent has to answer the questions of a product, a customer has not.',
    layers: [
      (request, next, context) =>
        context.endpoint === endpoint &&
        callerOf(request, context)?.role === 'AGENT' &&
        objectOf(request.body)?.eligibilityAnswers === undefined
          ? Promise.resolve(failed(400, 'eligibilityAnswers'))
          : next(request),
    ],
  },
];
