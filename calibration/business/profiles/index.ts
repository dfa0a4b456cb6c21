import { answerProfiles } from './answer-profiles.ts';
import { gatewayProfiles } from './gateway-profiles.ts';
import { keyProfiles } from './key-profiles.ts';
import { lendingProfiles } from './lending-profiles.ts';
import { listingProfiles } from './listing-profiles.ts';
import { portfolioProfiles } from './portfolio-profiles.ts';
import type { Profile } from './profile.ts';
import { readingProfiles } from './reading-profiles.ts';
import { repaymentProfiles } from './repayment-profiles.ts';
import { sessionProfiles } from './session-profiles.ts';
import { shapeProfiles } from './shape-profiles.ts';
import { wordingProfiles } from './wording-profiles.ts';

/** Every profile; answers are rewritten before a gateway sees them, hence the order. */
export const profiles: readonly Profile[] = [
  ...sessionProfiles,
  ...keyProfiles,
  ...listingProfiles,
  ...portfolioProfiles,
  ...lendingProfiles,
  ...repaymentProfiles,
  ...readingProfiles,
  ...wordingProfiles,
  ...answerProfiles,
  ...shapeProfiles,
  ...gatewayProfiles,
];

/**
 * The profile of a name.
 *
 * @throws {Error} where there is none
 */
export function profileOf(name: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (!found) {
    throw new Error(`there is no profile ${name}`);
  }
  return found;
}
