import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Rooms whose tests change nothing that another file's tests could see, so that they share threads. */
const SHARING = [
  '{contract,fixtures,pages,target}/**/*.test.ts',
  'conformance/{certificate,doctor,http,known-failures,redaction,report}/**/*.test.ts',
  'calibration/business/**/*.test.ts',
  '*.test.ts',
];

/** Tests that measure sizes of time: they come after all others, one by one, on a machine that rests. */
const MEASURING = [
  'load/self-check/self-check.test.ts',
  'load/compare/run-comparison.test.ts',
  'calibration/comparison/comparison-trials.test.ts',
];

/** One more than there are processors, since many tests wait for processes that wait themselves. */
const AT_ONCE = availableParallelism() + 1;

const FOLDERS = '{bin,calibration,conformance,contract,fixtures,load,pages,server,target}';
const exclude = [...configDefaults.exclude, 'dist/**', '.cache/**'];

export default defineConfig({
  test: {
    pool: 'threads',
    // many tests start processes, and the machine may be busy: nothing here asserts durations
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: SHARING,
          exclude,
          isolate: false,
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: [...exclude, ...SHARING, ...MEASURING],
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measuring',
          include: MEASURING,
          exclude,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
