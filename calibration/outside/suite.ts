import {
  createRunner,
  YOUNG_GENERATION_OF_MANY_MIB,
} from '../../conformance/engine/thread/runner.ts';
import { runSuite } from '../../conformance/run-suite.ts';
import type { Tool } from './tool.ts';

/** The suite itself, as one more tool: what fails or warns is a failure. */
export async function ourSuite(): Promise<Tool> {
  const runner = createRunner({ youngGenerationMib: YOUNG_GENERATION_OF_MANY_MIB });
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: 'Assay',
    version: 'this commit',
    seeded: false,
    getBody: 'is sent by every check of awaiting-payments',
    configuration:
      'the whole suite, as `assay certify` runs it, with the target file of the server; a check ' +
      'that fails or warns is a failure.',
    async run({ target }) {
      // The runner takes one run at a time.
      const run = last.then(() => runSuite({ target, runner, deadlineMs: 120_000 }));
      last = run.catch(() => undefined);
      const { results, partialReason } = await run;
      if (partialReason !== undefined) {
        throw new Error(partialReason);
      }
      return results
        .filter(({ result }) => result === 'fail' || result === 'warn')
        .map(({ id }) => id);
    },
    close: () => runner.close(),
  };
}
