// Prints `N passed, N failed` (and `, N skipped` where some were) from vitest's JSON result, and
// fails where a test failed, a test file could not be loaded, or nothing ran.
import { readFileSync } from 'node:fs';

const file = process.argv[2];
let result;
try {
  result = JSON.parse(readFileSync(file, 'utf8'));
} catch (error) {
  console.error(`no test result: ${error.message}`);
  result = { testResults: [], numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
}
const unloadable = result.testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
for (const { name, message } of unloadable) {
  console.error(`${name} failed outside of its tests: ${message}`);
}
const passed = result.numPassedTests;
const failed = result.numFailedTests + unloadable.length;
const skipped = result.numPendingTests + (result.numTodoTests ?? 0);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
