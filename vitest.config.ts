import { configDefaults, defineConfig } from 'vitest/config';

/** Rooms whose tests change nothing that another file's tests could see, so that they share threads. */
const SHARING = [
  '{contract,fixtures,pages,target}/**/*.test.ts',
  'conformance/{certificate,doctor,http,known-failures,redaction,report}/**/*.test.ts',
  'calibration/business/**/*.test.ts',
  '*.test.ts',
];

const FOLDERS = '{bin,calibration,conformance,contract,fixtures,load,pages,server,target}';
const exclude = [...configDefaults.exclude, 'dist/**', '.cache/**'];

export default defineConfig({
  test: {
    pool: 'threads',
    // many tests start processes, and the machine may be busy: nothing here measures durations
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'sharing', include: SHARING, exclude, isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: [...exclude, ...SHARING],
        },
      },
    ],
  },
});
