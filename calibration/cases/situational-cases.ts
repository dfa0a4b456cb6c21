import { requirement } from '../../contract/register/index.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import { type DrawnFault, draw, faultNamed } from '../situational/draw.ts';
import {
  brokenBeside,
  type CaseSource,
  type Catch,
  catchesOf,
  type SituationalVerdict,
} from './calibration-case.ts';
import { concluded, runCase } from './fault-cases.ts';
import { caughtBy, failingOnReference } from './stranger-cases.ts';

/**
 * Faults drawn by seed: a rule that is broken in one situation only. Caught is one on which a check
 * of a must or a should fails or warns that names a requirement which the fault breaks.
 */
export const situationalCases: CaseSource = {
  kind: 'situational',
  ids: ({ seed, draws }) => draw(seed, draws).map(({ id }) => id),
  async run(id, tools) {
    const fault = faultNamed(id);
    const innocent = await failingOnReference(tools);
    const server = await startWrapped(fault);
    try {
      const run = await runCase(server.target, tools);
      const catches = caughtBy(catchesOf(run.results), innocent);
      const situational = judgeSituational(fault, catches);
      const problems = [
        ...(situational.outcome === 'caught' ? [] : [`It was ${situational.outcome}.`]),
        ...brokenBeside(run.results, server.problems),
      ];
      return { how: fault.how, ...concluded(server.target, run, problems), catches, situational };
    } finally {
      await server.close();
    }
  },
};

/** The requirement that is checked in the place of another, or itself. */
const checkedAs = (id: string): string => requirement(id).sameAs ?? id;

/** Holds the checks that caught something against the rule that the fault breaks. */
export function judgeSituational(
  { rule, situation, breaks, things }: DrawnFault,
  catches: readonly Catch[],
): SituationalVerdict {
  const broken = new Set(breaks.map(checkedAs));
  const ofRule = catches.filter(({ requirements }) =>
    requirements.some((id) => broken.has(checkedAs(id))),
  );
  const others = catches.filter((each) => !ofRule.includes(each)).map(({ check }) => check);
  return {
    rule: rule.id,
    way: rule.way,
    situation: situation.map(({ axis, value }) => `${axis}=${value}`),
    things,
    breaks: [...breaks],
    outcome:
      ofRule.length > 0 ? 'caught' : others.length > 0 ? 'caught by another rule only' : 'missed',
    caughtBy: ofRule.map(({ check }) => check),
    others,
  };
}
