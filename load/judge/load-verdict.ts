import type { K6Ending } from '../k6/k6-process.ts';
import type {
  AuditReport,
  EarlyEnd,
  Gate,
  GeneratorCost,
  LoadReport,
  LoadTotals,
} from '../report/load-report.ts';
import { isBackground } from '../scripts/plan/endpoints.ts';
import { breachOf, DROPPED, isLatency, LISTED, LISTING } from './gates.ts';

export interface Outcome {
  profile: string;
  totals: LoadTotals;
  gates: readonly Gate[];
  audit: AuditReport | null;
  /** an exit code of null where k6 was killed, or its samples are not whole */
  ending: Pick<K6Ending, 'exceptions' | 'messages' | 'exitCode'>;
  /** failed and wrong answers by endpoint */
  errors: readonly { endpoint: string; count: number }[];
  problems: readonly { endpoint: string; kind: string; message: string }[];
  generator: Pick<GeneratorCost, 'saturated' | 'saturatedSeconds'>;
  partial: EarlyEnd | null;
}

/**
 * The verdict of a run, worst first, with every reason. A run that measured nothing, or whose
 * scripts threw, is broken; states that ran dry and dead tokens make it incomplete, and so do its early
 * end and answers that are too few for no other reason. Where its generator was too busy it is inconclusive,
 * and where no latency of the journey could be judged, but for a smoke test, which asks whether anything works
 * at all.
 */
export function verdictOf(outcome: Outcome): Pick<LoadReport, 'verdict' | 'reasons'> {
  const found = [
    ['broken', brokenBy(outcome)],
    ['failed', failedBy(outcome)],
    ['incomplete', incompleteBy(outcome)],
    ['inconclusive', inconclusiveBy(outcome)],
  ] as const;
  const reasons = found.flatMap(([, why]) => why);
  return { verdict: found.find(([, why]) => why.length > 0)?.[0] ?? 'passed', reasons };
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

function failedBy(outcome: Outcome): string[] {
  const { gates, audit } = outcome;
  const breaches = gates.filter(({ ok }) => !ok);
  const unasked = unaskedBy(outcome);
  const violations = audit?.checks.filter(({ result }) => result === 'failed') ?? [];
  return [
    ...violations.map(
      ({ id, message, violations: [first] }) => `audit ${id}: ${message}: ${first}`,
    ),
    ...breaches.filter((gate) => !unasked.includes(gate)).map(breachOf),
  ];
}

/**
 * The breached gates on the number of good answers that say nothing about the target: states, tokens or
 * time were missing, and the endpoint answered nothing else.
 */
function unaskedBy({ totals, gates, errors, partial }: Outcome): Gate[] {
  if (totals.statesExhausted + totals.tokenFailures === 0 && partial === null) {
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

function incompleteBy(outcome: Outcome): string[] {
  const { totals, audit, problems, partial } = outcome;
  const example = (endpoint: string | null, kind: string | null) => {
    const found = problems.find(
      (it) =>
        (endpoint === null || it.endpoint === endpoint) && (kind === null || it.kind === kind),
    );
    return found ? `: ${found.message}` : '';
  };
  const { statesExhausted, tokenFailures } = totals;
  return [
    ...(partial === null ? [] : [partialText(partial)]),
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

/** What ended a run, and how far it was. */
export function partialText({ reason, measuredSeconds, plannedSeconds }: EarlyEnd): string {
  return `${reason}: the figures are of ${measuredSeconds} of ${plannedSeconds} seconds`;
}

/** Reasons why time was not judged, though nothing is wrong with what was answered. */
function inconclusiveBy({ gates, generator, profile, partial }: Outcome): string[] {
  const { saturated, saturatedSeconds } = generator;
  if (saturated) {
    return [
      `the generator was saturated in ${saturatedSeconds} s: its latencies are its own as much as the target's; use a larger machine, more of them, or a lower rate`,
    ];
  }
  const dropped = gates.find(({ metric, unjudged }) => metric === DROPPED && unjudged !== null);
  if (dropped) {
    return [
      `${dropped.value} iterations were dropped while the generator was late itself: less was sent than was asked; use a larger machine, more of them, or a lower rate`,
    ];
  }
  const latencies = gates.filter((gate) => isLatency(gate) && !isBackground(gate.endpoint ?? ''));
  const judged = latencies.some(({ unjudged }) => unjudged === null);
  if (judged || latencies.length === 0 || profile === 'smoke' || partial !== null) {
    return [];
  }
  const [first] = latencies;
  return [
    `no latency could be judged: ${first?.endpoint} ${first?.statistic} has ${first?.unjudged}; run longer or at a higher rate`,
  ];
}

function openIn({ checks }: AuditReport): string[] {
  return checks.filter(({ result }) => result === 'inconclusive').map(({ message }) => message);
}
