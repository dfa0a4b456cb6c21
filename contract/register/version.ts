/**
 * Raised whenever a requirement comes, goes or changes its level: verdicts of one version were reached
 * by the same demands. `version.test.ts` holds what each version was.
 */
export const REGISTER_VERSION = 2;

/**
 * The seed of what the suite generates where no other is asked for. It goes with the version, so that
 * two runs by one version of the kit ask the same.
 */
export const DEFAULT_SEED = 1;
