import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { K6 } from '../k6/find-k6.ts';
import type { LoadTarget } from '../load-target.ts';
import type { EndpointFigures, Journey, LoadReport } from '../report/load-report.ts';
import { type LoadOptions, runLoad } from '../run/run-load.ts';
import { type Planted, type StubTarget, startStubTarget } from './stub-target.ts';

/** What was planted, what the kit reported about it, and whether that agrees. */
export interface SelfCheckFinding {
  plant: string;
  expected: string;
  found: string;
  ok: boolean;
  /** where it does not agree: how late the machine itself was, so that nothing can be told */
  late?: string;
}

export interface SelfCheckOptions {
  k6: K6;
  /** length of each run; the default of 4 s is enough for p99 within 5% */
  seconds?: number;
  /** what to plant, such as `a stall`; everything when absent */
  plants?: readonly string[];
  /** says what is planted next */
  onProgress?: (plant: string) => void;
  /** told after each run how late the machine was in it */
  onLate?: (late: Lateness) => void;
  signal?: AbortSignal | undefined;
}

/** By how many milliseconds k6 and the stub were late at worst, whatever was planted. */
export interface Lateness {
  k6: number;
  stub: number;
}

/** One thing to plant, and what has to be reported of it. */
export type Plant = [
  what: string,
  check: (options: SelfCheckOptions) => Promise<SelfCheckFinding[]>,
];

/** Enough for a p99 within 5%. */
export const SECONDS = 4;
/** A stub must never be short of virtual users, or k6 drops what it should measure. */
const VIRTUAL_USERS = { preAllocated: 200, max: 400 };

/** So often does the stub's process look how late it is. */
const STUB_BEAT_MS = 10;

/** What a run differs in, beside what is planted. */
export interface Measuring extends Partial<LoadOptions> {
  virtualUsers?: { preAllocated: number; max: number };
  change?: (target: LoadTarget) => LoadTarget;
}

/** Runs a journey against a stub in which something is planted. */
export async function measure(
  { k6, seconds = SECONDS, signal, onLate }: SelfCheckOptions,
  journey: Journey,
  rate: number,
  planted: Planted,
  { virtualUsers = VIRTUAL_USERS, change = (target) => target, ...more }: Measuring = {},
): Promise<{ report: LoadReport; stub: StubTarget }> {
  const out = await mkdtemp(join(tmpdir(), 'assay-self-check-'));
  const stub = await startStubTarget(planted);
  const target = change({ ...stub.target, load: { ...stub.target.load, virtualUsers } });
  const stubDelay = monitorEventLoopDelay({ resolution: STUB_BEAT_MS });
  const late: Lateness = { k6: 0, stub: 0 };
  stubDelay.enable();
  try {
    const { report } = await runLoad({
      ...{ journey, target, rate, out, k6, ...(signal && { signal }) },
      ...{ durationSeconds: seconds, ...more },
      onSample: ({ metric, value }) => {
        late.k6 = Math.max(late.k6, metric === 'generator_lag' ? value : 0);
      },
      onProgress: (step) => {
        // What comes after the load, such as its report, holds up nobody.
        late.stub = step.phase === 'load' ? stubDelay.max / 1e6 - STUB_BEAT_MS : late.stub;
        more.onProgress?.(step);
      },
    });
    onLate?.(late);
    signal?.throwIfAborted();
    return { report, stub };
  } finally {
    stubDelay.disable();
    await stub.close();
    await rm(out, { recursive: true, force: true });
  }
}

/** The figures of the listing; there must be some. */
export function listing({ endpoints }: LoadReport): EndpointFigures {
  const found = endpoints.find(({ name }) => name === 'awaiting-payments');
  if (found === undefined) {
    throw new Error('awaiting-payments was not measured');
  }
  return found;
}

/** What one check of the audit found. */
export function auditResult({ audit }: LoadReport, id: string): string {
  return audit?.checks.find((check) => check.id === id)?.result ?? 'not made';
}

/** Whether a figure is within a relative tolerance of what was planted. */
export function near(
  plant: string,
  expected: number,
  found: number,
  tolerance: number,
): SelfCheckFinding {
  return {
    plant,
    expected: `${Math.round(expected * 100) / 100} within ${tolerance * 100}%`,
    found: String(Math.round(found * 100) / 100),
    ok: Math.abs(found - expected) <= expected * tolerance,
  };
}

/** Whether a figure is just what was planted. */
export function exactly<T>(plant: string, expected: T, found: T | undefined): SelfCheckFinding {
  return { plant, expected: String(expected), found: String(found), ok: found === expected };
}
