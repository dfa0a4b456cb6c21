import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { conflict, notFound } from '../http/refusal.ts';
import type { GuardedRoute } from '../routes/route.ts';
import { applicationAnswer } from '../store/loan-applications.ts';

/** Extension: the lender offers the loan, which moves an application from REQUESTED to OFFER_SENT. */
export function sendOffer({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const application = store.loanApplications.byId(c.req.param('id') ?? '');
    if (application === undefined) {
      throw notFound('there is no such loan application');
    }
    permitReach(user, 'send-offer', application, 'the loan application');
    if (!store.loanApplications.move(application.id, 'REQUESTED', 'OFFER_SENT')) {
      throw conflict(`the application is ${application.loanStatus}; expected REQUESTED`);
    }
    const data = applicationAnswer({ ...application, loanStatus: 'OFFER_SENT' });
    return answer(c, { status: 'SUCCESS', data });
  };
}
