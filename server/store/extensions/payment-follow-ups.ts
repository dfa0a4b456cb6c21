import type { AwaitingPayment } from '../../../contract/types.generated.ts';
import { fromMinor } from '../../../contract/values/currencies.ts';
import type { Payment } from '../../../contract/values/records.ts';
import type { Db } from '../../database/open.ts';
import { GIVEN } from '../../database/statements/given.ts';

/** One thing that was done about a payment. */
export interface PaymentFollowUp {
  paymentId: string;
  /** Who did it. */
  userId: string;
  operation: string;
  /** Where the payment is since. */
  lifeCycle: string;
  /** A day `yyyy-MM-dd`, of the operation that names one. */
  payLaterDate: string | null;
  /** Milliseconds since 1970. */
  madeAt: number;
}

/** What changes of a payment; what is left out stays. */
export type PaymentChange = Partial<
  Pick<
    Payment,
    'bankTransferLifeCycle' | 'mtoPaymentConfirmtionType' | 'customerConfirmedPaymentDate'
  >
>;

/** What is done about awaiting payments (section 3.2). */
export interface PaymentFollowUps {
  /** Whoever's the payment is. */
  payment(id: string): Payment | undefined;
  /** Those of a payment, the earliest first. */
  ofPayment(id: string): PaymentFollowUp[];
  /** Writes down what was done, and what it changes; to be called in a transaction. */
  add(followUp: PaymentFollowUp, change: PaymentChange): void;
}

/** The follow-ups of a database. */
export function paymentFollowUpsOf(db: Db): PaymentFollowUps {
  const payment = db.prepare<[string], Payment>(
    `SELECT id, tenant_id AS tenantId, user_id AS userId, payable_type AS payableType,
       bank_transfer_followup_action_type AS bankTransferFollowupActionType,
       bank_transfer_life_cycle AS bankTransferLifeCycle,
       mto_payment_confirmtion_type AS mtoPaymentConfirmtionType,
       customer_confirmed_payment_date AS customerConfirmedPaymentDate,
       creation_date AS creationDate, currency, amount_minor AS amountMinor,
       searchable_payment_reference AS searchablePaymentReference,
       payer_bank_transfer_reference AS payerBankTransferReference
     FROM payments WHERE id = ?`,
  );
  const ofPayment = db.prepare<[string], PaymentFollowUp>(
    `SELECT payment_id AS paymentId, user_id AS userId, operation, life_cycle AS lifeCycle,
       pay_later_date AS payLaterDate, made_at AS madeAt
     FROM payment_follow_ups WHERE payment_id = ${GIVEN} ORDER BY seq`,
  );
  const add = db.prepare(
    `INSERT INTO payment_follow_ups
       (payment_id, user_id, operation, life_cycle, pay_later_date, made_at)
     VALUES (@paymentId, @userId, @operation, @lifeCycle, @payLaterDate, @madeAt)`,
  );
  const change = db.prepare(
    `UPDATE payments SET
       bank_transfer_life_cycle = coalesce(@bankTransferLifeCycle, bank_transfer_life_cycle),
       mto_payment_confirmtion_type =
         coalesce(@mtoPaymentConfirmtionType, mto_payment_confirmtion_type),
       customer_confirmed_payment_date =
         coalesce(@customerConfirmedPaymentDate, customer_confirmed_payment_date)
     WHERE id = @id`,
  );
  const NOTHING: Record<keyof PaymentChange, null> = {
    bankTransferLifeCycle: null,
    mtoPaymentConfirmtionType: null,
    customerConfirmedPaymentDate: null,
  };
  return {
    payment: (id) => payment.get(id.toLowerCase()),
    ofPayment: (id) => ofPayment.all(id),
    add(followUp, changes) {
      add.run(followUp);
      change.run({ id: followUp.paymentId, ...NOTHING, ...changes });
    },
  };
}

/** A payment as section 2.2 shows it. */
export function paymentAnswer(payment: Payment): AwaitingPayment {
  const { userId: _, tenantId: __, amountMinor, ...shown } = payment;
  return { ...shown, requestedBankTransferAmount: fromMinor(amountMinor, payment.currency) };
}
