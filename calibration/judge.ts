import { matchesGlob } from 'node:path';
import type { CheckResult } from '../conformance/result.ts';
import type { Fault } from './faults/fault.ts';

/** A check that a fault makes fail or warn. */
export interface Catch {
  check: string;
  result: 'fail' | 'warn';
  requirements: string[];
  message: string;
}

/** What became of one fault. */
export interface FaultVerdict {
  /** `caught` only by the check named for it */
  outcome: 'caught' | 'caught by another check only' | 'uncaught';
  /** why it was not caught: what the named check said */
  problem?: string;
  /** every check that failed or warned */
  catches: Catch[];
  /** those that are neither the named one nor explained */
  collateral: string[];
  blocked: number;
  /** checks that ended in an error: the harness, not the fault */
  errors: string[];
}

/** Holds the results of a run against a fault's expectation. */
export function judgeFault(fault: Fault, results: readonly CheckResult[]): FaultVerdict {
  const catches = results.flatMap(({ id, result, requirements, message }): Catch[] =>
    result === 'fail' || result === 'warn' ? [{ check: id, result, requirements, message }] : [],
  );
  const named = results.find(({ id }) => id === fault.caughtBy);
  const caught = catches.some(({ check }) => check === fault.caughtBy);
  const explained = (id: string) =>
    fault.alsoCaughtBy?.some(({ checks }) => checks.some((glob) => matchesGlob(id, glob))) ?? false;
  return {
    outcome: caught ? 'caught' : catches.length > 0 ? 'caught by another check only' : 'uncaught',
    ...(!caught && { problem: problemOf(fault, named) }),
    catches,
    collateral: catches
      .map(({ check }) => check)
      .filter((id) => id !== fault.caughtBy && !explained(id)),
    blocked: results.filter(({ result }) => result === 'blocked').length,
    errors: results
      .filter(({ result }) => result === 'error')
      .map(({ id, message }) => `${id}: ${message}`),
  };
}

function problemOf(fault: Fault, named: CheckResult | undefined): string {
  if (!named) return `there is no check ${fault.caughtBy}`;
  return `${fault.caughtBy} gave ${named.result}: ${named.message}`;
}
