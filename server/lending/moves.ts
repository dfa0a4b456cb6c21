import type { LoanStatus } from '../../contract/values/records.ts';
import type { Operation } from '../authorization/rights.ts';

/** Who collects the repayments of a loan (section 4.7). */
export type CollectedBy = 'LENDER' | 'THIRD_PARTY';

/** Whether the money of a repayment came (section 2.5). */
export type VerificationStatus = 'PENDING_VERIFICATION' | 'VERIFIED' | 'REJECTED';

/** The states of each thing that lending is about. */
export interface States {
  'loan application': LoanStatus;
  loan: 'ACTIVE' | 'CLOSED';
  'collection of a loan': CollectedBy;
  repayment: VerificationStatus;
}

/** One move of a thing from a state to the next. */
export interface Move<State extends string = string> {
  /** Null where the thing comes into being. */
  from: State | null;
  to: State;
  by: Operation;
  /** What is asked for or holds, where the operation has more than one outcome. */
  when?: string;
  /** The section that shows the move; without one it is ours. */
  shown?: string;
}

/**
 * Every move of lending (sections 3.1 and 3.3), those that are shown and those of ours. The routes
 * look their moves up here, docs/lending-flow.md draws them, and tests try every state with every
 * operation.
 */
export const MOVES: { readonly [Thing in keyof States]: readonly Move<States[Thing]>[] } = {
  'loan application': [
    { from: null, to: 'REQUESTED', by: 'request-loan', shown: '3.1' },
    { from: 'REQUESTED', to: 'OFFER_SENT', by: 'send-offer' },
    { from: 'REQUESTED', to: 'DECLINED', by: 'decline-application' },
    ...answers('update-application', [
      { from: 'OFFER_SENT', to: 'ACCEPTED', when: 'status=true', shown: '3.1' },
      { from: 'OFFER_SENT', to: 'WITHDRAWN', when: 'status=false', shown: '3.1' },
    ] as const),
    { from: 'ACCEPTED', to: 'DISBURSED', by: 'disburse-loan' },
  ],
  loan: [
    { from: null, to: 'ACTIVE', by: 'disburse-loan' },
    { from: 'ACTIVE', to: 'CLOSED', by: 'repay-loan', when: 'nothing is left' },
    { from: 'CLOSED', to: 'ACTIVE', by: 'verify-repayment', when: 'REJECTED' },
  ],
  'collection of a loan': [
    { from: null, to: 'LENDER', by: 'disburse-loan', when: 'the product says so' },
    { from: null, to: 'THIRD_PARTY', by: 'disburse-loan', when: 'the product says so' },
    ...answers('change-collection', [
      { from: 'LENDER', to: 'THIRD_PARTY', when: 'THIRD_PARTY' },
      { from: 'THIRD_PARTY', to: 'LENDER', when: 'LENDER' },
    ] as const),
  ],
  repayment: [
    { from: null, to: 'PENDING_VERIFICATION', by: 'repay-loan', shown: '3.3' },
    ...answers('verify-repayment', [
      { from: 'PENDING_VERIFICATION', to: 'VERIFIED', when: 'VERIFIED' },
      { from: 'PENDING_VERIFICATION', to: 'REJECTED', when: 'REJECTED' },
    ] as const),
  ],
};

/** The outcomes of one operation. */
function answers<M extends Omit<Move, 'by'>>(by: Operation, outcomes: readonly M[]) {
  return outcomes.map((outcome) => ({ ...outcome, by }));
}

/**
 * The move that an operation makes of a thing that is there.
 *
 * @param when the outcome, where the operation has more than one
 * @throws Error when the table has no such move, or more than one
 */
export function moveBy<Thing extends keyof States>(
  of: Thing,
  by: Operation,
  when?: string,
): { from: States[Thing]; to: States[Thing] } {
  const found = MOVES[of].flatMap(({ from, to, ...move }) =>
    from !== null && move.by === by && move.when === when ? [{ from, to }] : [],
  );
  const [move] = found;
  if (move === undefined || found.length > 1) {
    throw new Error(`there are ${found.length} moves of a ${of} by ${by} when ${when}`);
  }
  return move;
}
