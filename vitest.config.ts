import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Which form of the tests that are slow by nature runs: `short` in `npm test`, `ci` in CI, which runs those that
 * have none there, and `long` before a release.
 */
type Form = 'short' | 'ci' | 'long';

declare module 'vitest' {
  interface ProvidedContext {
    form: Form;
  }
}

const FORMS: readonly Form[] = ['short', 'ci', 'long'];
const form = FORMS.find((each) => each === process.env.ASSAY_FORM) ?? 'short';

/**
 * Tests that are slow by nature, and in `npm test` ask for less by the same seeds. Their long form is
 * `npm run test:long`, and with it the tests that have no short form: those of `*.long.test.ts`.
 */
const OF_TWO_FORMS = [
  'calibration/strangers/second/second.test.ts',
  'calibration/strangers/strangers.test.ts',
];

/**
 * Tests that change what others of their thread would see: stubbed modules, streams and variables of
 * the environment. All others share their threads, since loading the code anew for each file takes
 * more processor time than most files do.
 */
const APART = [
  'bin/run-command-line.test.ts',
  'bin/terminal/load-repetitions.test.ts',
  'load/k6/k6-process.test.ts',
];

/**
 * Tests that measure sizes of time, or let k6 drop nothing: they come after all others, one by one, on a machine
 * that rests.
 */
const MEASURING = [
  'calibration/comparison/comparison-trials.long.test.ts',
  'conformance/report/html/large-page.long.test.ts',
  'load/compare/run-comparison.long.test.ts',
  'load/shares/segments.long.test.ts',
  'load/self-check/self-check.long.test.ts',
];

const FOLDERS = '{bin,calibration,conformance,contract,fixtures,load,pages,server,target}';
const LONG_ALONE = `${FOLDERS}/**/*.long.test.ts`;

/** What there is of each form. */
const FILES: Record<Form, { include: string[]; exclude: string[] }> = {
  short: { include: [`${FOLDERS}/**/*.test.ts`, '*.test.ts'], exclude: [LONG_ALONE] },
  ci: { include: [LONG_ALONE], exclude: [] },
  long: { include: [LONG_ALONE, ...OF_TWO_FORMS], exclude: [] },
};
const { include } = FILES[form];
const exclude = [...configDefaults.exclude, 'dist/**', '.cache/**', ...FILES[form].exclude];

const IN_CI = process.env.CI === 'true';

/** One more than there are processors, since many tests wait for processes that wait themselves. */
const AT_ONCE = availableParallelism() + 1;

export default defineConfig({
  test: {
    pool: 'threads',
    // Node runs TypeScript as it is: what vite made of it took a fifth of the processor time of all tests.
    experimental: { viteModuleRunner: false },
    provide: { form },
    // workers and processes that tests start keep what they compile, as the command does by itself
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled') },
    // many tests start processes, and the machine may be busy: nothing here asserts durations
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A CI machine with other work starves k6 now and then, which then drops what it was asked for. What is
    // wrong is wrong the second time, too; at a developer's desk nothing is tried again.
    retry: IN_CI ? 1 : 0,
    setupFiles: IN_CI ? ['.ci/seed-properties.js'] : [],
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include,
          exclude: [...exclude, ...APART, ...MEASURING],
          isolate: false,
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: form === 'short' ? APART : [],
          exclude,
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
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
