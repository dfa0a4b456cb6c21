import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { type CollectedBy, moveBy } from '../lending/moves.ts';
import type { GuardedRoute } from '../routes/route.ts';
import type { StoredLoan } from '../store/loans.ts';
import { extensionBody } from './extension-body.ts';

/**
 * Extension, section 4.7 ("some loans use third-party collection"): the lender hands the collection
 * of a loan to a third party, which ends manual repayment, or takes it back; says why.
 */
export function changeCollection({ store }: Dependencies): GuardedRoute {
  const body = extensionBody<{ collectedBy: CollectedBy; reason: string }>('change-collection');

  return async (c, { user }) => {
    const { collectedBy, reason } = await body(c);
    const { from, to } = moveBy('collection of a loan', 'change-collection', collectedBy);
    const data = store.transaction(() => {
      const loan = store.loans.byId(c.req.param('id') ?? '');
      if (loan === undefined) {
        throw notFound('there is no such loan');
      }
      permitReach(user, 'change-collection', loan, 'the loan');
      if (loan.status !== 'active') {
        throw conflict('the loan is CLOSED; expected ACTIVE');
      }
      if (collectorOf(loan) !== from) {
        throw conflict(`the loan is collected by ${collectorOf(loan)}; expected ${from}`);
      }
      const collection = to === 'THIRD_PARTY' ? 'third-party' : 'manual';
      store.loans.collect(loan.id, collection, reason);
      return { accountId: loan.id, ...collectionOf({ collection, collectionReason: reason }) };
    });
    return answer(c, { status: 'SUCCESS', data });
  };
}

/** Who collects a loan, and why. */
export function collectionOf(loan: Pick<StoredLoan, 'collection' | 'collectionReason'>) {
  return { collectedBy: collectorOf(loan), collectionReason: loan.collectionReason };
}

function collectorOf({ collection }: Pick<StoredLoan, 'collection'>): CollectedBy {
  return collection === 'third-party' ? 'THIRD_PARTY' : 'LENDER';
}
