import { matchesGlob } from 'node:path';
import type { CheckResult } from '../../conformance/result.ts';
import type { Fault } from '../faults/fault.ts';
import { catchesOf, type FaultVerdict } from './calibration-case.ts';

/** Holds the results of a run against a fault's expectation. */
export function judgeFault(fault: Fault, results: readonly CheckResult[]): FaultVerdict {
  const others = catchesOf(results)
    .filter(({ check }) => check !== fault.caughtBy)
    .map(({ check }) => check);
  // A rule that is stated once and judged in many places fails wherever what it states is broken.
  const ofSameRule = new Set(
    catchesOf(results)
      .filter(({ requirements }) => requirements.includes(fault.breaks))
      .map(({ check }) => check),
  );
  const caught = catchesOf(results).some(({ check }) => check === fault.caughtBy);
  const isExplained = (id: string) =>
    ofSameRule.has(id) ||
    (fault.alsoCaughtBy?.some(({ checks }) => checks.some((glob) => matchesGlob(id, glob))) ??
      false);
  return {
    breaks: fault.breaks,
    caughtBy: fault.caughtBy,
    outcome: caught ? 'caught' : others.length > 0 ? 'caught by another check only' : 'uncaught',
    explained: others.filter(isExplained),
    collateral: others.filter((id) => !isExplained(id)),
  };
}

/** Why a fault was not caught by its check, as a sentence; `undefined` when it was. */
export function whyNotCaught(
  { caughtBy, outcome }: FaultVerdict,
  results: readonly CheckResult[],
): string | undefined {
  if (outcome === 'caught') {
    return undefined;
  }
  const named = results.find(({ id }) => id === caughtBy);
  return named
    ? `${caughtBy} gave ${named.result}: ${named.message}`
    : `There is no check ${caughtBy}.`;
}
