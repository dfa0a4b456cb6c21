import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { NotSupplied, unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { StateValues, UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext, Session } from '../../check-context.ts';
import { expectSuccess, isAnsweredOffer, isRefusedAnswer, isSuccess } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { ownerOf } from '../state-owner.ts';
import { offerCall } from '../valid-call.ts';

/** An offer to a customer of its own, or to the `customer` of the target file. */
export type OwnOffer = StateValues['offer-sent'];

/** An offer that was answered, with what a repeat of the answer needs. */
type AnsweredOffer = OwnOffer & {
  /** headers of the answer; sent again they make the same request */
  headers: Record<string, string>;
  exchange: Exchange;
};

/** The headers that make a request with the same content the same request, under a key of its own. */
export function sameRequest(key: string = randomUUID()): Record<string, string> {
  return {
    'x-idempotency-key': key,
    'x-fapi-interaction-id': randomUUID(),
    'x-fapi-auth-date': new Date().toISOString(),
  };
}

/** What an offer is answered with, and what else the call says. */
type Answer = [
  status: boolean | string,
  headers?: Record<string, string>,
  more?: Pick<CallOptions, 'bearer' | 'body' | 'meantToSucceed' | 'situation'>,
];

/** Answers an offer as its owner. The session is asked for anew: a run renews those of the users. */
export async function answerOwn(
  context: CheckContext,
  offer: OwnOffer,
  ...answer: Answer
): Promise<Exchange> {
  return answerOffer(context, await ownerOf(context, offer), offer.applicationId, ...answer);
}

/** Answers an offer as a user of the target file, in a session or by a token. */
export async function answerOffer(
  context: CheckContext,
  user: UserName | Pick<Session, 'accessToken'>,
  applicationId: string,
  ...answer: Answer
): Promise<Exchange> {
  const [status, headers = {}, more] = answer;
  const as = typeof user === 'string' ? await context.session(user) : user;
  return context.call('update-application', {
    as,
    ...offerCall(applicationId, status),
    headers,
    ...more,
  });
}

/** The first answer to an offer of the customer: one offer is accepted and one withdrawn per run. */
export function answeredOffer(context: CheckContext, accept: boolean): Promise<AnsweredOffer> {
  return context.shared(`offer answered with ${accept}`, async (own) => {
    const offer = await own.take('offer-sent');
    const headers = sameRequest();
    const exchange = await answerOwn(own, offer, accept, headers);
    return { ...offer, headers, exchange };
  });
}

/**
 * Demands that an open offer was answered. A business may withdraw what else a customer was offered once
 * one offer is accepted: where it does, customers of their own are asked for.
 *
 * @throws NotSupplied where the offers of one customer end each other
 */
export async function expectOfferAnswered(
  context: CheckContext,
  exchange: Exchange,
  { offer, accept, what, since }: Answering,
): Promise<void> {
  if (isRefusedAnswer(exchange) && (await mayHaveEnded(context, offer, accept))) {
    throw offersOfOwnCustomers();
  }
  if (isRefusedAnswer(exchange) && since !== undefined && (await endsByItself(context, since))) {
    context.inconclusive('An offer that is left alone for as long ends by itself.');
  }
  expectSuccess(exchange, what);
}

interface Answering {
  offer: OwnOffer;
  accept: boolean;
  what: string;
  /** when the offer was supplied, where other answers to it came before, by `performance.now()` */
  since?: number;
}

/** Longer than this no offer is waited for. */
const MOST_WAITED_MS = 30_000;

/** Whether another that nobody answers is over after as long, where there is one: how long an offer stands is open. */
async function endsByItself(context: CheckContext, since: number): Promise<boolean> {
  const held = performance.now() - since;
  const untouched = await context.take('offer-sent').catch(unlessNotSupplied);
  if (!untouched) {
    return false;
  }
  await wait(Math.min(held, MOST_WAITED_MS));
  const isOver = isRefusedAnswer(await answerOwn(context, untouched, true));
  if (!isOver && held > MOST_WAITED_MS) {
    context.inconclusive(
      `The offer was held for ${Math.round(held / 1000)} s, longer than another is waited for: it may have ended by itself.`,
    );
  }
  return isOver;
}

/** Whether an offer may have ended by the acceptance of another of the same customer. */
async function mayHaveEnded(context: CheckContext, offer: OwnOffer, accept: boolean) {
  const { email, exchange } = await answeredOffer(context, true);
  return email === offer.email && isAnsweredOffer(exchange) && offersEndEachOther(context, !accept);
}

/**
 * Whether of two offers of one customer the second cannot be answered once the first is accepted, as far
 * as two more offers can tell.
 *
 * @param answer to the second: the way that is not in question
 * @throws NotSupplied where there are no two more
 */
export function offersEndEachOther(context: CheckContext, answer: boolean): Promise<boolean> {
  return context.shared(`offers that end each other, answered with ${answer}`, async (own) => {
    const one = await own.take('offer-sent');
    const next = await own.take('offer-sent');
    const accepted = await answerOwn(own, one, true);
    const answered = await answerOwn(own, next, answer);
    return !isAnsweredOffer(accepted) || isRefusedAnswer(answered);
  });
}

/** What has to be supplied where offers of one customer end each other. */
export const offersOfOwnCustomers = () =>
  new NotSupplied(
    'values for offer-sent: email, password',
    'are not supplied: after one offer of the customer was accepted, no other can be answered',
  );

/** The answers after the first, in the order they are sent. */
const LATER_ANSWERS = [
  { step: 'same answer, same key', sameKey: true, contrary: false },
  { step: 'other answer, same key', sameKey: true, contrary: true },
  { step: 'same answer, new key', sameKey: false, contrary: false },
  { step: 'other answer, new key', sameKey: false, contrary: true },
] as const;

/** One of the answers that follow the first. */
type LaterAnswer = (typeof LATER_ANSWERS)[number]['step'];

/**
 * A later answer to the offer that was first answered with `accept`. All of them go to the one
 * offer, each after those before it in the table: an answer that wrongly succeeds leaves an
 * application that is still answered, so the following are judged rightly. In situations they follow
 * what was sent without one.
 */
export function laterAnswer(
  context: CheckContext,
  accept: boolean,
  step: LaterAnswer,
): Promise<Exchange> {
  return context.shared(`${step} after ${accept}`, async (own) => {
    const index = LATER_ANSWERS.findIndex((answer) => answer.step === step);
    const before = LATER_ANSWERS[index - 1];
    if (before && !own.plain) {
      await laterAnswer(own, accept, before.step);
    }
    const { headers, ...offer } = await answeredOffer(own.plain ?? own, accept);
    const { contrary, sameKey } = LATER_ANSWERS[index] ?? LATER_ANSWERS[0];
    // The contrary answer has the key alone of the first, so that all else comes in other forms, too.
    const key = { 'x-idempotency-key': headers['x-idempotency-key'] ?? '' };
    const same = contrary ? key : headers;
    return answerOwn(own, offer, accept !== contrary, sameKey ? same : {});
  });
}

type RefusalOffer = OwnOffer & {
  /** when it was supplied, by `performance.now()` */
  since: number;
  /** the call under way */
  last: Promise<unknown>;
  /** whether its owner's acceptance was sent */
  isSent?: true;
};

function refusalOffer(context: CheckContext): Promise<RefusalOffer> {
  return context.shared('offer for refusals', async (own) => ({
    ...(await own.take('offer-sent')),
    since: performance.now(),
    last: Promise.resolve(),
  }));
}

/**
 * Answers an offer of the customer by a call that should be refused: withdraws from it, and every second
 * time accepts it. All such calls go to one offer, one after the other; where one succeeds the next get
 * another offer, since a refusal of an offer already answered would prove nothing. In situations of
 * `otherCustomer` it is that one's own offer, which nobody has answered.
 */
export async function refusedAnswer(context: CheckContext, change: CallOptions): Promise<Exchange> {
  // One offer serves all of them, in whatever situation.
  const plain = context.plain ?? context;
  const answer = (as: Session, applicationId: string) =>
    context.call('update-application', {
      as,
      ...offerCall(applicationId, (context.turn ?? 0) % 2 === 1),
      ...change,
    });
  const caller = await context.session('customer');
  if (caller.user === 'otherCustomer') {
    const { applicationId } = await plain.state('offer-sent-other');
    return answer(caller, applicationId);
  }
  const offer = await refusalOffer(plain);
  const turn = offer.last.then(async () => {
    const exchange = await answer(await ownerOf(context, offer), offer.applicationId);
    if (isAnsweredOffer(exchange) && !change.path) {
      const next = await plain.take('offer-sent').catch(() => offer);
      Object.assign(offer, { since: performance.now() }, next);
    }
    return exchange;
  });
  offer.last = turn.catch(() => undefined);
  return turn;
}

/**
 * Accepts the offer of `refusedAnswer`, as its owner and with nothing wrong, once in a run: a check that is run again,
 * since a connection was lost, would find the offer answered.
 */
export function acceptAfterRefusals(
  context: CheckContext,
): Promise<{ offer: RefusalOffer; exchange: Exchange }> {
  return context.shared('acceptance after refusals', async (own) => {
    const offer = await refusalOffer(own);
    if (offer.isSent) {
      own.inconclusive('What came of accepting the offer was lost with a connection.');
    }
    offer.isSent = true;
    const exchange = await answerOwn(own, offer, true, {}, { meantToSucceed: true });
    return { offer, exchange };
  });
}

/** Where no further offers are supplied nobody can tell. */
function unlessSupplied(error: unknown): true {
  if (error instanceof NotSupplied) {
    return true;
  }
  throw error;
}

/** `data` of the answers that succeeded: of the accepted offer, and of the withdrawn one if any. */
export async function answeredApplications(
  context: CheckContext,
): Promise<{ applicationId: string; body: unknown; data: unknown }[]> {
  const accepted = await answeredOffer(context, true);
  // Whether an offer can be withdrawn has a check of its own.
  const other = await answeredOffer(context, false).catch(() => undefined);
  // What ended with the acceptance of another offer was not answered, however it is told.
  const hasEnded =
    other !== undefined &&
    isRefusedAnswer(other.exchange) &&
    (await mayHaveEnded(context, other, false).catch(unlessSupplied));
  const withdrawn = hasEnded ? undefined : other;
  return [accepted, withdrawn]
    .filter((offer) => offer !== undefined)
    .filter(({ exchange }) => isSuccess(exchange))
    .map(({ applicationId, exchange }) => {
      const body = jsonOf(exchange);
      return { applicationId, body, data: valueAt(body, 'data') };
    });
}
