import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { CheckResult, Level, Result } from '../result.ts';

/** What a run concludes; see "Results" in conformance/README.md. */
export type Verdict = 'conformant' | 'not conformant' | 'incomplete';

/** Failures with one cause, led by what to fix first. */
export interface Finding {
  /** one sentence that names what to mend */
  title: string;
  level: 'must' | 'should';
  requirements: string[];
  endpoints: EndpointName[];
  /** ids of the checks it explains: those that deviate, then those blocked by them */
  checks: string[];
  /** how many checks could not run because of it: the last ones of `checks` */
  blocks: number;
  /** every failure of it is listed in the known-failures file */
  known?: boolean;
}

/** One requirement of the register and what the run says of it. */
export interface CoverageRow {
  requirement: string;
  section: string;
  level: Level;
  text: string;
  /** the specification's own words; absent where it says nothing of it */
  sentence?: string;
  /** the section of the sentence, where it is not that of the requirement */
  sentenceSection?: string;
  status:
    | 'passed'
    | 'failed'
    | 'warned'
    | 'observed'
    | 'not tested'
    | 'not applicable'
    | 'not checkable';
  /** why it was not tested, or why no black-box check can exist */
  reason?: string;
  /** the requirement that says the same and whose status this row takes */
  sameAs?: string;
  checks: string[];
}

/** The content of report.json; its published schema is report.schema.json. */
export interface Report {
  kit: { name: 'assay'; version: string };
  /** `registerVersion` is raised whenever a requirement comes, goes or changes its level */
  contract: { digest: string; registerVersion: number };
  /** of what the suite generated: situations and sequences */
  seed: number;
  /** passes over it, each by the next seed; 1 unless the run was thorough */
  passes: number;
  /** sent to the target in all, those sent again included */
  requests: number;
  target: { name: string; baseUrl: string; lendingUrl: string; investmentUrl: string };
  /** what the target file declares to have of what a target may lack (contract/capabilities.ts) */
  capabilities: string[];
  /** ISO 8601, UTC */
  startedAt: string;
  finishedAt: string;
  durationMs: number;
  verdict: Verdict;
  exitCode: 0 | 1 | 3 | 4;
  /** requirements of the level must that nothing outside the target can see: no verdict covers them */
  unseenMusts: number;
  /** sentences that say why the verdict is not conformant, or the exit code not 0 */
  reasons: string[];
  /** the run was stopped before all selected checks ran */
  partial: boolean;
  partialReason?: string;
  /** where the target answered no more at the end of the run: which request, and what came of it */
  unreachable?: string;
  /** the selection in force, when not everything was selected */
  selection?: string;
  counts: Record<Result, number>;
  checks: CheckResult[];
  findings: Finding[];
  observations: { check: string; subject: string; value: string }[];
  coverage: CoverageRow[];
  /** what the target file did not supply, with the checks that went untested for it */
  missing: { what: string; checks: string[] }[];
  retries: { check: string; request: string; reason: string; waitedMs: number }[];
  knownFailures?: {
    file: string;
    /** failures that were expected, with the written reason */
    expected: { check: string; reason: string }[];
    /** failures nobody expected */
    unexpected: string[];
    /** entries that passed now, or match no check */
    stale: { entry: string; problem: string }[];
  };
}
