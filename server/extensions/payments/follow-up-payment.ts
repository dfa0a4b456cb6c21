import type { Context } from 'hono';
import { DAY, day, moment } from '../../../contract/values/moments.ts';
import { permitReach } from '../../authorization/authorize.ts';
import type { AppEnv, Dependencies } from '../../dependencies.ts';
import { answer } from '../../http/answer.ts';
import type { Caller } from '../../http/authenticate.ts';
import { realDay } from '../../http/calendar.ts';
import { conflict, invalid, notFound } from '../../http/refusal.ts';
import { type FollowUp, followUpOf } from '../../payments/life-cycle.ts';
import type { GuardedRoute } from '../../routes/route.ts';
import { type PaymentChange, paymentAnswer } from '../../store/extensions/payment-follow-ups.ts';
import type { Store } from '../../store/store.ts';
import { extensionBody } from '../extension-body.ts';

/** How far ahead a payment may be put off, in days. */
const LONGEST_DELAY = 30;

/** Extension, section 4.5: the customer says that he has made the bank transfer, once. */
export function confirmPayment(dependencies: Dependencies): GuardedRoute {
  const { clock } = dependencies;
  return (c, caller) =>
    followUp(c, dependencies, caller, 'confirm-payment', {
      customerConfirmedPaymentDate: moment(clock.now()),
    });
}

/** Extension, section 4.5: "I will pay later", as long as the customer has not said that he paid. */
export function payLater(dependencies: Dependencies): GuardedRoute {
  const { clock } = dependencies;
  const body = extensionBody<{ payLaterDate: string }>('pay-later');
  return async (c, caller) => {
    const { payLaterDate } = await body(c);
    realDay('payLaterDate', payLaterDate);
    const now = clock.now();
    if (payLaterDate < day(now) || payLaterDate > day(now + LONGEST_DELAY * DAY)) {
      const message = `must be from today to ${LONGEST_DELAY} days ahead`;
      throw invalid([{ path: 'body /payLaterDate', message }]);
    }
    return followUp(c, dependencies, caller, 'pay-later', {}, payLaterDate);
  };
}

/** Extension, section 4.5: the staff saw the money come; the payment's follow-up action is taken. */
export function receivePayment(dependencies: Dependencies): GuardedRoute {
  return (c, caller) =>
    followUp(c, dependencies, caller, 'receive-payment', {
      mtoPaymentConfirmtionType: 'CONFIRMED',
    });
}

/** Extension, section 4.5: the staff complete a payment that its follow-up action left pending. */
export function completePayment(dependencies: Dependencies): GuardedRoute {
  return (c, caller) => followUp(c, dependencies, caller, 'complete-payment', {});
}

function followUp(
  c: Context<AppEnv>,
  { store, clock }: Dependencies,
  { user }: Caller,
  operation: FollowUp,
  change: PaymentChange,
  payLaterDate: string | null = null,
): Response {
  const data = store.transaction(() => {
    const payment = store.paymentFollowUps.payment(c.req.param('id') ?? '');
    if (payment === undefined) {
      throw notFound('there is no such payment');
    }
    permitReach(user, operation, payment, 'the payment');
    const { bankTransferLifeCycle: from, bankTransferFollowupActionType: action } = payment;
    const lifeCycle = followUpOf(operation, from, action);
    if (lifeCycle === undefined) {
      throw conflict(`the payment is ${from} and its follow-up action ${action}`);
    }
    const isCustomers = operation === 'confirm-payment' || operation === 'pay-later';
    if (isCustomers && payment.customerConfirmedPaymentDate !== null) {
      throw conflict('the customer has confirmed the payment already');
    }
    store.paymentFollowUps.add(
      {
        paymentId: payment.id,
        userId: user.id,
        operation,
        lifeCycle,
        payLaterDate,
        madeAt: clock.now(),
      },
      { ...change, bankTransferLifeCycle: lifeCycle },
    );
    return followedUp(store, payment.id);
  });
  return answer(c, { status: 'SUCCESS', data });
}

function followedUp(store: Store, id: string) {
  const payment = store.paymentFollowUps.payment(id);
  if (payment === undefined) {
    throw new Error(`the payment ${id} is gone within a transaction`);
  }
  const made = store.paymentFollowUps.ofPayment(id);
  return {
    awaitingPayment: paymentAnswer(payment),
    payLaterDate: made.findLast((each) => each.payLaterDate !== null)?.payLaterDate ?? null,
    followUps: made.map(({ operation, userId, lifeCycle, madeAt }) => ({
      operation,
      userId,
      bankTransferLifeCycle: lifeCycle,
      date: new Date(madeAt).toISOString(),
    })),
  };
}
