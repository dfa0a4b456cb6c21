import { readFile } from 'node:fs/promises';
import type { Gate } from './load-report.ts';
import type { Summary, SummaryMetric } from './scripts/summary-shape.ts';

const EXPRESSION = /^(p\([\d.]+\)|[a-z]+)\s*(<=|>=|==|<|>)\s*([\d.]+)$/;

/** The summary that the script wrote, or null: k6 only logs when writing it failed. */
export async function readSummary(file: string): Promise<Summary | null> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Summary,
    () => null,
  );
}

/**
 * Each threshold of the script with what k6 measured and decided. One that k6 does not report was
 * not judged, which is no pass.
 */
export function gatesOf(thresholds: Record<string, string[]>, summary: Summary): Gate[] {
  return Object.entries(thresholds).flatMap(([metric, expressions]) =>
    expressions.map((expression) => gateOf(metric, expression, summary.metrics[metric])),
  );
}

function gateOf(metric: string, expression: string, measured: SummaryMetric | undefined): Gate {
  const [, statistic = '', operator = '<', limit = ''] = EXPRESSION.exec(expression) ?? [];
  return {
    metric,
    endpoint: /[{,](?:endpoint|name):([^,}]+)/.exec(metric)?.[1] ?? null,
    statistic,
    operator: operator as Gate['operator'],
    limit: Number(limit),
    value: measured?.values[statistic] ?? null,
    ok: measured?.thresholds[expression]?.ok ?? false,
  };
}

/** A breached gate in words. */
export function breachOf({ metric, endpoint, statistic, operator, limit, value }: Gate): string {
  const what = endpoint === null ? metric : `${endpoint} ${metric.replace(/\{.*/, '')}`;
  const found = value === null ? 'nothing was measured' : `it is ${Number(value.toFixed(4))}`;
  return `${what} ${statistic} must be ${operator} ${limit}; ${found}`;
}
