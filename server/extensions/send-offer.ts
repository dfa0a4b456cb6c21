import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { moveBy } from '../lending/moves.ts';
import type { GuardedRoute } from '../routes/route.ts';
import { applicationAnswer } from '../store/loan-applications.ts';

/** Extension: the lender offers the loan, which moves an application from REQUESTED to OFFER_SENT. */
export function sendOffer(dependencies: Dependencies): GuardedRoute {
  return decideApplication('send-offer', dependencies);
}

/** What the lender answers to an application: one move of it (see `server/lending/moves.ts`). */
export function decideApplication(
  operation: 'send-offer' | 'decline-application',
  { store }: Dependencies,
): GuardedRoute {
  const { from, to } = moveBy('loan application', operation);
  return (c, { user }) => {
    const application = store.loanApplications.byId(c.req.param('id') ?? '');
    if (application === undefined) {
      throw notFound('there is no such loan application');
    }
    permitReach(user, operation, application, 'the loan application');
    if (!store.loanApplications.move(application.id, from, to)) {
      throw conflict(`the application is ${application.loanStatus}; expected ${from}`);
    }
    const data = applicationAnswer({ ...application, loanStatus: to });
    return answer(c, { status: 'SUCCESS', data });
  };
}
