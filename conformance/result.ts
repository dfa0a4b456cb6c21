import type { EndpointName } from '../contract/endpoint-names.ts';
import type { Level } from '../contract/register/requirement.ts';
import type { Exchange } from './http/exchange.ts';

/** What a check can end with; see the table "Results" in conformance/README.md. */
export const RESULTS = [
  'pass',
  'fail',
  'warn',
  'observed',
  'not tested',
  'not applicable',
  'blocked',
  'error',
] as const;

/** What a check ended with. */
export type Result = (typeof RESULTS)[number];

/** Results that say neither that a rule holds nor that it is broken, though it applies. */
export const UNDECIDED: readonly Result[] = ['error', 'blocked', 'not tested'];

export type { Level };

/** The levels, the most binding first. */
export const LEVELS: readonly Level[] = ['must', 'should', 'open'];

/** What a target does where the specification is open. */
export interface Observation {
  /** what was looked at, such as `status of a refused amount`; the same for every target */
  subject: string;
  value: string;
}

/** The outcome of one check, as the engine gives it and report.json holds it. */
export interface CheckResult {
  id: string;
  title: string;
  requirements: string[];
  level: Level;
  endpoint?: EndpointName;
  result: Result;
  /** one sentence: what came and, unless it passed, what was expected */
  message: string;
  expected?: string;
  got?: string;
  /** the check that had to pass first, when `result` is `blocked` */
  blockedBy?: string;
  /** `user cashier`, `state offer-sent`, `capability apiTokens`: what was not supplied */
  missing?: string[];
  /** groups failures of one cause over several endpoints, such as `header uuid not required` */
  cause?: string;
  /** of a rule: on how many exchanges it was judged, and by how many it was broken */
  judged?: { exchanges: number; broken: number };
  observations: Observation[];
  /** for results other than pass: what was sent and came, last one decisive */
  exchanges: Exchange[];
  /** lines for a POSIX shell with curl that send the exchanges again; only in a redacted report */
  replay?: string[];
  durationMs: number;
}
