import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../contract/errors.ts';
import { compareRuns } from '../compare/compare-runs.ts';
import type { LoadReport } from '../report/load-report.ts';
import { randomOf } from '../scripts/plan/random.ts';
import {
  exactly,
  listing,
  measure,
  type Plant,
  SECONDS,
  type SelfCheckFinding,
  type SelfCheckOptions,
} from './measured-stub.ts';

/** What would make a report look better than what was measured: each is found, or marked. */
export const HONESTY: Plant[] = [
  ['one wrong answer in a hundred', wrongAnswers],
  ['connections that are cut', cutConnections],
  ['few requests', fewRequests],
  ['FAILED in a 200', failedRepeats],
  ['a target that is slow at first', coldStart],
  ['no ledger', noLedger],
  ['a throttled generator', throttledGenerator],
  ['two processes', twoProcesses],
  ['a release that lists nothing', emptyRelease],
  ['a run that is stopped', stopped],
];

/**
 * The share of wrong answers is scaled from those judged in full: within the interval (99.9%) that their
 * number allows.
 */
async function wrongAnswers(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const share = 0.01;
  const straying = { share, random: randomOf(3, 0) };
  const { report, stub } = await measure(options, 'payment-listing', 400, { straying });
  const { sample, errors, requests } = listing(report);
  const reach = 3.29 * Math.sqrt((share * (1 - share)) / Math.max(1, sample.judged));
  const told = report.reasons.join();
  return [
    exactly('1% wrong: found', true, sample.wrong > 0 && told.includes('wrong_answers')),
    {
      plant: '1% wrong: scaled to all answers',
      expected: `${stub.counts.stray} within ${Math.ceil(reach * requests)}`,
      found: String(errors),
      ok: Math.abs(errors - stub.counts.stray) <= Math.ceil(reach * requests),
    },
    exactly(
      '1% wrong: the sample is told',
      sample.judged < sample.of,
      report.caveats.some((caveat) => caveat.startsWith('awaiting-payments: ')),
    ),
  ];
}

/** No answer is in no percentile, and fails the run. */
async function cutConnections(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const cutting = { share: 0.3, random: randomOf(4, 0) };
  // Each answer takes 50 ms: a latency below that would be no answer's.
  const planted = { cutting, latencyMs: () => 50 };
  const { report, stub } = await measure(options, 'payment-listing', 50, planted);
  const { unanswered, latency } = listing(report);
  return [
    exactly('cut connections: told', stub.counts.cut, unanswered),
    exactly('cut connections: in no percentile', true, latency.min >= 45),
    exactly('cut connections: verdict', 'failed', report.verdict),
  ];
}

async function fewRequests(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const profile = { profile: 'average' } as const;
  const { report } = await measure(options, 'payment-listing', 4, {}, profile);
  const latencies = report.gates.filter(({ metric }) => metric.startsWith('http_req_duration'));
  return [
    exactly(
      'few requests: percentiles that count',
      'none',
      listing(report).enough.join() || 'none',
    ),
    exactly('few requests: latency gates judged', 0, latencies.filter(isJudged).length),
    exactly('few requests: verdict', 'inconclusive', report.verdict),
  ];
}

const isJudged = ({ unjudged }: LoadReport['gates'][0]) => unjudged === null;

async function failedRepeats(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const { report, stub } = await measure(options, 'lending', 20, { failsRepeats: true });
  const refused = report.endpoints
    .filter(({ name }) => name.endsWith('-repeat'))
    .reduce((sum, endpoint) => sum + endpoint.refused, 0);
  // Those that the audit sends again come after the load.
  const replayed = report.audit?.checks.find(({ id }) => id === 'replay')?.examined ?? 0;
  return [exactly('FAILED in a 200: refused', stub.counts.failedRepeats - replayed, refused)];
}

/** What is cold at first is left out with the warm-up, which says so. */
async function coldStart(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const rate = 50;
  // The first second's requests are slow.
  const latencyMs = (request: number) => (request < rate ? 400 : 5);
  const warm = { warmUpSeconds: 3 };
  const { report } = await measure(options, 'payment-listing', rate, { latencyMs }, warm);
  const { latency, requests } = listing(report);
  const expected = rate * (options.seconds ?? SECONDS);
  return [
    exactly('slow at first: left out', true, latency.max < 400),
    exactly('slow at first: the rest counted', true, Math.abs(requests - expected) <= 2),
    exactly('slow at first: told', true, report.caveats.join().includes('warm-up: the first 3 s')),
  ];
}

/** Without a ledger nobody has looked whether anything was booked, and the verdict says so. */
async function noLedger(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const change: Parameters<typeof measure>[4] = {
    change: ({ load: { ledgerUrl: _, ...load } = {}, ...target }) => ({ ...target, load }),
  };
  const planted = { loseRepaymentsFrom: 0 };
  const { report } = await measure(options, 'lending', 10, planted, change);
  return [
    exactly(
      'no ledger: what was not audited is told',
      true,
      report.caveats.some((it) => /not audited: whether each .* booked once .*no ledger/.test(it)),
    ),
  ];
}

/** Runs k6 for a fifth of the time, as a container does whose processor time is used up. */
const THROTTLE = `"$K6" "$@" &
pid=$!
trap 'kill -CONT $pid; kill -INT $pid' INT
while kill -STOP $pid 2>/dev/null; do
  sleep 0.4
  kill -CONT $pid
  sleep 0.1
done
wait $pid
`;

async function throttledGenerator(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const { path } = options.k6;
  if (path === undefined) {
    throw new UsageError('to throttle k6, the self-check needs it as a program, not in Docker');
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-throttle-'));
  try {
    const throttled = join(folder, 'k6');
    await writeFile(throttled, `#!/bin/sh\nK6='${path}'\n${THROTTLE}`, { mode: 0o755 });
    const k6 = { ...options.k6, path: throttled };
    // That k6 is late is what is planted, and no excuse for not finding it.
    const { onLate: _, ...unexcused } = options;
    const { report } = await measure({ ...unexcused, k6 }, 'payment-listing', 20, {});
    return [
      exactly('a throttled generator: told', true, report.generator.saturated),
      exactly('a throttled generator: verdict', 'inconclusive', report.verdict),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function twoProcesses(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const two = { instances: 2 };
  const { report, stub } = await measure(options, 'payment-listing', 50, {}, two);
  return [exactly('two processes: requests', stub.counts.requests, listing(report).requests)];
}

/** Two pairs of runs, of which the new ones list nothing, and are fast at it. */
async function emptyRelease(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const sides: LoadReport[][] = [[], []];
  for (let pair = 0; pair < 2; pair++) {
    for (const [side, reports] of sides.entries()) {
      const planted = side === 0 ? { latencyMs: () => 20 } : { emptyListing: true };
      reports.push((await measure(options, 'payment-listing', 100, planted)).report);
    }
  }
  const [base = [], next = []] = sides;
  const { verdict, reasons } = compareRuns(base, next);
  return [
    exactly('lists nothing: verdict of the comparison', 'inconclusive', verdict),
    exactly('lists nothing: told', true, reasons.join().includes('answers less')),
  ];
}

async function stopped(options: SelfCheckOptions): Promise<SelfCheckFinding[]> {
  const stop = new AbortController();
  const early = {
    durationSeconds: 600,
    signal: stop.signal,
    onProgress: (step: { phase: string; requests?: number }) => {
      if ((step.requests ?? 0) > 20) {
        stop.abort('planted');
      }
    },
  };
  const { report } = await measure(options, 'payment-listing', 50, {}, early);
  return [
    exactly('stopped: marked partial', 'planted', report.partial?.reason),
    exactly('stopped: verdict', 'incomplete', report.verdict),
  ];
}
