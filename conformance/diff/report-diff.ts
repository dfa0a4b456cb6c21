import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Verdict } from '../report/report.ts';
import type { Level, Result } from '../result.ts';

/**
 * How a check went on: `broken` held and deviates now, `newly failing` was not tested and deviates,
 * `told no more` was decided and is not any more, `fixed` deviated and holds, `newly tested` was
 * not tested and holds, `still failing` deviates as before.
 */
export const CHANGE_KINDS = [
  'broken',
  'newly failing',
  'told no more',
  'fixed',
  'newly tested',
  'still failing',
] as const;

/** How a check went on. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A check that is not as it was, or fails as it did. */
export interface Change {
  kind: ChangeKind;
  /** its id of today */
  check: string;
  /** ids that it had in the older report, where they were others */
  formerly?: string[];
  title: string;
  level: Level;
  endpoint?: EndpointName;
  requirements: string[];
  /** null where the older report has no such check */
  before: Result | null;
  /** null where no such check is left */
  after: Result | null;
  /** whether the target is worse off by it, or less is known of it */
  worse: boolean;
  /** what the newer report says of it, the older one where the newer is silent */
  message: string;
}

/** An observation that is another now. */
export interface MovedObservation {
  check: string;
  subject: string;
  before: string[];
  after: string[];
}

/** One of the two reports. */
export interface DiffSide {
  target: string;
  baseUrl: string;
  startedAt: string;
  verdict: Verdict;
  kit: string;
  digest: string;
  registerVersion?: number;
  seed?: number;
  selection?: string;
}

/** What changed between two reports; its published schema is report-diff.schema.json. */
export interface ReportDiff {
  schemaVersion: 1;
  before: DiffSide;
  after: DiffSide;
  worse: boolean;
  /** 1 where something got worse */
  exitCode: 0 | 1;
  /** why the two are less comparable than they look, as sentences */
  remarks: string[];
  counts: Record<ChangeKind | 'unchanged' | 'not compared', number>;
  /** in the order of CHANGE_KINDS, musts first */
  changes: Change[];
  observations: MovedObservation[];
}
