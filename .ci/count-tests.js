// Prints `N passed, N failed` (and `, N skipped` where some were) of all vitest's JSON results that are
// named, and fails where a test failed, a test file could not be loaded, or one of them ran nothing.
import { readFileSync } from 'node:fs';

const NOTHING = { testResults: [], numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`no test result: ${error.message}`);
    return NOTHING;
  }
}

const results = process.argv.slice(2).map(read);
const unloadable = results
  .flatMap(({ testResults }) => testResults)
  .filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
for (const { name, message } of unloadable) {
  console.error(`${name} failed outside of its tests: ${message}`);
}
const sum = (count) => results.reduce((total, result) => total + count(result), 0);
const passed = sum(({ numPassedTests }) => numPassedTests);
const failed = sum(({ numFailedTests }) => numFailedTests) + unloadable.length;
const skipped = sum(({ numPendingTests, numTodoTests = 0 }) => numPendingTests + numTodoTests);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
const ranNothing = results.length === 0 || results.some((result) => result.numPassedTests === 0);
process.exitCode = failed > 0 || ranNothing ? 1 : 0;
