import type { Tone } from '../../../pages/markup.ts';
import type { CoverageRow } from '../report.ts';

/** How a statement stands at a target, in a reader's words. */
export const STANDINGS = {
  broken: 'bad',
  'not followed': 'mild',
  'not tested': 'mild',
  kept: 'good',
  open: 'calm',
  'not visible': 'calm',
  'not applicable': 'calm',
} as const satisfies Record<string, Tone>;

/** A word for how a statement stands. */
export type Standing = keyof typeof STANDINGS;

/**
 * The word for a row of the coverage: a must or should is kept, broken or not followed; what the
 * specification leaves open stays open, whatever was seen; `not visible` is what nobody outside the
 * target can see, or could see in this run.
 */
export function standingOf({ status, level }: Pick<CoverageRow, 'status' | 'level'>): Standing {
  switch (status) {
    case 'passed':
      return 'kept';
    case 'failed':
      return 'broken';
    case 'warned':
      return 'not followed';
    case 'observed':
    case 'not checkable':
      return level === 'open' ? 'open' : 'not visible';
    default:
      return status;
  }
}
