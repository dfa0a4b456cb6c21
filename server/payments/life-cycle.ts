import type { ExtensionName } from '../../contract/extensions/index.ts';
import type { Move } from '../lending/moves.ts';

/** Where a payment by bank transfer is (section 2.2: "pending, received or completed items"). */
export type LifeCycle =
  | 'AWAITING_BANK_TRANSFER_PAYMENT'
  | 'BANK_TRANSFER_PAYMENT_RECEIVED'
  | 'BANK_TRANSFER_PAYMENT_COMPLETED';

/** What follows up on an awaiting payment. */
export type FollowUp = Extract<
  ExtensionName,
  'confirm-payment' | 'pay-later' | 'receive-payment' | 'complete-payment'
>;

/**
 * Every move of an awaiting payment (section 3.2, whose transitions are not shown: all are ours).
 * The customer's word moves nothing by itself: the money does. What comes of a receipt is the
 * payment's own bankTransferFollowupActionType. The routes look their moves up here,
 * docs/awaiting-payments.md draws them, and tests try every state with every operation.
 */
export const LIFE_CYCLE: readonly (Move<LifeCycle> & { by: FollowUp })[] = [
  {
    from: 'AWAITING_BANK_TRANSFER_PAYMENT',
    to: 'AWAITING_BANK_TRANSFER_PAYMENT',
    by: 'pay-later',
  },
  {
    from: 'AWAITING_BANK_TRANSFER_PAYMENT',
    to: 'AWAITING_BANK_TRANSFER_PAYMENT',
    by: 'confirm-payment',
  },
  {
    from: 'AWAITING_BANK_TRANSFER_PAYMENT',
    to: 'BANK_TRANSFER_PAYMENT_COMPLETED',
    by: 'receive-payment',
    when: 'AUTO_CONFIRM_TRANSACTION',
  },
  {
    from: 'AWAITING_BANK_TRANSFER_PAYMENT',
    to: 'BANK_TRANSFER_PAYMENT_RECEIVED',
    by: 'receive-payment',
    when: 'MARK_AS_PENDING_TRANSACTION',
  },
  {
    from: 'BANK_TRANSFER_PAYMENT_RECEIVED',
    to: 'BANK_TRANSFER_PAYMENT_COMPLETED',
    by: 'complete-payment',
  },
];

/**
 * The move of a payment by an operation, or undefined where there is none from its state.
 *
 * @param action the payment's bankTransferFollowupActionType
 */
export function followUpOf(by: FollowUp, from: string, action: string): LifeCycle | undefined {
  return LIFE_CYCLE.find(
    (move) => move.by === by && move.from === from && (move.when ?? action) === action,
  )?.to;
}
