import type { Check } from '../../conformance/check.ts';
import { CHECKS } from '../../conformance/checks/index.ts';
import { buildReport } from '../../conformance/report/build-report.ts';
import { runSuite, type SuiteRun } from '../../conformance/run-suite.ts';
import type { Target } from '../../target/target.ts';
import type { Fault } from '../faults/fault.ts';
import { FAULTS } from '../faults/index.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import {
  brokenBeside,
  type CaseOutcome,
  type CaseSource,
  type CaseTools,
  catchesOf,
  countsOf,
  gave,
} from './calibration-case.ts';
import { judgeFault, whyNotCaught } from './judge-fault.ts';

/** What a fault can fail: observations never do, and leaving them out saves a fifth of the time. */
const BINDING = CHECKS.filter(({ level }) => level !== 'open');

/** A check of the whole run, and a rule of every exchange, needs what the observations see too. */
function checksFor(fault: Fault): readonly Check[] {
  const named = CHECKS.find(({ id }) => id === fault.caughtBy);
  return named?.wholeRun || named?.phase === 'rules' ? CHECKS : BINDING;
}

const faults = new Map(FAULTS.map((fault) => [fault.id, fault]));

/** The seeded faults: each has to be caught by the check that it names. */
export const faultCases: CaseSource = {
  kind: 'fault',
  ids: () => [...faults.keys()],
  async run(id, tools) {
    const fault = faults.get(id);
    if (!fault) {
      throw new RangeError(`there is no fault ${id}`);
    }
    const server = await startWrapped(fault);
    try {
      const target = fault.target?.(server) ?? server.target;
      const run = await runCase(target, tools, { selected: checksFor(fault) });
      const verdict = judgeFault(fault, run.results);
      const why = whyNotCaught(verdict, run.results);
      const problems = [
        ...(why === undefined ? [] : [why]),
        ...brokenBeside(run.results, server.problems),
      ];
      return { how: fault.how, ...concluded(target, run, problems), fault: verdict };
    } finally {
      await server.close();
    }
  },
};

/** The reference server as it is, behind no layer: nothing may fail. */
export const referenceCase: CaseSource = {
  kind: 'reference',
  ids: () => ['reference'],
  async run(_id, tools) {
    const server = await startWrapped();
    try {
      const run = await runCase(server.target, tools, { firstLogin: true });
      const problems = run.results
        .filter(({ result }) => ['fail', 'warn', 'error', 'blocked', 'not tested'].includes(result))
        .map(gave);
      return {
        how: 'The reference server as it is.',
        ...concluded(server.target, run, problems),
      };
    } finally {
      await server.close();
    }
  },
};

/**
 * Runs checks against a target, all unless told otherwise, by what `assay certify` runs them with.
 *
 * @param firstLogin first tries whether anybody may log in, as `certify` does; where nobody may, no check would run
 */
export function runCase(
  target: Target,
  { runner, signal, suiteSeed, requests }: CaseTools,
  {
    selected = CHECKS,
    firstLogin = false,
  }: { selected?: readonly Check[]; firstLogin?: boolean } = {},
): Promise<SuiteRun> {
  return runSuite({
    ...{ target, selected, runner, firstLogin },
    ...(suiteSeed !== undefined && { seed: suiteSeed }),
    ...(requests !== undefined && { requests }),
    ...(signal && { signal }),
  });
}

/** What is told of every case alike, from a run and what was wrong with it. */
export function concluded(
  target: Target,
  run: SuiteRun,
  problems: string[],
): Omit<CaseOutcome, 'kind' | 'id' | 'durationMs' | 'how'> {
  const { verdict } = buildReport({ target, checks: CHECKS, ...run });
  return {
    ok: problems.length === 0,
    problems,
    counts: countsOf(run.results),
    verdict,
    catches: catchesOf(run.results),
  };
}
