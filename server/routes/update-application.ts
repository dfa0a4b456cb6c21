import type { UpdateApplicationResponse } from '../../contract/types.generated.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerOnce } from '../http/idempotency.ts';
import { booleanOf } from '../http/query.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { moveBy } from '../lending/moves.ts';
import { applicationAnswer } from '../store/loan-applications.ts';
import type { GuardedRoute } from './route.ts';

/** Section 4.8: the applicant accepts a loan offer (status=true) or withdraws from it. */
export function updateApplication(dependencies: Dependencies): GuardedRoute {
  const { store } = dependencies;
  const accepting = moveBy('loan application', 'update-application', 'status=true');
  const withdrawing = moveBy('loan application', 'update-application', 'status=false');

  return (c, caller) => {
    const accepted = booleanOf(c, 'status');
    const id = c.req.param('loan-application-id') ?? '';

    return answerOnce(c, dependencies, caller, 'update-application', null, () => {
      const application = store.loanApplications.byId(id);
      if (application === undefined) {
        throw notFound('there is no such loan application');
      }
      permitReach(caller.user, 'update-application', application, 'the loan application');
      const { from, to: loanStatus } = accepted ? accepting : withdrawing;
      if (!store.loanApplications.move(application.id, from, loanStatus)) {
        throw conflict(`the application is ${application.loanStatus}; expected ${from}`);
      }
      const result: UpdateApplicationResponse = {
        status: 'SUCCESS',
        data: applicationAnswer({ ...application, loanStatus }),
      };
      return result;
    });
  };
}
