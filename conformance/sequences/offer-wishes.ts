import fc from 'fast-check';

/** An answer before its key is drawn: one of its own, that of its offer or that of the other. */
export interface Wish {
  offer: 0 | 1;
  byOwner: boolean;
  accept: boolean;
  key: 'new' | 'own' | 'other';
}

/** What is tried of each offer, in a generated order: whose key comes when makes the difference. */
const WISHES: readonly Wish[] = ([0, 1] as const).flatMap((offer): Wish[] => [
  { offer, byOwner: false, accept: true, key: 'new' },
  { offer, byOwner: true, accept: offer === 0, key: 'other' },
  { offer, byOwner: true, accept: offer === 0, key: 'new' },
  { offer, byOwner: true, accept: offer === 0, key: 'own' },
  { offer, byOwner: true, accept: offer !== 0, key: 'own' },
  { offer, byOwner: true, accept: offer !== 0, key: 'new' },
  { offer, byOwner: false, accept: offer === 0, key: 'own' },
]);

/** Where an offer has its first answer under a key of its own: one that was borrowed may be refused. */
const firstOf = (wishes: readonly Wish[], offer: number) =>
  wishes.findIndex((wish) => wish.byOwner && wish.offer === offer && wish.key !== 'other');

/**
 * Whether one offer is answered under the key of the other before it has an answer of its own, and none under
 * a key of the other that was not sent yet.
 */
function borrowsAKey(wishes: readonly Wish[]): boolean {
  const borrowed = ([0, 1] as const).map((offer) => ({
    offer,
    index: wishes.findIndex((wish) => wish.offer === offer && wish.key === 'other'),
  }));
  return (
    borrowed.every(({ offer, index }) => firstOf(wishes, 1 - offer) < index) &&
    borrowed.some(({ offer, index }) => index < firstOf(wishes, offer))
  );
}

/**
 * Whether one offer is withdrawn from and then the other accepted, so that the other answer is tried on both.
 * In this order, since a business may end what else it offered once one offer is accepted.
 */
function endsInBothWays(wishes: readonly Wish[]): boolean {
  const [one, next] = orderOf(wishes);
  return wishes[one]?.accept === false && wishes[next]?.accept === true;
}

/** Where the first answers of the two offers are, in their order. */
const orderOf = (wishes: readonly Wish[]) =>
  [firstOf(wishes, 0), firstOf(wishes, 1)].sort((one, other) => one - other) as [number, number];

/** Whether a stranger tries the second offer while it is open and the first is answered. */
function isTriedByAnother(wishes: readonly Wish[]): boolean {
  const [one, next] = orderOf(wishes);
  return wishes
    .slice(one, next)
    .some(({ byOwner, offer }) => !byOwner && offer === wishes[next]?.offer);
}

/** Whether a stranger repeats the first answer to an offer, key and all. */
const isRepeatedByAnother = (wishes: readonly Wish[]) =>
  wishes.some(({ byOwner, offer, key, accept }, index) => {
    const first = firstOf(wishes, offer);
    return !byOwner && key === 'own' && first < index && wishes[first]?.accept === accept;
  });

/** The wishes in an order that the seed draws. */
export function offerWishes(seed: number): readonly Wish[] {
  const wanted = [borrowsAKey, endsInBothWays, isTriedByAnother, isRepeatedByAnother];
  const orders = fc
    .shuffledSubarray([...WISHES], { minLength: WISHES.length })
    .filter((wishes) => wanted.every((isSo) => isSo(wishes)));
  return fc.sample(orders, { seed, numRuns: 1 })[0] ?? WISHES;
}
