import { UsageError } from '../../contract/errors.ts';
import { type Outputs, outputSettings } from '../../load/k6/outputs.ts';
import { readMix } from '../../load/run/read-mix.ts';
import type { Target } from '../../target/target.ts';
import { readTargetFile } from '../../target/target-file.ts';
import type { OutputOptions, RunOptions } from '../load-run-options.ts';

/** The settings that the options give; what is not given is not there. */
export function runSettingsOf(options: RunOptions) {
  const { profile, rate, duration: durationSeconds, warmUp: warmUpSeconds, seed } = options;
  const { commit = COMMITS.map((name) => process.env[name]).find(Boolean) } = options;
  return {
    ...(profile !== undefined && { profile }),
    ...(rate !== undefined && { rate }),
    ...(durationSeconds !== undefined && { durationSeconds }),
    ...(warmUpSeconds !== undefined && { warmUpSeconds }),
    ...(seed !== undefined && { seed }),
    ...(commit && { commit }),
  };
}

/** The variables by which CI systems tell the commit. */
const COMMITS = ['GITHUB_SHA', 'CI_COMMIT_SHA', 'BUILDKITE_COMMIT', 'GIT_COMMIT'];

/** k6's arguments and environment for the outputs asked. */
export function outputSettingsOf(options: OutputOptions) {
  const { prometheusRw: prometheus, opentelemetry, dashboard } = options;
  return outputSettings({ prometheus, opentelemetry, dashboard } satisfies Outputs);
}

/**
 * The target of a file, with the mix of another one where it is given.
 *
 * @throws UsageError where one cannot be read, or holds mistakes
 */
export async function loadTargetOf(
  file: string,
  { mix }: Pick<RunOptions, 'mix'>,
): Promise<Target> {
  const target = await readTargetFile(file);
  return mix === undefined
    ? target
    : { ...target, load: { ...target.load, mix: await readMix(mix) } };
}

/**
 * Demands that none of these options was given, where they would do nothing.
 *
 * @throws UsageError naming those that were, and why they may not be
 */
export function demandWithout(options: Readonly<Record<string, unknown>>, why: string): void {
  const given = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  if (given.length > 0) {
    throw new UsageError(`${given.join(', ')} would do nothing: ${why}`);
  }
}
