import { fileURLToPath } from 'node:url';
import { type CliOptions, createVitest, type Vitest } from 'vitest/node';
import { CHANNEL_KEY } from './channel.ts';

/** The entry is TypeScript in a checkout and JavaScript in the published package. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const root = fileURLToPath(new URL('..', import.meta.url));

/** The file that vitest runs: every check of the suite is one test of it. */
export const ENTRY = fileURLToPath(new URL(`./checks.vitest.${extension}`, import.meta.url));

/**
 * Starts vitest as the engine of the suite: one worker thread that stays warm, no configuration but
 * this one, nothing printed, and nothing written beside the kit, which may lie in a read-only
 * folder. `channelName` names the BroadcastChannel on which the worker asks for its plan.
 */
export function startVitest(channelName: string): Promise<Vitest> {
  const options: CliOptions = {
    root,
    config: false,
    watch: false,
    include: [`engine/checks.vitest.${extension}`],
    exclude: [],
    reporters: [{}],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 0,
    hookTimeout: 60_000,
    passWithNoTests: true,
    silent: true,
    includeTaskLocation: false,
    cache: false,
    fsModuleCache: false,
    provide: { [CHANNEL_KEY]: channelName },
  };
  return createVitest(options, {
    envDir: false,
    logLevel: 'silent',
  });
}
