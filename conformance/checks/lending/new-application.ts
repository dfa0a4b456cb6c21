import { randomUUID } from 'node:crypto';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isAnsweredOffer, isRefusedAnswer, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { applicationsNamed } from '../idempotency/application-paths.ts';
import { first, valuesAt } from '../idempotency/experiments.ts';
import { pathsOf } from '../idempotency/one-record.ts';
import { answerOffer } from '../offers/update-application-offers.ts';
import { type Sent, sendCall, sendOwn } from '../own-entry.ts';
import { ownerOf } from '../state-owner.ts';
import { baseOf } from '../valid-call.ts';

const endpoint = 'request-loan' as const;
const ofLoan = baseOf(endpoint);
// An offer that is answered shows that a refusal is for the state.
const base = { ...ofLoan, after: [...ofLoan.after, 'update-application.data'] };

/** Fields of an application (sections 2.4 and 4.8), which a request has no say in. */
const STATUSES = { loanStatus: 'OFFER_SENT', status: 'ACCEPTED' };
const NO_STATUSES = { loanStatus: undefined, status: undefined };

/** The applications that an answer names, be it by a name that says nothing (section 4.6 shows none). */
async function namedIn(context: CheckContext, exchange: Exchange): Promise<string[]> {
  const named = applicationsNamed(exchange);
  const paths = named.length > 0 ? [] : await pathsOf(context, endpoint);
  return named.concat(paths.flatMap((path) => valuesAt([exchange], path).map(String)));
}

/**
 * The one application that an answer names and the first answer of the run did not: some targets tell all
 * that the customer has, and of those others can be answered.
 */
async function newlyNamed(context: CheckContext, exchange: Exchange): Promise<string | undefined> {
  const before = await namedIn(context, (await first(context, endpoint)).exchange);
  const [named, another] = (await namedIn(context, exchange)).filter((id) => !before.includes(id));
  return another === undefined ? named : undefined;
}

const accept = async (context: CheckContext, { values }: Sent<'request-loan'>, id: string) =>
  answerOffer(context, await ownerOf(context, values), id, true);

/** How often an application is asked for and found not to be offered, before that is believed. */
const TRIES = 3;

/**
 * Whether applications that are asked for with nothing more stay REQUESTED: how and when a target makes an
 * offer is open, so it may do so at once. One that is refused may have been offered and ended since, where
 * the acceptance of another by another check ends it: each of several in a row has to be refused.
 */
function staysRequested(context: CheckContext, sent: Sent<'request-loan'>): Promise<boolean> {
  // Once per run: who answers an offer uses it up.
  return context.shared('whether an application stays REQUESTED', async (own) => {
    const refused: PlainOne[] = [];
    for (let tries = 0; tries < TRIES; tries++) {
      const one = await plainOneRefused(own, sent);
      if (one === undefined) {
        return false;
      }
      refused.push(one);
    }
    // An offer may be made some time later, which went by for the application in question.
    for (const { plain, id } of refused) {
      if (!isRefusedAnswer(await accept(own, plain, id))) {
        return false;
      }
    }
    return true;
  });
}

/** An application that was asked for with nothing more. */
interface PlainOne {
  plain: Sent<'request-loan'>;
  id: string;
}

/**
 * One that was asked for with nothing more and cannot be answered; `undefined` where it can. Where no answer names
 * one, it is asked for by an id; where a second open application is refused, another entry's is asked for.
 * Of several that an answer names nobody knows which is meant, and one that was offered could be used up.
 */
async function plainOneRefused(
  context: CheckContext,
  sent: Sent<'request-loan'>,
): Promise<PlainOne | undefined> {
  const { host: _, ...options } = sent.options;
  const applicationId = randomUUID();
  const body = { ...NO_STATUSES, applicationId };
  const again = await sendCall(context, { ...sent, options }, { body });
  const plain = isSuccess(again.exchange) ? again : await sendOwn(context, endpoint, { body });
  const [named = applicationId, another] = await namedIn(context, plain.exchange);
  const isNamed = isSuccess(plain.exchange) && another === undefined;
  return isNamed && isRefusedAnswer(await accept(context, plain, named))
    ? { plain, id: named }
    : undefined;
}

/** Demands that none of the applications can be answered, as nothing can that is REQUESTED. */
async function expectRequested(
  context: CheckContext,
  sent: Sent<'request-loan'>,
  { ids, what }: { ids: readonly string[]; what: string },
): Promise<void> {
  for (const id of new Set(ids)) {
    const exchange = await accept(context, sent, id);
    if (!isAnsweredOffer(exchange)) {
      continue;
    }
    if (!(await staysRequested(context, sent))) {
      context.inconclusive('The target may make its offer as soon as a loan is requested.');
    }
    deviate(`an application that was requested ${what} to be REQUESTED`, answerOf(exchange));
  }
}

const NAMES_NONE =
  'The answer does not name one application and no other, which the specification does not ask.';

const sayingMore: Check = {
  ...base,
  id: 'request-loan.makes-requested',
  title: 'makes a REQUESTED application, whatever else a request says',
  requirements: ['LOAN-26'],
  takes: { 'loan-product': 1 },
  async run(context) {
    const applicationId = randomUUID();
    const sent = await sendOwn(context, endpoint, { body: { ...STATUSES, applicationId } });
    if (!isSuccess(sent.exchange)) {
      context.inconclusive('A request with fields beside those listed is refused.');
    }
    const named = await newlyNamed(context, sent.exchange);
    const what = `with ${JSON.stringify(STATUSES)} besides`;
    await expectRequested(context, sent, {
      ids: [...(named === undefined ? [] : [named]), applicationId],
      what,
    });
    if (named === undefined) {
      context.inconclusive(NAMES_NONE);
    }
  },
};

/** A request on the lending host, once per run. */
export const requestOnLendingHost = (context: CheckContext): Promise<Sent<'request-loan'>> =>
  context.shared('loan request on the lending host', (own) =>
    sendOwn(own, endpoint, { host: 'lending' }),
  );

const onLendingHost: Check = {
  ...base,
  id: 'request-loan.lending-host.makes-requested',
  title: 'makes a REQUESTED application on the lending host, too',
  requirements: ['LOAN-74'],
  capability: 'requestLoanOnLendingHost',
  after: [...base.after, 'request-loan.lending-host'],
  async run(context) {
    const early = await requestOnLendingHost(context);
    const named = await newlyNamed(context, early.exchange);
    if (named === undefined) {
      return context.inconclusive(NAMES_NONE);
    }
    if (!isAnsweredOffer(await accept(context, early, named))) {
      return;
    }
    // It may have been offered since: one that was asked for just now is as old as what it is compared with.
    const sent = await sendOwn(context, endpoint, { host: 'lending' });
    const id = isSuccess(sent.exchange) ? await newlyNamed(context, sent.exchange) : undefined;
    if (id === undefined) {
      return context.inconclusive('No second application could be asked for on the lending host.');
    }
    await expectRequested(context, sent, { ids: [id], what: 'on the lending host' });
  },
};

/** Section 3.1: request-loan leads to REQUESTED and to nothing else. */
export const newApplicationChecks: Check[] = [sayingMore, onLendingHost];
