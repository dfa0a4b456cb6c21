import fc from 'fast-check';
import type { UserName } from '../../target/target.ts';
import { type Form, PLAIN } from './session-model.ts';

/** How many steps a sequence has, before all its tokens are looked at: a login serves many. */
const STEPS = { minLength: 8, maxLength: 10 };

/** Users who play in one sequence: enough that one may end what another has. */
const CAST = 3;

/** What is meant to be done: with the newest token of the user but `back`, if there is one. */
export interface Wish {
  kind: 'login' | 'refresh' | 'logout' | 'call';
  /** one of the cast of the sequence, counted from 0 */
  actor: number;
  back: number;
  form: Form;
  /** which of the calls of the user, counted from 0 */
  call: number;
}

/** A sequence before it is played: who plays in it, and what is wished of them. */
export interface Script {
  cast: UserName[];
  steps: Wish[][];
}

/** The plain form most often: what comes in it has to succeed. */
const FORMS: readonly Form[] = [
  PLAIN,
  PLAIN,
  PLAIN,
  PLAIN,
  { bearer: true, otherDevice: false },
  { bearer: false, otherDevice: true },
];

/** Generates sequences of some of the users. */
export function scripts(users: readonly UserName[]): fc.Arbitrary<Script> {
  const actors = Math.min(CAST, users.length);
  const [star, ...others] = users;
  const wish = fc.record({
    kind: fc.constantFrom(
      ...(['login', 'refresh', 'refresh', 'logout', 'logout', 'call'] as const),
    ),
    actor: fc.nat(actors - 1),
    // The newest token most often: what was just given has to work.
    back: fc.constantFrom(0, 0, 0, 1, 2),
    form: fc.constantFrom(...FORMS),
    call: fc.nat(MOST_CALLS - 1),
  });
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(wish) },
    { weight: 1, arbitrary: fc.array(wish, { minLength: 2, maxLength: 3 }) },
  );
  return fc.record({
    // The first of the users plays in each, so that the pairs with the others all come.
    cast: fc
      .shuffledSubarray(others, { minLength: actors - 1, maxLength: actors - 1 })
      .map((rest) => (star === undefined ? rest : [star, ...rest])),
    steps: fc.array(step, { ...STEPS, size: 'max' }),
  });
}

/** Different calls that a user may have. */
const MOST_CALLS = 3;

/** The item at an index that may go beyond the end and then begins anew. */
export const anyOf = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % list.length];
