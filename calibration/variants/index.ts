import fc from 'fast-check';
import { extraFields, identifiers, responseHeaders, unseenValues, unshownBody } from './bodies.ts';
import { gateway } from './gateway.ts';
import { headerForms } from './header-forms.ts';
import { rulesOfHeaders } from './house-rules/of-headers.ts';
import { rulesOfListings } from './house-rules/of-listings.ts';
import { rulesOfLoans } from './house-rules/of-loans.ts';
import { rulesOfRepayments } from './house-rules/of-repayments.ts';
import { changingLists } from './listings/changing-lists.ts';
import { dateForms } from './listings/dates.ts';
import { order } from './listings/listings.ts';
import { mixedUsers } from './listings/mixed-users.ts';
import { oddPages } from './listings/odd-pages.ts';
import { rangeEnds } from './listings/range-ends.ts';
import { search } from './listings/searches.ts';
import {
  confirmation,
  leftOut,
  loanHost,
  outstanding,
  repaymentErrors,
  repaymentNames,
} from './loans/lending.ts';
import { lendingRules } from './loans/lending-rules.ts';
import { mixedEntries } from './loans/mixed-entries.ts';
import { newApplications } from './loans/new-applications.ts';
import { acceptedOffers, requestsOfAUser } from './loans/one-of-several.ts';
import { portfolioEntries } from './loans/portfolio-entries.ts';
import { portfolioShape } from './loans/portfolio-shape.ts';
import { repeatedKey, theSameAgain } from './loans/repeated-keys.ts';
import { offerRefusal } from './loans/update-application.ts';
import { loginFailure, loginLockOut } from './logins.ts';
import {
  busyGateway,
  failedEnvelope,
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
  tokenFormat,
  youngTokens,
} from './sessions.ts';
import { sessionsPerUser } from './sessions-per-user.ts';
import { validationFirst } from './validation-first.ts';
import type { Axis, Variant } from './variant.ts';

/**
 * Everything that the register calls open, as far as a server can answer it in another way. The
 * order is that of the layers: the first sees a request first and its answer last, so what changes
 * the form of an answer comes before what changes its meaning.
 */
export const AXES: readonly Axis[] = [
  responseHeaders,
  gateway,
  bearer,
  tokenFormat,
  extraFields,
  portfolioShape,
  portfolioEntries,
  identifiers,
  unseenValues,
  unauthorisedBody,
  unshownBody,
  refusalBody,
  refusalStatus,
  failedEnvelope,
  validationFirst,
  rulesOfHeaders,
  rulesOfListings,
  rulesOfLoans,
  rulesOfRepayments,
  offerRefusal,
  acceptedOffers,
  loginFailure,
  loginLockOut,
  repaymentErrors,
  repaymentNames,
  confirmation,
  repeatedKey,
  theSameAgain,
  newApplications,
  forbiddenBody,
  roles,
  otherTenants,
  permissions,
  sessionsPerUser,
  rotation,
  youngTokens,
  listedHeaders,
  headerForms,
  leftOut,
  loanHost,
  oddPages,
  order,
  search,
  dateForms,
  rangeEnds,
  outstanding,
  changingLists,
];

/** Pairs of axes that change the same thing, so that only one of them makes sense at a time. */
const EXCLUSIVE: readonly (readonly [Axis, Axis])[] = [
  [refusalStatus, failedEnvelope],
  // The one answers with the token that the other has already changed.
  [tokenFormat, youngTokens],
  [refusalBody, failedEnvelope],
  [leftOut, loanHost],
  // An order of one's own undoes that of a search that ranks.
  [order, search],
  // A tenant host without request-loan does not know the path, which HTTP calls 404.
  [refusalStatus, loanHost],
  [failedEnvelope, loanHost],
];

/** One server for every choice on its own; what slows a run down is in no combination. */
export const SINGLE_VARIANTS: readonly Variant[] = [
  ...AXES,
  busyGateway,
  rateLimit,
  requestsOfAUser,
].flatMap((axis) => axis.choices.map((choice) => ({ id: choice.id, choices: [choice] })));

/**
 * Servers with rules of their own about loans. They are for the suite alone: the load kit makes up
 * whoever asks for a loan, and asks many times over.
 */
export const LENDING_RULE_VARIANTS: readonly Variant[] = [
  lendingRules,
  mixedEntries,
  mixedUsers,
].flatMap(({ choices }) => choices.map((choice) => ({ id: choice.id, choices: [choice] })));

/** What leaves open how a variant answers, by its axes. */
export function openOf({ choices }: Variant): string[] {
  const axes = [
    ...AXES,
    busyGateway,
    rateLimit,
    requestsOfAUser,
    lendingRules,
    mixedEntries,
    mixedUsers,
  ];
  return axes
    .filter((axis) => axis.choices.some((choice) => choices.includes(choice)))
    .flatMap(({ open }) => open);
}

/** A server that answers some of the open points otherwise, drawn at random. */
export const combination: fc.Arbitrary<Variant> = fc
  .tuple(...AXES.map((axis) => fc.option(fc.constantFrom(...axis.choices), { freq: 2 })))
  .map((drawn) => {
    const taken = new Set<Axis>();
    const choices = drawn.flatMap((choice, index) => {
      const axis = AXES[index];
      if (!choice || !axis) {
        return [];
      }
      const clash = EXCLUSIVE.some(
        ([a, b]) => (axis === a && taken.has(b)) || (axis === b && taken.has(a)),
      );
      if (clash) {
        return [];
      }
      taken.add(axis);
      return [choice];
    });
    return { id: choices.map(({ id }) => id).join(' + ') || 'reference', choices };
  });

/** A number of random combinations, the same for the same seed. */
export function combinations(seed: number, count: number): Variant[] {
  return fc.sample(combination, { seed, numRuns: count });
}
