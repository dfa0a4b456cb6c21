import { breachOf } from './gates.ts';
import type { K6Ending } from './k6-process.ts';
import type { AuditReport, Gate, LoadReport, LoadTotals } from './load-report.ts';

export interface Outcome {
  totals: LoadTotals;
  gates: readonly Gate[];
  audit: AuditReport | null;
  ending: Pick<K6Ending, 'exceptions' | 'messages' | 'exitCode'>;
  problems: readonly { endpoint: string; kind: string; message: string }[];
}

/**
 * The verdict of a run, worst first, with every reason. A run that measured nothing, or whose
 * scripts threw, is broken; states that ran dry and dead tokens make it incomplete.
 */
export function verdictOf(outcome: Outcome): Pick<LoadReport, 'verdict' | 'reasons'> {
  const broken = brokenBy(outcome);
  const failed = failedBy(outcome);
  const incomplete = incompleteBy(outcome);
  const reasons = [...broken, ...failed, ...incomplete];
  if (broken.length > 0) return { verdict: 'broken', reasons };
  if (failed.length > 0) return { verdict: 'failed', reasons };
  return { verdict: incomplete.length > 0 ? 'incomplete' : 'passed', reasons };
}

function brokenBy({ totals, ending }: Outcome): string[] {
  const { exceptions, messages, exitCode } = ending;
  return [
    ...(exitCode === null ? ['k6 was ended before it had measured all'] : []),
    ...(totals.requests === 0 ? ['nothing was measured'] : []),
    ...(exceptions > 0 ? [`${exceptions} iterations threw: ${messages[0]?.split('\n')[0]}`] : []),
  ];
}

/** k6's exit code when thresholds were crossed. */
export const THRESHOLDS_CROSSED = 99;

function failedBy({ gates, audit, ending, totals }: Outcome): string[] {
  const breaches = gates.filter(({ ok }) => !ok).map(breachOf);
  const violations = audit?.checks.filter(({ result }) => result === 'failed') ?? [];
  return [
    ...violations.map(
      ({ id, message, violations: [first] }) => `audit ${id}: ${message}: ${first}`,
    ),
    ...breaches,
    // Our figures leave out dead tokens and round to 3 digits; in all else k6 has the last word.
    ...(ending.exitCode === THRESHOLDS_CROSSED && breaches.length + totals.tokenFailures === 0
      ? [`k6 found a gate breached: ${ending.messages.join('; ')}`]
      : []),
  ];
}

function incompleteBy({ totals, audit, problems }: Outcome): string[] {
  const example = (endpoint: string | null, kind: string | null) => {
    const found = problems.find(
      (it) =>
        (endpoint === null || it.endpoint === endpoint) && (kind === null || it.kind === kind),
    );
    return found ? `: ${found.message}` : '';
  };
  const { statesExhausted, tokenFailures } = totals;
  return [
    ...(statesExhausted > 0
      ? [
          `states ran dry ${statesExhausted} times, not counted as the target's${example('states', null)}`,
        ]
      : []),
    ...(tokenFailures > 0
      ? [
          `tokens failed ${tokenFailures} times, not counted as the target's${example(null, 'token')}`,
        ]
      : []),
    ...(audit?.result === 'inconclusive'
      ? [`the audit is inconclusive: ${audit.checks.map(({ message }) => message).join('; ')}`]
      : []),
  ];
}
