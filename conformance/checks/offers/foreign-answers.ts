import type { StateName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import {
  answerOf,
  expectSuccess,
  isAnsweredOffer,
  isRefusedAnswer,
  successOf,
} from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { answeredOffer, answerOffer } from './update-application-offers.ts';

/** Who tries to answer the offer of `otherCustomer`, in this order; the owner comes last. */
const FOREIGN_ANSWERS = [
  { step: 'customer accepts', user: 'customer', status: true },
  { step: 'customer withdraws', user: 'customer', status: false },
  { step: 'otherManager withdraws', user: 'otherManager', status: false },
  { step: 'otherManager accepts', user: 'otherManager', status: true },
] as const;

/** One of the answers to an offer by somebody who does not own it. */
type ForeignAnswer = (typeof FOREIGN_ANSWERS)[number]['step'];

/** The offer of `otherCustomer` answered by another user; such users as the target has, in order. */
export function foreignAnswer(context: CheckContext, step: ForeignAnswer): Promise<Exchange> {
  return context.shared(step, async (own) => {
    const index = FOREIGN_ANSWERS.findIndex((answer) => answer.step === step);
    const before = FOREIGN_ANSWERS[index - 1];
    if (before) {
      await foreignAnswer(own, before.step);
    }
    const { user, status } = FOREIGN_ANSWERS[index] ?? FOREIGN_ANSWERS[0];
    const { applicationId } = await own.state('offer-sent-other');
    return answerOffer(own, user, applicationId, status);
  });
}

/** Answers to the offer of `otherCustomer`, each in its turn. */
export const toOther = (...steps: [ForeignAnswer, ...ForeignAnswer[]]) => ({
  owner: 'otherCustomer' as const,
  states: ['offer-sent-other'] satisfies StateName[],
  answer: (context: CheckContext) =>
    foreignAnswer(context, steps[(context.turn ?? 0) % steps.length] ?? steps[0]),
});

/** The offer of `otherCustomer` accepted by its owner, after everybody else tried. */
async function ownerAccepts(context: CheckContext): Promise<Exchange> {
  for (const { step } of FOREIGN_ANSWERS.filter(({ user }) => context.target.users[user])) {
    const exchange = await foreignAnswer(context, step).catch(() => undefined);
    if (exchange && isAnsweredOffer(exchange)) {
      context.inconclusive(`The offer was answered by another user (${step}), which has a check.`);
    }
  }
  const { applicationId } = await context.state('offer-sent-other');
  // A key that another customer had first may be refused, but opens nothing of that one's.
  const { headers } = await answeredOffer(context, true);
  const underKey = await answerOffer(context, 'otherCustomer', applicationId, true, {
    'x-idempotency-key': headers['x-idempotency-key'] ?? '',
  });
  return isAnsweredOffer(underKey)
    ? underKey
    : answerOffer(context, 'otherCustomer', applicationId, true, {}, { meantToSucceed: true });
}

/**
 * Demands that the owner accepts the offer that others were refused to answer. An offer may have ended otherwise,
 * such as by an application of its owner since: a fresh one shows whether it was by the refusals.
 *
 * @throws NotSupplied where there is no other offer to tell by
 */
export async function expectOwnerAccepts(context: CheckContext): Promise<void> {
  const what = 'accepting the own offer after others were refused';
  const exchange = await ownerAccepts(context);
  if (!isRefusedAnswer(exchange)) {
    expectSuccess(exchange, what);
    return;
  }
  const { applicationId } = await context.take('offer-sent-other');
  for (const { user, status } of FOREIGN_ANSWERS.filter((by) => context.target.users[by.user])) {
    await answerOffer(context, user, applicationId, status);
  }
  const fresh = await answerOffer(context, 'otherCustomer', applicationId, true);
  if (isRefusedAnswer(fresh)) {
    deviate(`${what} to succeed`, answerOf(exchange), successOf(exchange));
  }
}

/** One answer of somebody of the tenant's staff to the offer of the customer. */
interface StaffAnswer {
  user: 'manager' | 'cashier' | 'agent';
  status: boolean;
  exchange: Exchange;
}

/** Staff who try to answer one offer of the customer, either way; the agent last, as long as that is forbidden. */
export function staffAnswers(context: CheckContext): Promise<StaffAnswer[]> {
  return context.shared('answers of staff to an offer', async (own) => {
    const { applicationId } = await own.take('offer-sent');
    const answers: StaffAnswer[] = [];
    const staff = (['manager', 'cashier', 'agent'] as const).filter(
      (name) => own.target.users[name],
    );
    for (const user of staff) {
      for (const status of user === 'agent' ? [true, false] : [false, true]) {
        const exchange = await answerOffer(own, user, applicationId, status);
        answers.push({ user, status, exchange });
        if (user === 'agent' && exchange.response?.status !== 403) {
          break;
        }
      }
    }
    return answers;
  });
}
