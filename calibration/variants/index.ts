import fc from 'fast-check';
import {
  extraFields,
  identifiers,
  portfolioShape,
  responseHeaders,
  unseenValues,
  unshownBody,
} from './bodies.ts';
import {
  leftOut,
  loanHost,
  outstanding,
  repaymentErrors,
  repaymentNames,
  repeatedKey,
} from './lending.ts';
import { oddPages, order, rangeEnds, search } from './listings.ts';
import { loginFailure, loginLockOut } from './logins.ts';
import {
  failedEnvelope,
  gateway,
  rateLimit,
  refusalBody,
  refusalStatus,
  unauthorisedBody,
} from './refusals.ts';
import { forbiddenBody, otherTenants, roles } from './roles.ts';
import {
  bearer,
  listedHeaders,
  permissions,
  rotation,
  sessionsPerUser,
  tokenFormat,
} from './sessions.ts';
import type { Axis, Variant } from './variant.ts';

/**
 * Everything that the register calls open, as far as a server can answer it in another way. The
 * order is that of the layers: the first sees a request first and its answer last, so what changes
 * the form of an answer comes before what changes its meaning.
 */
export const AXES: readonly Axis[] = [
  gateway,
  responseHeaders,
  bearer,
  tokenFormat,
  extraFields,
  portfolioShape,
  identifiers,
  unseenValues,
  unauthorisedBody,
  unshownBody,
  refusalBody,
  refusalStatus,
  failedEnvelope,
  loginFailure,
  loginLockOut,
  repaymentErrors,
  repaymentNames,
  repeatedKey,
  forbiddenBody,
  roles,
  otherTenants,
  permissions,
  sessionsPerUser,
  rotation,
  listedHeaders,
  leftOut,
  loanHost,
  oddPages,
  order,
  search,
  rangeEnds,
  outstanding,
];

/** Pairs of axes that change the same thing, so that only one of them makes sense at a time. */
const EXCLUSIVE: readonly (readonly [Axis, Axis])[] = [
  [refusalStatus, failedEnvelope],
  [refusalBody, failedEnvelope],
  [leftOut, loanHost],
];

/** One server for every choice on its own; what slows a run down is in no combination. */
export const SINGLE_VARIANTS: readonly Variant[] = [...AXES, rateLimit].flatMap((axis) =>
  axis.choices.map((choice) => ({ id: choice.id, choices: [choice] })),
);

/** A server that answers some of the open points otherwise, drawn at random. */
export const combination: fc.Arbitrary<Variant> = fc
  .tuple(...AXES.map((axis) => fc.option(fc.constantFrom(...axis.choices), { freq: 2 })))
  .map((drawn) => {
    const taken = new Set<Axis>();
    const choices = drawn.flatMap((choice, index) => {
      const axis = AXES[index];
      if (!choice || !axis) return [];
      const clash = EXCLUSIVE.some(
        ([a, b]) => (axis === a && taken.has(b)) || (axis === b && taken.has(a)),
      );
      if (clash) return [];
      taken.add(axis);
      return [choice];
    });
    return { id: choices.map(({ id }) => id).join(' + ') || 'reference', choices };
  });

/** A number of random combinations, the same for the same seed. */
export function combinations(seed: number, count: number): Variant[] {
  return fc.sample(combination, { seed, numRuns: count });
}
