import { UsageError } from '../../contract/errors.ts';

/** The share of one instance, as k6's options `--execution-segment` and its sequence. */
export interface Segment {
  segment: string;
  sequence: string;
}

const MOST_INSTANCES = 1000;

/**
 * Equal shares without overlap. With the whole sequence known, k6 numbers iterations and virtual
 * users over all instances, and the scripts pick keys, users and states by these numbers.
 *
 * @throws UsageError when the number is no whole number from 1 to 1000
 */
export function segmentsOf(instances: number): Segment[] {
  if (!(Number.isInteger(instances) && instances >= 1 && instances <= MOST_INSTANCES)) {
    throw new UsageError(
      `the instances are ${instances}; expected a whole number from 1 to ${MOST_INSTANCES}`,
    );
  }
  const bounds = Array.from({ length: instances + 1 }, (_, index) =>
    index === 0 ? '0' : index === instances ? '1' : `${index}/${instances}`,
  );
  return bounds
    .slice(1)
    .map((end, index) => ({ segment: `${bounds[index]}:${end}`, sequence: bounds.join(',') }));
}

/** The options of `k6 run` for one share. */
export function segmentArgs({ segment, sequence }: Segment): string[] {
  return ['--execution-segment', segment, '--execution-segment-sequence', sequence];
}

/**
 * What each of several k6 processes is told beside the run: its share, and its number as a tag, as the
 * operator tells its pods apart: a receiver of metrics would take all for one series. Nothing where one
 * process takes the whole.
 */
export function argsOfShares(instances: number): string[][] {
  const segments = segmentsOf(instances);
  return segments.length === 1
    ? [[]]
    : segments.map((segment, index) => [
        ...segmentArgs(segment),
        ...['--tag', `instance_id=${index + 1}`],
      ]);
}
