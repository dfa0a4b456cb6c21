import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { moveBy } from '../lending/moves.ts';
import type { GuardedRoute } from '../routes/route.ts';
import { extensionBody } from './extension-body.ts';

/**
 * Extension, section 3.3: the lender says whether the money came. A rejected repayment is owed again
 * and opens its loan again. Each is verified once.
 */
export function verifyRepayment({ store }: Dependencies): GuardedRoute {
  const body = extensionBody<{ verificationStatus: 'VERIFIED' | 'REJECTED' }>('verify-repayment');

  return async (c, { user }) => {
    const { verificationStatus } = await body(c);
    const repayment = store.repayments.byId(c.req.param('id') ?? '');
    if (repayment === undefined) {
      throw notFound('there is no such repayment');
    }
    permitReach(user, 'verify-repayment', repayment, 'the repayment');
    store.transaction(() => {
      const { from, to } = moveBy('repayment', 'verify-repayment', verificationStatus);
      if (!store.repayments.verify(repayment.id, from, to)) {
        throw conflict(`the repayment is ${repayment.verificationStatus} already`);
      }
      if (verificationStatus === 'REJECTED') {
        store.loans.restore(repayment.loanId, repayment.amountMinor);
      }
    });
    const data = { repaymentRecordId: repayment.id, verificationStatus };
    return answer(c, { status: 'SUCCESS', data });
  };
}
