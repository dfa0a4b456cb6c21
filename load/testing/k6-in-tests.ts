import { findK6, type K6 } from '../k6/find-k6.ts';

/**
 * k6 for the tests that need it, or null where it cannot be had: they are skipped then, visibly.
 * With CI=true they must run, so k6 is built if need be and its absence is an error.
 */
export async function k6InTests(): Promise<K6 | null> {
  const mustRun = process.env.CI === 'true';
  try {
    return await findK6({ allowInstall: mustRun });
  } catch (error) {
    if (mustRun) {
      throw error;
    }
    return null;
  }
}
