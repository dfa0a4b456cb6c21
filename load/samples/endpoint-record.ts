import type { Histogram } from 'hdr-histogram-js';
import {
  type AnswerSample,
  type EndpointFigures,
  PHASES,
  type Phase,
  type PhaseFigures,
} from '../report/load-report.ts';
import { isBackground } from '../scripts/plan/endpoints.ts';
import { enoughFor } from './enough-requests.ts';
import {
  encodeHistogram,
  latencyHistogram,
  latencyOf,
  percentileOf,
  record,
} from './latency-histogram.ts';

/** The share of faulty answers that a sample is asked to find. */
const ONE_PERCENT = 0.01;

/** What is counted of one endpoint while a run goes on. */
export interface EndpointRecord {
  requests: number;
  /** without a good status, those without any answer among them */
  failed: number;
  /** of these, those whose connection failed */
  unanswered: number;
  /** wrong contents that a look at every answer finds */
  wrong: number;
  /** wrong contents among the answers drawn to be judged in full */
  wrongDrawn: number;
  refused: number;
  /** answers drawn to be judged in full */
  drawn: number;
  statuses: Record<string, number>;
  phases: Map<Phase, Histogram>;
  /** of answered requests */
  histogram: Histogram;
}

/** An endpoint of which nothing is known yet. */
export function endpointRecord(): EndpointRecord {
  return {
    ...{ requests: 0, failed: 0, unanswered: 0, wrong: 0, wrongDrawn: 0, refused: 0, drawn: 0 },
    ...{ statuses: {}, phases: new Map(), histogram: latencyHistogram() },
  };
}

/** Good answers from which some were drawn: no refusals, and none that a look at it finds wrong. */
function population({ requests, failed, refused, wrong, drawn }: EndpointRecord): number {
  return Math.max(drawn, requests - failed - refused - wrong);
}

/** Good answers for each one that was drawn; 1 where all were, or none. */
export function scaleOf(record: EndpointRecord): number {
  return record.drawn === 0 ? 1 : population(record) / record.drawn;
}

/** Failed and wrong answers; the wrong ones scaled where only a sample was judged in full. */
export function errorsOf(record: EndpointRecord): number {
  return record.failed + wrongOf(record);
}

/** Wrong answers, scaled. */
export function wrongOf(record: EndpointRecord): number {
  return record.wrong + Math.round(record.wrongDrawn * scaleOf(record));
}

/** How many were judged in full, of how many, and what that finds. */
export function sampleOf(record: EndpointRecord): AnswerSample {
  const of = population(record);
  const faulty = Math.round(ONE_PERCENT * of);
  const share = of === 0 ? 0 : record.drawn / of;
  return {
    ...{ judged: record.drawn, of, wrong: record.wrongDrawn },
    estimatedWrong: Math.round(record.wrongDrawn * scaleOf(record)),
    findsOnePercent: share >= 1 ? 1 : 1 - (1 - share) ** Math.max(1, faulty),
  };
}

/** The figures of a report. */
export function figuresOf(name: string, record: EndpointRecord): EndpointFigures {
  const { requests, unanswered, refused, histogram, statuses, phases } = record;
  const errors = errorsOf(record);
  return {
    ...{ name, own: !isBackground(name), requests, unanswered, errors },
    errorRate: requests === 0 ? 0 : Math.min(1, errors / requests),
    refused,
    sample: sampleOf(record),
    statuses,
    phases: Object.fromEntries(
      PHASES.map((phase) => [phase, phaseFigures(phases.get(phase))]),
    ) as Record<Phase, PhaseFigures>,
    latency: latencyOf(histogram),
    enough: enoughFor(histogram.totalCount),
    histogram: encodeHistogram(histogram),
  };
}

/** Adds milliseconds of a phase. */
export function recordPhase({ phases }: EndpointRecord, phase: Phase, milliseconds: number): void {
  let histogram = phases.get(phase);
  if (histogram === undefined) {
    histogram = latencyHistogram();
    phases.set(phase, histogram);
  }
  record(histogram, milliseconds);
}

function phaseFigures(histogram: Histogram | undefined): PhaseFigures {
  if (histogram === undefined || histogram.totalCount === 0) {
    return { mean: 0, p95: 0, max: 0 };
  }
  return {
    mean: histogram.mean / 1000,
    p95: percentileOf(histogram, 95),
    max: histogram.maxValue / 1000,
  };
}
