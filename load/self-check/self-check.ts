import { findK6 } from '../k6/find-k6.ts';
import type { EndpointFigures } from '../report/load-report.ts';
import { decodeHistogram } from '../samples/latency-histogram.ts';
import { randomOf } from '../scripts/plan/random.ts';
import { HONESTY } from './honesty.ts';
import {
  auditResult,
  exactly,
  type Lateness,
  listing,
  measure,
  near,
  type Plant,
  SECONDS,
  type SelfCheckFinding,
  type SelfCheckOptions,
} from './measured-stub.ts';

/** Relative error allowed to a latency. */
const LATENCY_TOLERANCE = 0.05;
/** The same for the longest of all answers, which one hiccup of the machine can lengthen. */
const STALL_TOLERANCE = 0.1;
/** Share of what is due in the first half of a stall that has to be sent then, however busy the machine. */
const LEAST_SENT = 0.8;
/** Relative error allowed to a number of answers in half a second. */
const COUNT_TOLERANCE = 0.2;
/** Milliseconds of which a machine that rests is never late, and which spoil a percentile. */
const LATE_MS = 50;
/** Its multiples, modulo 1, are evenly spread. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/**
 * Runs the journeys against a stub with faults of known size: an instrument is calibrated first.
 *
 * @throws the signal's reason when it stops the check
 */
export async function selfCheck(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const plants: Plant[] = [
    ['slow answers', slowness],
    ['failures', failures],
    ['a stall', stall],
    ['tokens that die', deadTokens],
    ['states that run dry', dryStates],
    ['effects of a key that are booked twice', duplicates],
    ['repayments that are lost', losses],
    ['no fault', soundMoney],
    ...HONESTY,
  ];
  const findings: SelfCheckFinding[] = [];
  for (const [what, check] of plants) {
    if (options.plants?.includes(what) === false) {
      continue;
    }
    options.onProgress?.(what);
    const runs: Lateness[] = [];
    const found = await check({ ...options, onLate: (late) => runs.push(late) });
    const late = latenessOf(runs);
    findings.push(...found.map((it) => (it.ok || late === null ? it : { ...it, late })));
  }
  return findings;
}

/** How a finding is told: what was not found on a machine that was late itself is open. */
export function resultOf({ ok, late }: SelfCheckFinding): 'found' | 'MISSED' | 'open' {
  return ok ? 'found' : late === undefined ? 'MISSED' : 'open';
}

/** A finding as a line. */
export function lineOf(finding: SelfCheckFinding): string {
  const { plant, expected, found, late } = finding;
  const why = late === undefined ? '' : `; ${late}`;
  return `${resultOf(finding).padEnd(6)}  ${plant}: planted ${expected}, reported ${found}${why}`;
}

/** 0 where all was found, 1 where something was missed, 3 where the machine was too late to tell. */
export function exitCodeOf(findings: readonly SelfCheckFinding[]): 0 | 1 | 3 {
  const results = findings.map(resultOf);
  return results.includes('MISSED') ? 1 : results.includes('open') ? 3 : 0;
}

/** In words, where the machine was so late in a run that it can have spoilt a finding; else null. */
function latenessOf(runs: readonly Lateness[]): string | null {
  const [k6, stub] = (['k6', 'stub'] as const).map((who) =>
    Math.round(Math.max(0, ...runs.map((late) => late[who]))),
  );
  return Math.max(k6 ?? 0, stub ?? 0) < LATE_MS
    ? null
    : `not judged, since this machine was busy: k6 was up to ${k6} ms late, the stub up to ${stub} ms`;
}

/**
 * Uniform from 100 to 1,000 ms, evenly spread over any stretch of requests. The reference is the
 * stub's own clock, since on a busy machine its timers are late too.
 */
async function slowness(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const latencyMs = (request: number) => 100 + 900 * ((request * GOLDEN) % 1);
  const { report, stub } = await measure(options, 'payment-listing', 100, { latencyMs });
  const { p50, p99 } = listing(report).latency;
  const served = stub.counts.served.toSorted((a, b) => a - b);
  const rank = (share: number) => served[Math.ceil(share * served.length) - 1] ?? 0;
  return [
    near('uniform 100 to 1,000 ms: p50', rank(0.5), p50, LATENCY_TOLERANCE),
    near('uniform 100 to 1,000 ms: p99', rank(0.99), p99, LATENCY_TOLERANCE),
  ];
}

/** One in a hundred fails: within the binomial interval (99.9%), and just those that did. */
async function failures(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const share = 0.01;
  const failing = { share, random: randomOf(1, 0) };
  const { report, stub } = await measure(options, 'payment-listing', 250, { failing });
  const { errors, errorRate, requests } = listing(report);
  const reach = 3.29 * Math.sqrt((share * (1 - share)) / requests);
  return [
    {
      plant: 'one in a hundred fails: rate',
      expected: `${share} within ${reach.toFixed(4)}`,
      found: errorRate.toFixed(4),
      ok: Math.abs(errorRate - share) <= reach,
    },
    exactly('one in a hundred fails: count', stub.counts.failed, errors),
  ];
}

/**
 * Nothing is answered for a second. A load that waits for its answers would send next to nothing in
 * that second; an open one goes on, and half of what it sent waits longer than half of it. How many did
 * is told by the stub's own clock, since on a busy machine what was due may come late.
 */
async function stall(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const rate = 100;
  const forMs = 1000;
  const planted = { stall: { afterMs: 1500, forMs } };
  const { report, stub } = await measure(options, 'payment-listing', rate, planted);
  const figures = listing(report);
  const { served } = stub.counts;
  const slow = served.filter((milliseconds) => milliseconds > forMs / 2).length;
  const due = (rate * forMs) / 2000;
  const longest = Math.max(...served);
  return [
    near('a stall of 1 s: longest answer', longest, figures.latency.max, STALL_TOLERANCE),
    {
      plant: 'a stall of 1 s: what was due went on being sent',
      expected: `${LEAST_SENT * due} of ${due} at least`,
      found: String(slow),
      ok: slow >= LEAST_SENT * due,
    },
    near(
      'a stall of 1 s: answers over 0.5 s',
      slow,
      countAbove(figures, forMs / 2),
      COUNT_TOLERANCE,
    ),
  ];
}

/** All tokens die at once in the middle: said, and neither latency nor error of the target. */
async function deadTokens(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  // Virtual users cannot tell each other, so each is refused once with every token that it uses.
  const few = { preAllocated: 10, max: 400 };
  const planted = { tokensDieAt: 60 };
  const { report, stub } = await measure(options, 'payment-listing', 50, planted, {
    virtualUsers: few,
  });
  const { totals, verdict } = report;
  const answered = stub.counts.requests - stub.counts.refusedTokens;
  return [
    exactly('tokens die: refusals told', stub.counts.refusedTokens, totals.tokenFailures),
    exactly('tokens die: errors of the target', 0, totals.errors),
    exactly('tokens die: answers measured', answered, listing(report).requests),
    exactly('tokens die: goes on with new ones', true, answered > 2 * 60),
    exactly('tokens die: verdict', 'incomplete', verdict),
  ];
}

async function dryStates(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const { report, stub } = await measure(options, 'lending', 10, { statesLeft: 5 });
  const { totals, verdict } = report;
  return [
    exactly('states run dry: offers answered', 5, stub.counts.answered.size),
    exactly('states run dry: told', true, totals.statesExhausted > 0),
    exactly('states run dry: errors of the target', 0, totals.errors),
    exactly('states run dry: verdict', 'incomplete', verdict),
  ];
}

async function duplicates(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const { report } = await measure(options, 'lending', 20, { duplicateKeys: true });
  return ['replay', 'concurrent-keys', 'ledger', 'applications'].map((id) =>
    exactly(`a repeated key is booked again: audit ${id}`, 'failed', auditResult(report, id)),
  );
}

async function losses(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const { report } = await measure(options, 'lending', 20, { loseRepaymentsFrom: 10 });
  return [
    exactly('acknowledged and not booked: audit ledger', 'failed', auditResult(report, 'ledger')),
    exactly('acknowledged and not booked: verdict', 'failed', report.verdict),
  ];
}

async function soundMoney(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const { report } = await measure(options, 'lending', 20, {});
  return [
    exactly('no fault: audit', 'passed', report.audit?.result),
    exactly('no fault: reasons against it', '', report.reasons.join('; ')),
  ];
}

/** Answers slower than so many milliseconds, from the histogram by bisection over percentiles. */
function countAbove({ histogram, requests }: EndpointFigures, milliseconds: number): number {
  const decoded = decodeHistogram(histogram);
  let below = 0;
  let above = 100;
  while (above - below > 0.01) {
    const middle = (below + above) / 2;
    if (decoded.getValueAtPercentile(middle) / 1000 > milliseconds) {
      above = middle;
    } else {
      below = middle;
    }
  }
  return Math.round(((100 - above) / 100) * requests);
}

if (import.meta.main) {
  const k6 = await findK6({ onProgress: console.error });
  const seconds = Number(process.argv[2] ?? SECONDS);
  const findings = await selfCheck({ k6, seconds, onProgress: (plant) => console.error(plant) });
  for (const finding of findings) {
    console.log(lineOf(finding));
  }
  process.exitCode = exitCodeOf(findings);
}
