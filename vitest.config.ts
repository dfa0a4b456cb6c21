import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{bin,calibration,conformance,contract,fixtures,load,server}/**/*.test.ts',
      '*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'dist/**', '.cache/**'],
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
