import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{bin,calibration,conformance,contract,fixtures,load,pages,server,target}/**/*.test.ts',
      '*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'dist/**', '.cache/**'],
    pool: 'threads',
    // many tests start processes, and the machine may be busy: nothing here measures durations
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
