/**
 * The user gave something that cannot be used: an unknown option, a broken target file, a missing
 * file. Ends a command with exit code 2.
 */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly exitCode = 2;
}

/**
 * Something outside Assay did not work: the target does not answer, a port is taken, a report
 * cannot be written. Ends a command with exit code 4.
 */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
  readonly exitCode = 4;
}

/** A file cannot be written. Where a command was stopped, too, this is what its user has to know. */
export class UnwrittenError extends UnavailableError {}
