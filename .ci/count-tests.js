// Prints `N passed, N failed` (and `, N skipped` where some were) of all vitest's JSON results that are
// named, after which tests failed and how, and fails where a test failed, a test file could not be loaded,
// or one of them ran nothing.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Enough to tell what was expected and what came, where it is not known what a test compares. */
const LINES_OF_A_FAILURE = 30;

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
// the last lines of a run are what is looked at first, and may be all that is kept of it
for (const { name: file, assertionResults } of results.flatMap(({ testResults }) => testResults)) {
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status === 'failed') {
      const why = (failureMessages ?? []).join('\n').split('\n').slice(0, LINES_OF_A_FAILURE);
      console.error(`failed: ${relative(process.cwd(), file)} > ${fullName}`);
      console.error(why.map((line) => `  ${line}`).join('\n'));
    }
  }
}
const sum = (count) => results.reduce((total, result) => total + count(result), 0);
const passed = sum(({ numPassedTests }) => numPassedTests);
const failed = sum(({ numFailedTests }) => numFailedTests) + unloadable.length;
const skipped = sum(({ numPendingTests, numTodoTests = 0 }) => numPendingTests + numTodoTests);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
const ranNothing = results.length === 0 || results.some((result) => result.numPassedTests === 0);
process.exitCode = failed > 0 || ranNothing ? 1 : 0;
