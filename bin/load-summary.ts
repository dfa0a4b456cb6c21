import Table from 'cli-table3';
import { breachOf } from '../load/gates.ts';
import type { LoadReport } from '../load/load-report.ts';

/** What a load run found, for a terminal: verdict and reasons first, then figures by endpoint. */
export function loadSummary(report: LoadReport): string {
  const { journey, verdict, reasons, totals, fingerprint, gates, audit, breakpoint } = report;
  const breached = gates.filter((gate) => !gate.ok).map((gate) => `  gate: ${breachOf(gate)}`);
  return [
    `${journey}, ${fingerprint.profile}: ${verdict.toUpperCase()}`,
    ...reasons.map((reason) => `  ${reason}`),
    ...breached.filter((line) => !reasons.some((reason) => line.includes(reason))),
    figuresOf(report),
    `${count(totals.iterations, 'iteration')}, ${totals.droppedIterations} dropped; ${count(totals.requests, 'request')}, ${count(totals.errors, 'error')} (${percent(totals.errorRate)}); ${gates.length - breached.length} of ${gates.length} gates met`,
    ...(totals.statesExhausted > 0
      ? [`${count(totals.statesExhausted, 'iteration')} found no state left`]
      : []),
    ...(audit
      ? [`audit ${audit.result}: ${audit.checks.map(({ message }) => message).join('; ')}`]
      : []),
    ...(breakpoint
      ? [`highest rate that meets the gates: ${breakpoint.highestRate} per second`]
      : []),
  ].join('\n');
}

function figuresOf({ endpoints }: LoadReport): string {
  const table = new Table({
    head: ['endpoint', 'requests', 'errors', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, requests, errors, latency } of endpoints) {
    const { p50, p95, p99, max } = latency;
    table.push([name, requests, errors, ...[p50, p95, p99, max].map((ms) => ms.toFixed(1))]);
  }
  return table.toString();
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
