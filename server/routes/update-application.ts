import type { UpdateApplicationResponse } from '../../contract/types.generated.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerOnce } from '../http/idempotency.ts';
import { booleanOf } from '../http/query.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { applicationAnswer } from '../store/loan-applications.ts';
import type { GuardedRoute } from './route.ts';

/** Section 4.8: the applicant accepts a loan offer (status=true) or withdraws from it. */
export function updateApplication(dependencies: Dependencies): GuardedRoute {
  const { store } = dependencies;

  return (c, caller) => {
    const accepted = booleanOf(c, 'status');
    const id = c.req.param('loan-application-id') ?? '';

    return answerOnce(c, dependencies, caller, 'update-application', null, () => {
      const application = store.loanApplications.byId(id);
      if (application === undefined) {
        throw notFound('there is no such loan application');
      }
      permitReach(caller.user, 'update-application', application, 'the loan application');
      const loanStatus = accepted ? 'ACCEPTED' : 'WITHDRAWN';
      if (!store.loanApplications.move(application.id, 'OFFER_SENT', loanStatus)) {
        throw conflict(`the application is ${application.loanStatus}; expected OFFER_SENT`);
      }
      const result: UpdateApplicationResponse = {
        status: 'SUCCESS',
        data: applicationAnswer({ ...application, loanStatus }),
      };
      return result;
    });
  };
}
