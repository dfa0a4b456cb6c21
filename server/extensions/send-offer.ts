import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { conflict, forbidden, notFound } from '../http/refusal.ts';
import type { GuardedRoute } from '../routes/route.ts';
import { applicationAnswer } from '../store/loan-applications.ts';

/** Extension: the lender offers the loan, which moves an application from REQUESTED to OFFER_SENT. */
export function sendOffer({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const application = store.loanApplications.byId(c.req.param('id') ?? '');
    if (application === undefined) {
      throw notFound('there is no such loan application');
    }
    if (application.tenantId !== user.tenantId) {
      throw forbidden(user.role, "the loan application is another organisation's");
    }
    // Whoever applied does not lend to himself, an agent for instance.
    if (application.userId === user.id) {
      throw forbidden(user.role, 'the application is your own');
    }
    if (!store.loanApplications.move(application.id, 'REQUESTED', 'OFFER_SENT')) {
      throw conflict(`the application is ${application.loanStatus}; expected REQUESTED`);
    }
    const data = applicationAnswer({ ...application, loanStatus: 'OFFER_SENT' });
    return answer(c, { status: 'SUCCESS', data });
  };
}
