import { businessCases } from './business-cases.ts';
import {
  type CaseName,
  type CaseOutcome,
  type CaseSettings,
  type CaseSource,
  type CaseTools,
  lostCase,
} from './calibration-case.ts';
import { faultCases, referenceCase } from './fault-cases.ts';
import { hostileCases } from './hostile-cases.ts';
import { lazyCases } from './lazy-targets.ts';
import { situationalCases } from './situational-cases.ts';
import { strangerCases } from './stranger-cases.ts';
import { combinationCases, variantCases } from './variant-cases.ts';

/** Where all cases come from; those that mostly wait come first, so that nobody waits at the end. */
export const SOURCES: readonly CaseSource[] = [
  hostileCases,
  referenceCase,
  lazyCases,
  variantCases,
  combinationCases,
  businessCases,
  faultCases,
  strangerCases,
  situationalCases,
];

/** Every case of the kinds asked for. */
export function casesOf(kinds: readonly CaseName['kind'][], settings: CaseSettings): CaseName[] {
  return SOURCES.filter(({ kind }) => kinds.includes(kind)).flatMap((source) =>
    source.ids(settings).map((id) => ({ kind: source.kind, id })),
  );
}

/** Runs one case; what it throws is told as its problem, so that the others go on. */
export async function runCaseNamed(name: CaseName, tools: CaseTools): Promise<CaseOutcome> {
  const { kind, id } = name;
  const start = performance.now();
  const source = SOURCES.find((each) => each.kind === kind);
  try {
    if (!source) {
      throw new RangeError(`there are no cases of the kind ${kind}`);
    }
    const outcome = await source.run(id, tools);
    return { kind, id, ...outcome, durationMs: Math.round(performance.now() - start) };
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return lostCase(name, problem, start);
  }
}
