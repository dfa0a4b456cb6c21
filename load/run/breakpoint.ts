import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { breachOf } from '../judge/gates.ts';
import type { BreakpointReport, LoadReport } from '../report/load-report.ts';

interface Size {
  rate: number;
  durationSeconds: number;
}

/** Runs of the search at most; each gets this part of the duration. */
export const BREAKPOINT_STEPS = 8;
/** The first rate tried is this part of the highest. */
const FIRST = 1 / 8;
const SHORTEST_STEP_SECONDS = 1;

/**
 * Finds the highest rate that meets the gates: doubles from an eighth of the given rate until a gate
 * is breached, then halves the gap between the last good and the first bad rate. Each step is a run
 * of its own at a constant rate, so that one step's queue does not weigh on the next. The report is
 * that of the best step, its fingerprint has the rate and duration asked.
 *
 * A step of so few requests that no latency can be judged is no good one, but a higher rate has more of
 * them. A saturated generator ends the search: what is above is not the target's limit.
 *
 * A target may not have recovered from one step when it is set up for the next: after a good step,
 * one that cannot be run has failed.
 *
 * @throws UsageError and UnavailableError as `runStep` does, as long as no step was good
 * @throws the signal's reason when it stops the search before any step has measured something
 */
export async function searchBreakpoint(
  { rate: highest, durationSeconds }: Size,
  runStep: (rate: number, seconds: number) => Promise<LoadReport>,
  say: (message: string) => void,
  signal?: AbortSignal,
): Promise<LoadReport> {
  const seconds = Math.max(SHORTEST_STEP_SECONDS, durationSeconds / BREAKPOINT_STEPS);
  const steps: BreakpointReport['steps'] = [];
  let best: LoadReport | undefined;
  let last: LoadReport | undefined;
  let good = 0;
  /** the highest rate that was not breached, whether it was judged or not */
  let unbreached = 0;
  let bad: number | null = null;

  for (
    let next: number | null = highest * FIRST;
    next !== null && steps.length < BREAKPOINT_STEPS;
  ) {
    const rate = roundRate(next);
    say(`breakpoint: trying ${rate} iterations per second`);
    const step: LoadReport | Error | null = await runStep(rate, seconds).catch((error: unknown) => {
      if (signal?.aborted && last !== undefined) {
        return null;
      }
      signal?.throwIfAborted();
      if (best === undefined || !isOutside(error)) {
        throw error;
      }
      return error;
    });
    if (step === null) {
      break;
    }
    if (step instanceof Error) {
      steps.push({ rate, ok: false, breached: [step.message], p99: null });
      bad = rate;
      next = nextRate(unbreached, bad, highest);
      continue;
    }
    last = step;
    const ok = last.verdict === 'passed';
    const breached = last.gates.filter((gate) => !gate.ok).map(breachOf);
    const p99 = Math.max(0, ...last.endpoints.map((endpoint) => endpoint.latency.p99));
    steps.push({ rate, ok, breached: ok ? [] : [...new Set([...breached, ...last.reasons])], p99 });
    // Not a matter of rate: a higher or lower one would fail alike.
    if (last.verdict === 'broken' || last.verdict === 'incomplete' || moneyWrong(last)) {
      break;
    }
    if (last.generator.saturated) {
      break;
    }
    if (ok) {
      good = rate;
      best = last;
    }
    if (ok || last.verdict === 'inconclusive') {
      unbreached = rate;
    } else {
      bad = rate;
    }
    next = nextRate(unbreached, bad, highest);
  }

  const found = best ?? last;
  if (found === undefined) {
    throw new Error('the breakpoint search made no step');
  }
  const stopped = last !== undefined && last.verdict !== 'passed' && last.verdict !== 'failed';
  const decisive = stopped || (last && moneyWrong(last)) ? last : found;
  const partial = signal?.aborted
    ? {
        reason: String(signal.reason),
        measuredSeconds: steps.length * seconds,
        plannedSeconds: durationSeconds,
      }
    : found.partial;
  return {
    ...(decisive ?? found),
    partial,
    fingerprint: { ...found.fingerprint, rate: highest, durationSeconds },
    breakpoint: { highestRate: good, lowestFailingRate: bad, steps },
  };
}

/** The target or the machine did not work; all else is a defect of ours. */
function isOutside(error: unknown): error is UnavailableError | UsageError {
  return error instanceof UnavailableError || error instanceof UsageError;
}

/** Stops when the gap is within 5% or the highest rate is good. */
function nextRate(good: number, bad: number | null, highest: number): number | null {
  if (bad === null) {
    return good >= highest ? null : Math.min(highest, good * 2);
  }
  return (bad - good) / bad <= 0.05 ? null : (good + bad) / 2;
}

function moneyWrong(report: LoadReport): boolean {
  return report.audit?.result === 'failed';
}

function roundRate(rate: number): number {
  return rate >= 20 ? Math.round(rate) : Math.max(0.1, Math.round(rate * 10) / 10);
}
