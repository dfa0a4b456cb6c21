import { UsageError } from '../../contract/errors.ts';
import type { LoadReport } from '../report/load-report.ts';

/** What the fingerprints of runs are read from. */
export type Fingerprinted = Pick<LoadReport, 'journey' | 'fingerprint' | 'startedAt'>;

/**
 * Holds all runs against the first.
 *
 * @throws UsageError naming every difference: what was not measured alike cannot be compared; also where
 *   k6's version or the machine is unknown
 */
export function demandSameFingerprint(reports: readonly Fingerprinted[]): void {
  const [first, ...others] = reports;
  if (first === undefined) {
    throw new UsageError('there is no run to compare');
  }
  demandKnownFingerprints(reports);
  const expected = measuredWith(first);
  const differences = new Set(
    others.flatMap((report) => {
      const found = measuredWith(report);
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

/** Where nobody knows, any two runs would look equal, on whatever they were made. */
function demandKnownFingerprints(reports: readonly Fingerprinted[]): void {
  const unknown = reports.find(
    ({ fingerprint }) =>
      fingerprint.k6Version === 'unknown' || fingerprint.machine.platform === 'unknown',
  );
  if (unknown === undefined) {
    return;
  }
  throw new UsageError(
    `the run of ${unknown.startedAt} cannot be compared: its k6 version or machine is unknown, as in every report of \`assay load collect\`, so that runs on any machines would look equal; compare runs of \`assay load\``,
  );
}

/** The host's name is left out: it changes with every container on the same machine. */
function measuredWith({ journey, fingerprint }: Fingerprinted): Record<string, string | number> {
  const { machine, k6Version, profile, rate, durationSeconds, seed, scriptDigest } = fingerprint;
  const { warmUpSeconds, instances, rates, mixDigest } = fingerprint;
  return {
    journey,
    'the k6 version': k6Version,
    'the profile': profile,
    'the rate': rate,
    'the duration in seconds': durationSeconds,
    'the warm-up in seconds': warmUpSeconds,
    'the number of k6 processes': instances,
    'the seed': seed,
    'the rate of each journey': Object.entries(rates)
      .map(([name, each]) => `${name} ${each}/s`)
      .join(', '),
    'the digest of the mix of requests': mixDigest,
    'the digest of the scripts': scriptDigest,
    'the platform': machine.platform,
    'the processor': machine.cpu,
    'the number of cores': machine.cores,
    'the memory in bytes': machine.memoryBytes,
  };
}
