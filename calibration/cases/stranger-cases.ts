import { CHECKS } from '../../conformance/checks/index.ts';
import type { Runner } from '../../conformance/engine/thread/runner.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import { SITUATIONAL_FAULTS } from '../strangers/index.ts';
import { SECOND_SITUATIONAL_FAULTS } from '../strangers/second/index.ts';
import {
  brokenBeside,
  type CaseSource,
  type CaseTools,
  type Catch,
  catchesOf,
} from './calibration-case.ts';
import { concluded, runCase } from './fault-cases.ts';

const binding = new Set(CHECKS.filter(({ level }) => level !== 'open').map(({ id }) => id));

const faults = new Map(
  [...SITUATIONAL_FAULTS, ...SECOND_SITUATIONAL_FAULTS].map((fault) => [fault.id, fault]),
);

const ofReference = new WeakMap<Runner, Promise<Set<string>>>();

/**
 * The situational faults of strangers to the checks. Caught is one on which a check of a must or a
 * should fails or warns that did neither on the reference server; which one is not laid down.
 */
export const strangerCases: CaseSource = {
  kind: 'stranger',
  ids: () => [...faults.keys()],
  async run(id, tools) {
    const fault = faults.get(id);
    if (!fault) {
      throw new RangeError(`there is no situational fault ${id}`);
    }
    const innocent = await failingOnReference(tools);
    const server = await startWrapped(fault);
    try {
      const run = await runCase(server.target, tools);
      const catches = caughtBy(catchesOf(run.results), innocent);
      const problems = [
        ...(catches.length > 0
          ? []
          : [`No check saw it. Situation: ${fault.situation}. Breaks ${fault.section}.`]),
        ...brokenBeside(run.results, server.problems),
      ];
      return { how: fault.how, ...concluded(server.target, run, problems), catches };
    } finally {
      await server.close();
    }
  },
};

/** The checks that fail or warn on the reference server too, found out once for each engine. */
export function failingOnReference(tools: CaseTools): Promise<Set<string>> {
  const known = ofReference.get(tools.runner) ?? catchesOnReference(tools);
  ofReference.set(tools.runner, known);
  return known;
}

async function catchesOnReference(tools: CaseTools): Promise<Set<string>> {
  const server = await startWrapped();
  try {
    const { results } = await runCase(server.target, tools, { firstLogin: true });
    return new Set(catchesOf(results).map(({ check }) => check));
  } finally {
    await server.close();
  }
}

/** The checks of musts and shoulds among those that failed or warned, but not on the reference. */
export function caughtBy(catches: readonly Catch[], onReference: ReadonlySet<string>): Catch[] {
  return catches.filter(({ check }) => binding.has(check) && !onReference.has(check));
}
