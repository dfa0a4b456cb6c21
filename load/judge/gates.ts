import { readFile } from 'node:fs/promises';
import type { Histogram } from 'hdr-histogram-js';
import type { Gate } from '../report/load-report.ts';
import { requestsNeeded } from '../samples/enough-requests.ts';
import { percentileOf } from '../samples/latency-histogram.ts';
import type { Summary } from '../scripts/record/summary-shape.ts';

interface Endpoint {
  requests: number;
  /** without a good status; of these, without any answer */
  failed: number;
  unanswered: number;
  refused: number;
  wrong: number;
  /** of answered requests */
  histogram: Histogram;
}

/** What gates are held against, without what was lost to dead tokens. */
export interface Measured {
  droppedIterations: number;
  listedPayments: number;
  /** lists that were judged in full, whose payments those are */
  listedPages: number;
  endpoints: ReadonlyMap<string, Endpoint>;
  /** the generator was too busy to tell how fast anything was */
  saturated?: boolean;
  /** it dropped all that was dropped while it was late itself */
  dropsAreOurs?: boolean;
}

/** Limits below 1e-6 and from 1e21 on are written with an exponent, which k6 reads too. */
const EXPRESSION = /^(?:p\(([\d.]+)\)|rate|count)(<=|>=|==|<|>)([\d.]+(?:e[+-]?\d+)?)$/;

/** The summary that the script wrote, or null: k6 only logs when writing it failed, or half of it. */
export async function readSummary(file: string): Promise<Summary | null> {
  return readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Summary)
    .catch(() => null);
}

/**
 * Holds gates against what was measured. A percentile of too few requests, or of a saturated generator,
 * is not judged; nor are iterations that were dropped while the generator was late itself.
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
  const limits = { operator: operator as Gate['operator'], limit };
  const unjudged = whyUnjudged(metric, endpoint, Number(percentile), measured);
  return {
    metric,
    endpoint,
    statistic: expression.slice(0, expression.indexOf(operator)),
    ...limits,
    value,
    ok: value === null || unjudged !== null || holds(value, limits),
    unjudged,
  };
}

/** Iterations that were due and found no virtual user. */
export const DROPPED = 'dropped_iterations';
/** Payments on the lists that were judged in full, and the endpoint that lists them. */
export const LISTED = 'listed_payments';
export const LISTING = 'awaiting-payments';

/** Whether a gate is about time, of which few requests and a busy generator say nothing. */
export function isLatency({ metric }: Pick<Gate, 'metric'>): boolean {
  return metric.startsWith('http_req_duration');
}

function whyUnjudged(
  metric: string,
  endpoint: string | null,
  percentile: number,
  measured: Measured,
): string | null {
  const { endpoints, saturated = false, dropsAreOurs = false } = measured;
  if (saturated && (isLatency({ metric }) || metric === DROPPED)) {
    return 'the generator was saturated';
  }
  if (metric === DROPPED && dropsAreOurs) {
    return 'they were dropped while the generator was late itself';
  }
  if (metric === LISTED && measured.listedPages === 0 && goodOf(endpoints.get(LISTING)) > 0) {
    return 'no list was drawn to be judged in full';
  }
  if (!isLatency({ metric })) {
    return null;
  }
  const requests = endpoints.get(endpoint ?? '')?.histogram.totalCount ?? 0;
  const needed = requestsNeeded(percentile / 100);
  return requests < needed ? `${requests} of ${needed} requests needed` : null;
}

function goodOf(figures: Endpoint | undefined): number {
  return figures ? figures.requests - figures.failed - figures.refused : 0;
}

function measuredValue(
  metric: string,
  endpoint: string | null,
  percentile: number,
  { droppedIterations, listedPayments, endpoints }: Measured,
): number | null {
  const figures = endpoint === null ? undefined : endpoints.get(endpoint);
  switch (metric.replace(/\{.*/, '')) {
    case DROPPED:
      return droppedIterations;
    case LISTED:
      return listedPayments;
    case 'http_reqs':
      return goodOf(figures);
    case 'connection_failures':
      return figures?.unanswered ?? 0;
    case 'wrong_answers':
      return figures?.wrong ?? 0;
    case 'http_req_failed':
      return figures?.requests ? figures.failed / figures.requests : null;
    case 'http_req_duration':
      return figures?.histogram.totalCount ? percentileOf(figures.histogram, percentile) : null;
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
