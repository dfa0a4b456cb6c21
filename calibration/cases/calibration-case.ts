import type { Runner } from '../../conformance/engine/thread/runner.ts';
import type { CheckResult, Result } from '../../conformance/result.ts';

/** The kinds of servers that the suite is calibrated with. */
export const CASE_KINDS = [
  'reference',
  'fault',
  'lazy',
  'variant',
  'combination',
  'business',
  'hostile',
  'stranger',
  'situational',
] as const;

/** A kind of server: the reference server itself, or how one differs from it. */
export type CaseKind = (typeof CASE_KINDS)[number];

/** One server to be run the suite against. */
export interface CaseName {
  kind: CaseKind;
  id: string;
}

/** A check that failed or warned. */
export interface Catch {
  check: string;
  result: 'fail' | 'warn';
  requirements: string[];
  message: string;
}

/** What a fault should break and be caught by, and whether it was. */
export interface FaultVerdict {
  breaks: string;
  caughtBy: string;
  outcome: 'caught' | 'caught by another check only' | 'uncaught';
  /** checks that failed too, as the fault explains */
  explained: string[];
  /** checks that failed too, for no reason that the fault gives */
  collateral: string[];
}

/** Which check saw a rule that was broken in one situation only. */
export interface SituationalVerdict {
  rule: string;
  /** rules that go wrong in the same way have the same */
  way: string;
  /** each as `axis=value` */
  situation: string[];
  things: 2 | 3;
  /** requirements of the register */
  breaks: string[];
  outcome: 'caught' | 'caught by another rule only' | 'missed';
  /** checks that name one of the requirements */
  caughtBy: string[];
  /** checks that failed too, and name none of them */
  others: string[];
}

/** What came of running the whole suite against one server. */
export interface CaseOutcome extends CaseName {
  /** what the server does, in one sentence */
  how: string;
  /** whether the suite judged it rightly */
  ok: boolean;
  /** what the suite did wrong, each a sentence; empty when `ok` */
  problems: string[];
  counts: { [R in Result]?: number };
  verdict: string;
  catches: Catch[];
  /** only of faults */
  fault?: FaultVerdict;
  /** only of faults that were drawn */
  situational?: SituationalVerdict;
  durationMs: number;
}

/** What a source gets to run a case with. */
export interface CaseTools {
  /** the engine of `assay certify`, kept warm; runs go one after the other */
  runner: Runner;
  signal?: AbortSignal;
  /** of whatever the calibration draws at random */
  seed: number;
  /** of what the suite generates; default: that of the register's version */
  suiteSeed?: number;
  /** how many requests a run may send, going on by further seeds; default: one pass */
  requests?: number;
  /** how many random combinations of variants there are */
  combinations: number;
}

/** What decides which cases there are. */
export type CaseSettings = Pick<CaseTools, 'seed' | 'combinations'> & {
  /** how many situational faults are drawn, if not the usual number */
  draws?: number;
};

/** Where cases of one kind come from. */
export interface CaseSource {
  kind: CaseKind;
  ids(settings: CaseSettings): string[];
  run(id: string, tools: CaseTools): Promise<Omit<CaseOutcome, 'kind' | 'id' | 'durationMs'>>;
}

/** How many checks ended with each result. */
export function countsOf(results: readonly CheckResult[]): CaseOutcome['counts'] {
  const counts: CaseOutcome['counts'] = {};
  for (const { result } of results) {
    counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
}

/** The checks that failed or warned. */
export function catchesOf(results: readonly CheckResult[]): Catch[] {
  return results.flatMap(({ id, result, requirements, message }): Catch[] =>
    result === 'fail' || result === 'warn' ? [{ check: id, result, requirements, message }] : [],
  );
}

/**
 * What is wrong with a run and not with the suite's judgement: checks that ended with an error, which
 * is the harness's and not the server's, and a fault that went wrong itself.
 */
export function brokenBeside(
  results: readonly CheckResult[],
  ofFault: readonly string[],
): string[] {
  return [
    ...results
      .filter(({ result }) => result === 'error')
      .map(({ id, message }) => `${id} ended in an error: ${message}`),
    ...[...new Set(ofFault)].map((problem) => `The fault itself is broken: ${problem}`),
  ];
}

/** What a check ended with that should have ended otherwise. */
export function gave({ id, result, message }: CheckResult): string {
  return `${id} gave ${result}: ${message}`;
}

/** The outcome of a case that gave none. */
export function lostCase({ kind, id }: CaseName, problem: string, start: number): CaseOutcome {
  return {
    ...{ kind, id, how: 'It could not be run.', ok: false, problems: [problem] },
    ...{ counts: {}, verdict: 'none', catches: [] },
    durationMs: Math.round(performance.now() - start),
  };
}
