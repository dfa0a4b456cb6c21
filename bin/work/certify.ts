import { createRunner } from '../../conformance/engine/thread/runner.ts';
import { UsageError } from '../../contract/errors.ts';
import type { CommandContext } from '../command-context.ts';

/** The options of `assay certify`. */
export interface CertifyCommandOptions {
  target: string;
  out: string;
  check?: string[];
  endpoint?: string[];
  section?: string[];
  level?: string[];
  failed?: string;
  bail?: boolean;
  dryRun?: boolean;
  json?: boolean;
  deadline: number;
  concurrency?: number;
  seed?: number;
  thorough?: boolean;
  requests?: number;
  knownFailures?: string;
  writeKnownFailures?: string;
  allowIncomplete?: boolean;
  har?: string;
  sign?: string;
  validDays?: number;
  ui?: boolean;
}

/**
 * Runs the suite against a target, or says what would run, and exits with the verdict's code.
 *
 * @throws UsageError where the target file, the selection or the key is wrong
 * @throws UnavailableError where the target does not answer or a report cannot be written
 */
export async function certifyTarget(
  options: CertifyCommandOptions,
  context: CommandContext,
): Promise<void> {
  if (options.validDays !== undefined && options.sign === undefined) {
    throw new UsageError('--valid-days is of a certificate; give --sign with it');
  }
  // The worker loads the checks while this thread loads all else and reads the target file.
  const runner = options.dryRun ? undefined : createRunner();
  try {
    const { readTargetFile } = await import('../../target/target-file.ts');
    const read = await readTargetFile(options.target);
    const target = { ...read, concurrency: options.concurrency ?? read.concurrency };
    const { certifyBy } = await import('../terminal/certify-by-runner.ts');
    await certifyBy(runner, target, options, context);
  } finally {
    await runner?.close();
  }
}
