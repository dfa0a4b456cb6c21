import type { UserName } from '../../target/target.ts';
import type { Session } from '../check-context.ts';
import { answerOf, expectNoServerError, isAnsweredOffer, successOf } from '../expectations.ts';
import { jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Done, Model } from './play.ts';

/** An offer that the sequence plays with, by its number. */
export interface Offer {
  number: number;
  applicationId: string;
  owner: UserName;
  /** whoever the offer was made to, logged in */
  session: Session;
  /** whether nobody else's offer is that customer's, too */
  hasOwnCustomer: boolean;
}

/** One answer to an offer. */
export interface OfferAnswer {
  offer: Offer;
  by: UserName;
  accept: boolean;
  /** the number of its x-idempotency-key */
  key: number;
  /** an API token of theirs, in the place of the session's */
  apiToken?: string;
  /** in the header of Bearer, where that is taken */
  bearer?: boolean;
}

/** Statuses of answered offers by number, and the keys that were sent so far. */
export interface Offers {
  answered: Readonly<Record<number, 'ACCEPTED' | 'WITHDRAWN'>>;
  /** ids of the applications that a key answered, none where it was refused */
  keys: Readonly<Record<number, readonly string[]>>;
  /** numbers of offers that may have ended because another of the same customer was accepted */
  ended: readonly number[];
}

/** No offer is answered yet, and no key was sent. */
export const NO_ANSWERS: Offers = { answered: {}, keys: {}, ended: [] };

const lower = (id: string) => id.toLowerCase();

/** Whether the answer shows the application of another offer, which this key had answered, or none at all. */
function isReplayOfAnother(
  exchange: Done<OfferAnswer>['exchange'],
  { applicationId }: Offer,
  answeredByKey: readonly string[],
): boolean {
  const others = answeredByKey.filter((id) => id !== lower(applicationId));
  const told = valueAt(jsonOf(exchange), 'data', 'applicationId');
  // How a repeat is answered is open: perhaps by no more than that it is one.
  return typeof told === 'string' ? others.includes(lower(told)) : others.length > 0;
}

const nameOf = ({ number, owner }: Offer) => `offer ${number} of ${owner}`;

/** What a success says of the application: it is the one that was asked for, as it now is. */
function expectApplication(exchange: Done<OfferAnswer>['exchange'], offer: Offer, status: string) {
  const data = valueAt(jsonOf(exchange), 'data');
  const id = valueAt(data, 'applicationId');
  if (typeof id === 'string' && lower(id) !== lower(offer.applicationId)) {
    deviate(`the application of ${nameOf(offer)}`, 'another application');
  }
  const said = valueAt(data, 'loanStatus');
  if (said !== undefined && said !== status) {
    deviate(`loanStatus "${status}" for ${nameOf(offer)}`, JSON.stringify(said));
  }
}

/**
 * Sections 3.1 and 4.8: an offer is answered once and by its owner. The key of an earlier request
 * may make an answer a replay of that one or a refusal, which then changes nothing.
 */
export const offerModel: Model<Offers, OfferAnswer> = {
  next(offers, { action: { offer, by, accept, key, apiToken }, exchange }) {
    expectNoServerError(exchange, `an answer to ${nameOf(offer)}`);
    const standing = offers.answered[offer.number];
    const isSpent = key in offers.keys;
    const under = offers.keys[key] ?? [];
    const keys = { ...offers.keys, [key]: under };
    const succeeded = isAnsweredOffer(exchange);
    if (by !== offer.owner && succeeded) {
      deviate(`no application for ${by}, to whom ${nameOf(offer)} does not belong`, 'one');
    }
    if (by !== offer.owner) {
      return { ...offers, keys };
    }
    if (!succeeded) {
      // Who binds themselves to a loan may have to log in for it.
      const needsLogin = accept && apiToken !== undefined;
      if (standing !== undefined || isSpent || needsLogin) {
        return { ...offers, keys };
      }
      // A business may withdraw what else it offered to a customer who accepts one offer: here, or before
      // the sequence, which then finds none that can be answered.
      const answers = Object.values(offers.answered);
      const mayHaveEnded = answers.length === 0 || answers.includes('ACCEPTED');
      if (offer.hasOwnCustomer || !mayHaveEnded) {
        deviate(
          `${nameOf(offer)} to be answered, which is open`,
          answerOf(exchange),
          successOf(exchange),
        );
      }
      return { ...offers, keys, ended: [...offers.ended, offer.number] };
    }
    if (isReplayOfAnother(exchange, offer, under)) {
      return { ...offers, keys };
    }
    if (standing === undefined && offers.ended.includes(offer.number)) {
      deviate(`${nameOf(offer)} to be answered no more, as before`, answerOf(exchange));
    }
    if (standing !== undefined) {
      if (!under.includes(lower(offer.applicationId))) {
        deviate(
          `${nameOf(offer)} to be answered no more, which is ${standing}`,
          answerOf(exchange),
        );
      }
      expectApplication(exchange, offer, standing);
      return { ...offers, keys };
    }
    const status = accept ? 'ACCEPTED' : 'WITHDRAWN';
    expectApplication(exchange, offer, status);
    return {
      ...offers,
      answered: { ...offers.answered, [offer.number]: status },
      keys: { ...keys, [key]: [...under, lower(offer.applicationId)] },
    };
  },
  text({ offer, by, accept, key, apiToken }) {
    const answer = `${by} ${accept ? 'accepts' : 'withdraws from'} ${nameOf(offer)} under key ${key}`;
    return apiToken === undefined ? answer : `${answer} with an API token`;
  },
};
