import { contractDigest } from '../../contract/digest.ts';
import { REGISTER, type Requirement } from '../../contract/register/index.ts';
import { DEFAULT_SEED, REGISTER_VERSION } from '../../contract/register/version.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Target } from '../../target/target.ts';
import type { CheckData } from '../check.ts';
import { applyKnownFailures, type KnownFailures } from '../known-failures/known-failures.ts';
import { type CheckResult, RESULTS } from '../result.ts';
import { coverageOf, unseenMusts } from './coverage.ts';
import { findingsOf } from './findings.ts';
import { reasonsFor } from './reasons.ts';
import type { Report } from './report.ts';
import { exitCodeOf, verdictOf } from './verdict.ts';

/** What a report is built from. */
export interface ReportInput {
  target: Target;
  /** all checks of the suite, whether selected or not */
  checks: readonly CheckData[];
  /** one result for each check that was selected, or needed by a selected one */
  results: readonly CheckResult[];
  startedAt: Date;
  finishedAt: Date;
  /** why the run ended early, as a clause: `Ctrl-C`, `the deadline of 60 s`; makes it partial */
  partialReason?: string;
  /** the selection in force, as given on the command line; absent when all was selected */
  selection?: string;
  /** where the target answered no more at the end: which request, and what came of it */
  unreachable?: string;
  knownFailures?: KnownFailures;
  /** of what the suite generated; the default seed where none is given */
  seed?: number;
  /** passes over what is generated, each by the next seed; default 1 */
  passes?: number;
  /** sent to the target in all */
  requests?: number;
  /** exit code 0 instead of 3 where all that is missing was not supplied */
  allowIncomplete?: boolean;
  /** the requirements; all of the contract unless a test says otherwise */
  register?: readonly Requirement[];
}

/**
 * Concludes a run: verdict, exit code, what to fix first, coverage. The report holds what was sent
 * and what came as it was: redact it before anybody sees it (`writeReports` does).
 */
export function buildReport(input: ReportInput): Report {
  const { target, checks, results, register = REGISTER } = input;
  const order = new Map(checks.map((check, index) => [check.id, index]));
  const sorted = results.toSorted(
    (a, b) => (order.get(a.id) ?? checks.length) - (order.get(b.id) ?? checks.length),
  );
  const known =
    input.knownFailures &&
    applyKnownFailures(sorted, input.knownFailures, checks, input.finishedAt);
  const coverage = coverageOf({
    register,
    checks,
    results: sorted,
    capabilities: target.capabilities,
    whyNotRun: input.partialReason ?? (input.selection ? 'it was not selected' : 'no result came'),
  });
  const partial = input.partialReason !== undefined;
  const { unreachable, selection } = input;
  const evidence = {
    ...{ checks: sorted, coverage, partial },
    ...(unreachable !== undefined && { unreachable }),
    ...(known && { knownFailures: known }),
  };
  const verdict = verdictOf(evidence);
  const report: Report = {
    kit: { name: 'assay', version: packageJson.version },
    contract: { digest: contractDigest(), registerVersion: REGISTER_VERSION },
    seed: input.seed ?? DEFAULT_SEED,
    passes: input.passes ?? 1,
    requests: input.requests ?? 0,
    target: {
      name: target.name,
      baseUrl: target.baseUrl,
      lendingUrl: target.lendingUrl,
      investmentUrl: target.investmentUrl,
    },
    capabilities: [...target.capabilities],
    startedAt: input.startedAt.toISOString(),
    finishedAt: input.finishedAt.toISOString(),
    durationMs: input.finishedAt.getTime() - input.startedAt.getTime(),
    verdict,
    exitCode: exitCodeOf({ ...evidence, verdict }, input.allowIncomplete ?? false),
    unseenMusts: unseenMusts(coverage),
    reasons: [],
    partial,
    ...(input.partialReason !== undefined && { partialReason: input.partialReason }),
    ...(unreachable !== undefined && { unreachable }),
    ...(selection !== undefined && { selection }),
    counts: countsOf(sorted),
    checks: sorted,
    findings: findingsOf(sorted, register, new Set(known?.expected.map(({ check }) => check))),
    observations: sorted.flatMap(({ id, observations }) =>
      observations.map(({ subject, value }) => ({ check: id, subject, value })),
    ),
    coverage,
    missing: missingOf(sorted),
    retries: retriesOf(sorted),
    ...(known && { knownFailures: known }),
  };
  report.reasons = reasonsFor(report);
  return report;
}

/** How many checks ended with each result. */
export function countsOf(results: readonly CheckResult[]): Report['counts'] {
  const counts = Object.fromEntries(RESULTS.map((result) => [result, 0])) as Report['counts'];
  for (const { result } of results) {
    counts[result] += 1;
  }
  return counts;
}

function missingOf(results: readonly CheckResult[]): Report['missing'] {
  const untested = results
    .filter(({ result }) => result === 'not tested')
    .flatMap(({ id, missing = [] }) => missing.map((what) => ({ id, what })));
  return [...Map.groupBy(untested, ({ what }) => what)]
    .map(([what, group]) => ({ what, checks: group.map(({ id }) => id) }))
    .sort((a, b) => b.checks.length - a.checks.length);
}

function retriesOf(results: readonly CheckResult[]): Report['retries'] {
  const seen = new Set<unknown>(); // checks share exchanges
  return results.flatMap(({ id, exchanges }) =>
    exchanges.flatMap((exchange) => {
      if (seen.has(exchange)) {
        return [];
      }
      seen.add(exchange);
      const { method, url } = exchange.request;
      return exchange.retries.map(({ reason, waitedMs }) => ({
        check: id,
        request: `${method} ${url}`,
        reason,
        waitedMs,
      }));
    }),
  );
}
