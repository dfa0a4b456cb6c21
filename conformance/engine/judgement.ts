import { requirement } from '../../contract/register/index.ts';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { Check } from '../check.ts';
import { Deviation, Inconclusive, NoResponse } from '../outcome.ts';
import type { CheckResult, Result } from '../result.ts';
import { RULES } from '../rules/index.ts';
import type { Tally } from '../rules/judgements.ts';
import type { Recorder } from './recorder.ts';

/** What a check ends with, whatever it sent and however long it took. */
export type Judgement = Pick<
  CheckResult,
  'result' | 'message' | 'expected' | 'got' | 'blockedBy' | 'missing' | 'judged'
> & {
  /** those of the check, and what is broken beside them */
  requirements?: string[];
};

/** The result of a check, of what it ends with and what was recorded of it. */
export function resultOf(
  check: Check,
  judgement: Judgement,
  { observations, exchanges }: Recorder,
  durationMs: number,
): CheckResult {
  const { id, title, requirements, level, endpoint, cause } = check;
  return {
    ...{ id, title, requirements, level },
    ...(endpoint && { endpoint }),
    ...(cause && { cause }),
    ...judgement,
    observations,
    // What passed needs no evidence, but all that was lost or put off has to be in the report.
    exchanges: exchanges.filter(
      ({ retries, error }) => judgement.result !== 'pass' || retries.length > 0 || error,
    ),
    durationMs,
  };
}

/** What a rule ends with: the exchanges it was judged on are many, the first that broke it is shown. */
export function conclusionOf(check: Check, tally: Tally, recorder: Recorder): Judgement {
  const { first, problem } = tally;
  const judged = { exchanges: tally.judged, broken: tally.broken };
  if (first) {
    recorder.showOnly([first.exchange]);
    const { expected, got } = first;
    const times = `Broken by ${tally.broken} of the ${tally.judged} answers it speaks of`;
    const message = `${times}; the first: expected ${expected}, got ${got}.`;
    return { result: RESULT_OF_DEVIATION[check.level], message, expected, got, judged };
  }
  if (problem !== undefined) {
    return { result: 'error', message: `The rule could not judge an answer: ${problem}`, judged };
  }
  const unseen = RULES.find(({ id }) => id === check.id)?.unseen;
  if (tally.judged === 0 && unseen !== undefined) {
    return { result: 'observed', message: unseen, judged };
  }
  if (tally.judged === 0) {
    return { result: 'not tested', message: 'No answer came of which the rule speaks.', judged };
  }
  return { result: 'pass', message: `${check.title}: kept by ${tally.judged} answers`, judged };
}

/** What a deviation is, by the level of what is broken. */
export const RESULT_OF_DEVIATION: Record<Check['level'], Result> = {
  must: 'fail',
  should: 'warn',
  open: 'observed',
};

/** The requirements of a check, and the one of its level that is broken beside them. */
function withBroken({ requirements, level }: Check, { breaks }: Deviation): string[] {
  return breaks === undefined || requirement(breaks).level !== level
    ? requirements
    : [...new Set([...requirements, breaks])];
}

/** What a check ends with that threw. */
export function judgementOf(error: unknown, check: Check): Judgement {
  if (error instanceof Deviation) {
    const { expected, got, message } = error;
    return {
      ...{ result: RESULT_OF_DEVIATION[check.level], message, expected, got },
      requirements: withBroken(check, error),
    };
  }
  if (error instanceof NotSupplied) {
    return { result: 'not tested', message: error.message, missing: [error.missing] };
  }
  if (error instanceof Inconclusive) {
    return { result: 'observed', message: error.message };
  }
  if (error instanceof NoResponse) {
    return { result: 'error', message: error.message };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { result: 'error', message: `The harness could not run the check: ${reason}` };
}

/** What a check ends with that builds on one which did not pass. */
export function blockedBy(before: Omit<CheckResult, 'exchanges'>): Judgement {
  // The first cause is what a reader has to mend, not the last link of the chain.
  const cause = before.result === 'blocked' ? (before.blockedBy ?? before.id) : before.id;
  if (before.result === 'not tested' || before.result === 'not applicable') {
    return {
      result: before.result,
      message: `It builds on ${before.id}, which was ${before.result}: ${before.message}`,
      ...(before.missing && { missing: before.missing }),
    };
  }
  // Where nothing visible could tell of the first rule, nothing can of the second.
  if (before.result === 'observed') {
    return { result: 'observed', message: `It builds on ${before.id}: ${before.message}` };
  }
  return {
    result: 'blocked',
    message: `It builds on ${cause}, which did not pass.`,
    blockedBy: cause,
  };
}

/** What was observed, in a line. */
export function observationText(recorder: Recorder): string {
  return recorder.observations.map((o) => `${o.subject}: ${o.value}`).join('; ') || 'Observed.';
}
