import { UsageError } from '../../contract/errors.ts';
import type { RunEvent } from '../scripts/record/events.ts';

/** The part of a run that one of several k6 processes took. */
export interface Share {
  /** as k6's `--execution-segment`, such as `0:1/2` */
  segment: string;
  /** the bounds of all shares, such as `0,1/2,1`; null where k6 was not told */
  sequence: string | null;
}

/** The share of a process; null for the whole, of which k6 names no segment. */
export function shareOf({ segment, sequence }: RunEvent): Share | null {
  return segment === null ? null : { segment, sequence };
}

interface NamedShare {
  /** the process that took the share, for messages */
  name: string;
  /** null for the whole */
  share: Share | null;
}

const WHOLE: Share = { segment: '0:1', sequence: '0,1' };

/**
 * Demands every share of one sequence exactly once: half of a run would look like a run at half the
 * rate, and a share that counts twice like more load than there was.
 *
 * @throws UsageError naming what is missing, there twice, or of another run
 */
export function demandAllShares(runs: readonly NamedShare[]): void {
  const [first] = runs;
  if (first === undefined) {
    return;
  }
  const sequence = sequenceOf(first);
  const bounds = sequence.split(',');
  const expected = bounds.slice(1).map((end, index) => `${bounds[index]}:${end}`);
  const byShare = Map.groupBy(
    runs.filter((run) => sequenceOf(run) === sequence),
    ({ share }) => (share ?? WHOLE).segment,
  );
  const missing = expected.filter((share) => !byShare.has(share));
  const foreign = runs.filter(
    (run) => sequenceOf(run) !== sequence || !expected.includes((run.share ?? WHOLE).segment),
  );
  const problems = [
    ...(missing.length > 0
      ? [`of the shares ${expected.join(', ')} lacks ${missing.join(', ')}`]
      : []),
    ...[...byShare].flatMap(([share, same]) =>
      same.length > 1 ? [`the share ${share} is there ${same.length} times: ${namesOf(same)}`] : [],
    ),
    ...(foreign.length > 0 ? [`${namesOf(foreign)} is of another run`] : []),
  ];
  if (problems.length > 0) {
    throw new UsageError(`the results are not those of one run: ${problems.join('; ')}`);
  }
}

/** A process that knows its segment alone does not tell what the others took. */
function sequenceOf({ share }: NamedShare): string {
  return (share ?? WHOLE).sequence ?? WHOLE.sequence ?? '';
}

function namesOf(runs: readonly NamedShare[]): string {
  return runs.map(({ name }) => name).join(', ');
}
