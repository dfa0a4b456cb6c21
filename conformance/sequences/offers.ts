import { isUuid } from '../../contract/values/uuid.ts';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import {
  answerOffer,
  offersEndEachOther,
  offersOfOwnCustomers,
  sameRequest,
} from '../checks/offers/update-application-offers.ts';
import { ownerOf } from '../checks/state-owner.ts';
import { servedApiToken } from '../checks/tokens/api-tokens.ts';
import { answerOf, successOf } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import { NO_ANSWERS, type Offer, type OfferAnswer, offerModel } from './offer-model.ts';
import { offerWishes, type Wish } from './offer-wishes.ts';
import { Play, shown } from './play.ts';

/** Offers that are answered one after the other, and then as many whose answers come at once. */
const EACH = 2;

/** The offers of the customer that can be had, at most twice `EACH`; at least one. */
async function takeOffers(context: CheckContext): Promise<Offer[]> {
  const offers: Offer[] = [];
  while (offers.length < 2 * EACH) {
    try {
      const offer = await context.take('offer-sent');
      offers.push({
        number: offers.length + 1,
        applicationId: offer.applicationId,
        owner: 'customer',
        session: await ownerOf(context, offer),
        hasOwnCustomer: offer.email !== undefined,
      });
    } catch (error) {
      if (!(error instanceof NotSupplied) || offers.length === 0) {
        throw error;
      }
      break;
    }
  }
  return offers;
}

/** Hexadecimal digits in which the keys of a sequence differ: who keeps the beginning of a key mixes them up. */
const DIGITS = 4;

/** Numbers keys: the same number is the same request headers. */
class Keys {
  readonly #headers = new Map<number, Record<string, string>>();
  readonly #context: CheckContext;
  #first: string | undefined;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  next(): number {
    this.#headers.set(this.#headers.size + 1, this.#made());
    return this.#headers.size;
  }

  headersOf(key: number): Record<string, string> {
    return this.#headers.get(key) ?? this.#made();
  }

  #made(): Record<string, string> {
    const key = this.#context.newKey('update-application');
    if (!isUuid(key)) {
      return sameRequest(key);
    }
    this.#first ??= key;
    const end = this.#headers.size.toString(16).padStart(DIGITS, '0');
    return sameRequest(`${this.#first.slice(0, -DIGITS)}${end}`);
  }
}

async function playOffers(
  context: CheckContext,
  play: Play<ReturnType<typeof offerModel.next>, OfferAnswer>,
  offers: readonly Offer[],
): Promise<void> {
  const keys = new Keys(context);
  // Every other answer in the other header form, where that is taken.
  const bearer = await context.passed('authentication.bearer.update-application');
  let sent = 0;
  const token = await servedApiToken(context, 'update-application');
  /** the key that was last sent for an offer by its owner */
  const ofOffer = new Map<number, number>();
  /**
   * In another form under a key of the offer: with an API token, where one was served, the owner accepts as the
   * first answer and withdraws later; withdrawing as the first comes with Bearer.
   */
  const formOf = ({ offer, byOwner, accept, key }: Wish, { hasOwnCustomer }: Offer) => {
    const isFirst = !ofOffer.has(offer);
    if (!byOwner || key === 'other' || (accept && !isFirst)) {
      return {};
    }
    const isForToken = token !== undefined && !hasOwnCustomer && accept === isFirst;
    return isForToken ? { apiToken: token } : { bearer: isFirst && !accept };
  };
  const send = ({ offer, by, accept, key, apiToken, bearer: wanted }: OfferAnswer) => {
    sent += 1;
    const inOther = bearer && apiToken === undefined && (wanted || sent % 2 === 0);
    const own = apiToken === undefined ? offer.session : { accessToken: apiToken };
    const as = by === offer.owner ? own : by;
    return answerOffer(context, as, offer.applicationId, accept, keys.headersOf(key), {
      bearer: inOther,
      situation: `key ${key}`,
    });
  };
  const hasOther = context.target.users.otherCustomer !== undefined;
  for (const wish of offerWishes(context.seed)) {
    const offer = offers[wish.offer];
    if (!offer || (!wish.byOwner && !hasOther)) {
      continue;
    }
    const whose = wish.key === 'other' ? 1 - wish.offer : wish.offer;
    const earlier = wish.key === 'new' ? undefined : ofOffer.get(whose);
    const key = earlier ?? keys.next();
    const by = wish.byOwner ? 'customer' : 'otherCustomer';
    const form = formOf(wish, offer);
    if (wish.byOwner && whose === wish.offer && !ofOffer.has(whose)) {
      ofOffer.set(whose, key);
    }
    const { accept } = wish;
    await play.step([{ offer, by, accept, key, ...form }], send);
  }
  // Both answers to the first, so that only one may win, while the next has one of its own.
  const [one, next] = offers.slice(EACH);
  const together = [
    { offer: one, accept: true },
    { offer: next, accept: true },
    { offer: one, accept: false },
    { offer: one, accept: true },
  ].flatMap(({ offer, accept }): OfferAnswer[] =>
    offer ? [{ offer, by: 'customer', accept, key: keys.next() }] : [],
  );
  if (together.length > 0) {
    await play.step(together, send);
  }
  // What seems to have ended with the acceptance of another offer stays ended, and offers do end so.
  const ended = new Set(play.states.flatMap((state) => state.ended));
  for (const offer of offers.filter(({ number }) => ended.has(number))) {
    const [done] = await play.step(
      [{ offer, by: 'customer', accept: true, key: keys.next() }],
      send,
    );
    if (await offersEndEachOther(context, false)) {
      throw offersOfOwnCustomers();
    }
    deviate(
      `offer ${offer.number} of customer to be answered, which is open`,
      `${done ? answerOf(done.exchange) : 'nothing'}, by these steps: ${play.steps}`,
      done && successOf(done.exchange),
    );
  }
}

/** Sections 3.1 and 4.8: answers to several offers, in any order and at once. */
export const offerSequenceChecks: Check[] = [
  {
    id: 'sequences.offers',
    title: 'answers each of several offers once, whatever order and keys its answers have',
    requirements: ['APP-21', 'APP-17', 'APP-19', 'APP-20', 'APP-22', 'APP-24', 'APP-34', 'APP-36'],
    level: 'must',
    drawn: true,
    // Nothing else accepts an offer meanwhile, which may end those of the sequence.
    phase: 'endings',
    endpoint: 'update-application',
    users: ['customer'],
    takes: { 'offer-sent': 2 * EACH },
    // What shows on a single offer has checks of its own.
    after: [
      'update-application.succeeds',
      'update-application.withdraw.succeeds',
      'update-application.refuses.accepted-then-true',
      'update-application.refuses.accepted-then-false',
      'update-application.refuses.withdrawn-then-true',
      'update-application.refuses.withdrawn-then-false',
      'update-application.one-key.accepted',
      'update-application.one-key.withdrawn',
      'update-application.answers-at-once',
    ],
    async run(context) {
      const offers = await takeOffers(context);
      const play = new Play(offerModel, NO_ANSWERS);
      await shown(context, play, () => playOffers(context, play, offers));
    },
  },
];
