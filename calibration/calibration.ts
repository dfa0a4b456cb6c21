import { CHECKS } from '../conformance/checks/index.ts';
import { contractDigest } from '../contract/digest.ts';
import { type Level, REGISTER } from '../contract/register/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { CaseKind, CaseOutcome } from './cases/calibration-case.ts';

/** One requirement, with the faults that break it and the checks that caught them. */
export interface MatrixRow {
  requirement: string;
  level: Level;
  text: string;
  /** the requirement that says the same, whose faults these are */
  sameAs?: string;
  faults: { fault: string; check: string; caught: boolean; others: string[] }[];
}

/** The figures of a calibration, as the documents state them. */
export interface Figures {
  checks: number;
  /** of musts and shoulds, which a fault can fail */
  binding: number;
  requirements: number;
  faults: { total: number; caught: number; byAnotherOnly: number; uncaught: number };
  /** faults that make a check fail for no reason that is explained, and how many such checks */
  collateral: { faults: number; checks: number };
  lazy: { total: number; right: number };
  variants: { total: number; blamed: number };
  combinations: { total: number; blamed: number };
  /** conforming servers of our own writing, with the rules of ordinary vendors */
  business: { total: number; blamed: number };
  hostile: { total: number; right: number };
  /** faults of strangers to the checks, that show in some situation only */
  strangers: { total: number; caught: number };
  /** faults drawn by seed, that show in some situation only */
  situational: { total: number; caught: number; byAnotherRuleOnly: number; missed: number };
}

/** What a calibration found; calibration.schema.json describes it for others. */
export interface Calibration {
  schemaVersion: 1;
  kit: { name: string; version: string };
  contract: { digest: string };
  seed: number;
  /** of what the suite itself generated */
  suiteSeed: number;
  /** that each run could send, where it went on by further seeds */
  requests?: number;
  workers: number;
  startedAt: string;
  durationMs: number;
  /** `false` when a filter, a choice of kinds or a stop left cases out */
  complete: boolean;
  /** 0 when everything was judged rightly, else 1 */
  exitCode: 0 | 1;
  /** why it is 1, each a sentence */
  problems: string[];
  figures: Figures;
  /** musts and shoulds that no fault made fail or warn; empty unless complete */
  checksWithoutFault: string[];
  /** checkable musts and shoulds that no fault breaks; empty unless complete */
  requirementsWithoutFault: string[];
  matrix: MatrixRow[];
  cases: CaseOutcome[];
}

/** Concludes from what came of every case. */
export function concludeCalibration(
  outcomes: readonly CaseOutcome[],
  run: Pick<Calibration, 'seed' | 'suiteSeed' | 'requests' | 'workers' | 'complete'> & {
    startedAt: Date;
  },
): Calibration {
  const matrix = matrixOf(outcomes);
  const failed = new Set(outcomes.flatMap(({ catches }) => catches.map(({ check }) => check)));
  // A run of some of the faults cannot tell what the others would have failed.
  const checksWithoutFault = CHECKS.filter(
    ({ id, level }) => run.complete && level !== 'open' && !failed.has(id),
  ).map(({ id }) => id);
  const requirementsWithoutFault = matrix
    .filter(({ faults }) => run.complete && faults.length === 0)
    .map(({ requirement }) => requirement);
  const problems = [
    ...outcomes
      .filter(({ ok }) => !ok)
      .map(({ kind, id, problems: all }) => `${kind} ${id}: ${all.join(' ')}`),
    ...checksWithoutFault.map((id) => `No fault makes ${id} fail.`),
    ...requirementsWithoutFault.map((id) => `No fault breaks ${id}.`),
    ...(outcomes.length === 0 ? ['There was nothing to run.'] : []),
  ];
  const { startedAt, ...rest } = run;
  return {
    schemaVersion: 1,
    kit: { name: 'assay', version: packageJson.version },
    contract: { digest: contractDigest() },
    ...rest,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    exitCode: problems.length === 0 ? 0 : 1,
    problems,
    figures: figuresOf(outcomes),
    checksWithoutFault,
    requirementsWithoutFault,
    matrix,
    cases: [...outcomes],
  };
}

/** Every checkable must and should; what says the same as another has the other's faults too. */
function matrixOf(outcomes: readonly CaseOutcome[]): MatrixRow[] {
  const broken = Map.groupBy(
    outcomes.filter(({ fault }) => fault !== undefined),
    ({ fault }) => fault?.breaks,
  );
  return REGISTER.filter(({ level, checked }) => level !== 'open' && checked === 'black-box').map(
    ({ id, level, text, sameAs }) => ({
      requirement: id,
      level,
      text,
      ...(sameAs !== undefined && { sameAs }),
      faults: [...(broken.get(id) ?? []), ...(broken.get(sameAs) ?? [])].flatMap(
        ({ id: faultId, fault }) =>
          fault
            ? [
                {
                  fault: faultId,
                  check: fault.caughtBy,
                  caught: fault.outcome === 'caught',
                  others: [...fault.explained, ...fault.collateral],
                },
              ]
            : [],
      ),
    }),
  );
}

function figuresOf(outcomes: readonly CaseOutcome[]): Figures {
  const of = (kind: CaseKind) => outcomes.filter((outcome) => outcome.kind === kind);
  const right = (kind: CaseKind) => of(kind).filter(({ ok }) => ok).length;
  const verdicts = of('fault').flatMap(({ fault }) => (fault ? [fault] : []));
  const withOutcome = (wanted: string) =>
    verdicts.filter(({ outcome }) => outcome === wanted).length;
  const blamed = (kind: CaseKind) => of(kind).length - right(kind);
  const drawn = of('situational').map(({ situational }) => situational?.outcome ?? 'missed');
  const drawnAs = (wanted: string) => drawn.filter((outcome) => outcome === wanted).length;
  const collateral = verdicts.filter((verdict) => verdict.collateral.length > 0);
  return {
    checks: CHECKS.length,
    binding: CHECKS.filter(({ level }) => level !== 'open').length,
    requirements: new Set(verdicts.map(({ breaks }) => breaks)).size,
    faults: {
      total: of('fault').length,
      caught: withOutcome('caught'),
      byAnotherOnly: withOutcome('caught by another check only'),
      uncaught: withOutcome('uncaught'),
    },
    collateral: {
      faults: collateral.length,
      checks: collateral.reduce((sum, verdict) => sum + verdict.collateral.length, 0),
    },
    lazy: { total: of('lazy').length, right: right('lazy') },
    variants: { total: of('variant').length, blamed: blamed('variant') },
    combinations: { total: of('combination').length, blamed: blamed('combination') },
    business: { total: of('business').length, blamed: blamed('business') },
    hostile: { total: of('hostile').length, right: right('hostile') },
    strangers: {
      total: of('stranger').length,
      caught: of('stranger').filter(({ catches }) => catches.length > 0).length,
    },
    situational: {
      total: drawn.length,
      caught: drawnAs('caught'),
      byAnotherRuleOnly: drawnAs('caught by another rule only'),
      missed: drawnAs('missed'),
    },
  };
}
