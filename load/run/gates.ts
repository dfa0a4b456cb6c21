import { readFile } from 'node:fs/promises';
import type { Histogram } from 'hdr-histogram-js';
import type { Gate } from '../report/load-report.ts';
import { percentileOf } from '../samples/latency-histogram.ts';
import type { Summary } from '../scripts/record/summary-shape.ts';

/** What gates are held against, without what was lost to dead tokens. */
export interface Measured {
  droppedIterations: number;
  listedPayments: number;
  endpoints: ReadonlyMap<
    string,
    { requests: number; failed: number; wrong: number; histogram: Histogram }
  >;
}

/** Limits below 1e-6 and from 1e21 on are written with an exponent, which k6 reads too. */
const EXPRESSION = /^(?:p\(([\d.]+)\)|rate|count)(<=|>=|==|<|>)([\d.]+(?:e[+-]?\d+)?)$/;

/** The summary that the script wrote, or null: k6 only logs when writing it failed. */
export async function readSummary(file: string): Promise<Summary | null> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Summary,
    () => null,
  );
}

/**
 * Holds the script's thresholds against what was measured. k6 judges them too, but has requests with
 * a dead token among its figures, and takes an empty latency for 0.
 */
export function gatesOf(thresholds: Record<string, string[]>, measured: Measured): Gate[] {
  return Object.entries(thresholds).flatMap(([metric, expressions]) =>
    expressions.map((expression) => gateOf(metric, expression, measured)),
  );
}

function gateOf(metric: string, expression: string, measured: Measured): Gate {
  const [, percentile, operator, limitText] = EXPRESSION.exec(expression) ?? [];
  if (operator === undefined) {
    throw new Error(`the threshold ${expression} cannot be read`);
  }
  const limit = Number(limitText);
  const endpoint = /[{,](?:endpoint|name):([^,}]+)/.exec(metric)?.[1] ?? null;
  const value = measuredValue(metric, endpoint, Number(percentile), measured);
  return {
    metric,
    endpoint,
    statistic: expression.slice(0, expression.indexOf(operator)),
    operator: operator as Gate['operator'],
    limit,
    value,
    // Nothing measured breaches no latency, but the count of answers, which is 0 then.
    ok: value === null || holds(value, { operator: operator as Gate['operator'], limit }),
  };
}

function measuredValue(
  metric: string,
  endpoint: string | null,
  percentile: number,
  { droppedIterations, listedPayments, endpoints }: Measured,
): number | null {
  const figures = endpoint === null ? undefined : endpoints.get(endpoint);
  switch (metric.replace(/\{.*/, '')) {
    case 'dropped_iterations':
      return droppedIterations;
    case 'listed_payments':
      return listedPayments;
    case 'http_reqs':
      return figures ? figures.requests - figures.failed : 0;
    case 'wrong_answers':
      return figures?.wrong ?? 0;
    case 'http_req_failed':
      return figures?.requests ? figures.failed / figures.requests : null;
    case 'http_req_duration':
      return figures?.requests ? percentileOf(figures.histogram, percentile) : null;
    default:
      throw new Error(`no gate is known for ${metric}`);
  }
}

/** Whether a value keeps within a gate's limit. */
export function holds(
  value: number,
  { operator, limit }: Pick<Gate, 'operator' | 'limit'>,
): boolean {
  switch (operator) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '==':
      return value === limit;
  }
}

/** A breached gate in words. */
export function breachOf({ metric, endpoint, statistic, operator, limit, value }: Gate): string {
  const name = metric.replace(/\{.*/, '');
  const what = endpoint === null ? name : `${endpoint} ${name}`;
  const found = value === null ? 'nothing was measured' : `it is ${Number(value.toFixed(4))}`;
  return `${what} ${statistic} must be ${operator} ${limit}; ${found}`;
}
