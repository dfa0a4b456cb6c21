import type { K6Ending } from '../k6/k6-process.ts';
import type { AuditReport, Gate, LoadReport, LoadTotals } from '../report/load-report.ts';
import { breachOf } from './gates.ts';

export interface Outcome {
  totals: LoadTotals;
  gates: readonly Gate[];
  audit: AuditReport | null;
  ending: Pick<K6Ending, 'exceptions' | 'messages' | 'exitCode'>;
  /** failed and wrong answers by endpoint */
  errors: readonly { endpoint: string; count: number }[];
  problems: readonly { endpoint: string; kind: string; message: string }[];
}

/**
 * The verdict of a run, worst first, with every reason. A run that measured nothing, or whose
 * scripts threw, is broken; states that ran dry and dead tokens make it incomplete, and so do the
 * answers that are too few for no other reason.
 */
export function verdictOf(outcome: Outcome): Pick<LoadReport, 'verdict' | 'reasons'> {
  const broken = brokenBy(outcome);
  const failed = failedBy(outcome);
  const incomplete = incompleteBy(outcome);
  const reasons = [...broken, ...failed, ...incomplete];
  if (broken.length > 0) {
    return { verdict: 'broken', reasons };
  }
  if (failed.length > 0) {
    return { verdict: 'failed', reasons };
  }
  return { verdict: incomplete.length > 0 ? 'incomplete' : 'passed', reasons };
}

function brokenBy({ totals, ending }: Outcome): string[] {
  const { exceptions, messages, exitCode } = ending;
  return [
    ...(exitCode === null
      ? ['k6 was ended before it had measured all, or its samples are not whole']
      : []),
    ...(totals.requests === 0 ? ['nothing was measured'] : []),
    ...(exceptions > 0 ? [`${exceptions} iterations threw: ${messages[0]?.split('\n')[0]}`] : []),
  ];
}

/** k6's exit code when thresholds were crossed. */
export const THRESHOLDS_CROSSED = 99;

function failedBy(outcome: Outcome): string[] {
  const { gates, audit, ending, totals } = outcome;
  const breaches = gates.filter(({ ok }) => !ok);
  const unasked = unaskedBy(outcome);
  const violations = audit?.checks.filter(({ result }) => result === 'failed') ?? [];
  return [
    ...violations.map(
      ({ id, message, violations: [first] }) => `audit ${id}: ${message}: ${first}`,
    ),
    ...breaches.filter((gate) => !unasked.includes(gate)).map(breachOf),
    // Our figures leave out dead tokens and round to 3 digits; in all else k6 has the last word.
    ...(ending.exitCode === THRESHOLDS_CROSSED && breaches.length + totals.tokenFailures === 0
      ? [`k6 found a gate breached: ${ending.messages.join('; ')}`]
      : []),
  ];
}

/**
 * The breached gates on the number of good answers that say nothing about the target: states or
 * tokens were missing, and the endpoint answered nothing else.
 */
function unaskedBy({ totals, gates, errors }: Outcome): Gate[] {
  if (totals.statesExhausted + totals.tokenFailures === 0) {
    return [];
  }
  const faulty = new Set(errors.filter(({ count }) => count > 0).map(({ endpoint }) => endpoint));
  const tooFew = gates.filter(
    ({ ok, metric, operator, endpoint }) =>
      !ok && metric.startsWith('http_reqs{') && operator === '>=' && !faulty.has(endpoint ?? ''),
  );
  // No list was answered, so none can have held a payment.
  const noList = tooFew.some(({ endpoint, value }) => endpoint === LISTING && value === 0);
  return [...tooFew, ...gates.filter(({ ok, metric }) => !ok && noList && metric === LISTED)];
}

const LISTING = 'awaiting-payments';
const LISTED = 'listed_payments';

function incompleteBy(outcome: Outcome): string[] {
  const { totals, audit, problems } = outcome;
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
    ...unaskedBy(outcome).map(breachOf),
    ...(audit?.result === 'inconclusive'
      ? [`the audit is inconclusive: ${openIn(audit).join('; ')}`]
      : []),
  ];
}

function openIn({ checks }: AuditReport): string[] {
  return checks.filter(({ result }) => result === 'inconclusive').map(({ message }) => message);
}
