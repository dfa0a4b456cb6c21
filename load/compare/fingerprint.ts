import { UsageError } from '../../contract/errors.ts';
import type { LoadReport } from '../load-report.ts';

/**
 * Holds all runs against the first.
 *
 * @throws UsageError naming every difference: what was not measured alike cannot be compared
 */
export function demandSameFingerprint(reports: readonly LoadReport[]): void {
  const [first, ...others] = reports;
  if (first === undefined) throw new UsageError('there is no run to compare');
  const expected = comparable(first);
  const differences = new Set(
    others.flatMap((report) => {
      const found = comparable(report);
      return Object.keys(expected)
        .filter((name) => expected[name] !== found[name])
        .map((name) => `${name} is ${expected[name]} in one run and ${found[name]} in another`);
    }),
  );
  if (differences.size > 0) {
    throw new UsageError(
      `these runs cannot be compared: ${[...differences].join('; ')}; measure both alike`,
    );
  }
}

/** The host's name is left out: it changes with every container on the same machine. */
function comparable({ journey, fingerprint }: LoadReport): Record<string, string | number> {
  const { machine, k6Version, profile, rate, durationSeconds, seed, scriptDigest } = fingerprint;
  return {
    journey,
    'the k6 version': k6Version,
    'the profile': profile,
    'the rate': rate,
    'the duration in seconds': durationSeconds,
    'the seed': seed,
    'the digest of the scripts': scriptDigest,
    'the platform': machine.platform,
    'the processor': machine.cpu,
    'the number of cores': machine.cores,
    'the memory in bytes': machine.memoryBytes,
  };
}
