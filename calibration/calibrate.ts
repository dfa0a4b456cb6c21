import { availableParallelism } from 'node:os';
import { matchesGlob } from 'node:path';
import { UsageError } from '../contract/errors.ts';
import { DEFAULT_SEED as SUITE_SEED } from '../contract/register/version.ts';
import { type Calibration, concludeCalibration } from './calibration.ts';
import { casesOf } from './cases/all-cases.ts';
import {
  CASE_KINDS,
  type CaseKind,
  type CaseName,
  type CaseOutcome,
} from './cases/calibration-case.ts';
import { drawn } from './drawn.ts';
import { runInLanes } from './lanes.ts';
import { DEFAULT_DRAW, SITUATIONAL_SEED } from './situational/draw.ts';

/** Random combinations of variants unless another number is asked for: what CI runs. */
const DEFAULT_COMBINATIONS = 100;

/** The seed of whatever the calibration draws at random, unless another is given. */
export const DEFAULT_SEED = 20_261_121;

/**
 * The kinds that have to be judged rightly, all of them. Not so the strangers' faults and the drawn
 * ones: nobody says that a suite sees every situation, and to demand it would make them faults like
 * all others.
 */
export const GATED_KINDS: readonly CaseKind[] = CASE_KINDS.filter(
  (kind) => kind !== 'stranger' && kind !== 'situational',
);

/** The seed where none is given: situational faults that are run alone have one of their own. */
const seedFor = (kinds: readonly CaseKind[]): number =>
  kinds.every((kind) => kind === 'situational') ? SITUATIONAL_SEED : DEFAULT_SEED;

/** What to calibrate with. */
export interface CalibrateOptions {
  /** default: all kinds but strangers and situational ones, whose figures gate nothing */
  kinds?: readonly CaseKind[];
  /** a whole number; the same seed draws the same combinations */
  seed?: number;
  /** of what the suite itself generates; default: that of the register's version */
  suiteSeed?: number;
  /** how many requests each run may send, going on by further seeds; default: one pass */
  requests?: number;
  /** how many random combinations of variants */
  combinations?: number;
  /** how many situational faults are drawn */
  draws?: number;
  /** a glob of case ids, such as `repay-loan.*` */
  filter?: string;
  /** so many servers of each kind at most, drawn by the seed; default: all */
  sample?: number;
  /** processes at once; default: one for each core */
  workers?: number;
  /** told of every case that has ended */
  onProgress?(progress: { done: number; total: number; outcome: CaseOutcome }): void;
  /** stops; what ended before is concluded from */
  signal?: AbortSignal;
}

/**
 * Runs the whole suite against every server of the catalogue and concludes how far it can be
 * trusted: whether each fault is caught by its check, and nobody innocent is blamed.
 *
 * @throws UsageError for a filter that matches nothing
 */
export async function calibrate(options: CalibrateOptions = {}): Promise<Calibration> {
  const {
    kinds = GATED_KINDS,
    seed = seedFor(kinds),
    suiteSeed = SUITE_SEED,
    combinations = DEFAULT_COMBINATIONS,
    draws = DEFAULT_DRAW,
    workers = availableParallelism(),
    filter,
    requests,
    sample = Number.POSITIVE_INFINITY,
    signal,
  } = options;
  const all = casesOf(kinds, { seed, combinations, draws });
  const matching = filter === undefined ? all : all.filter(({ id }) => matchesGlob(id, filter));
  const cases = sampleOf(matching, sample, seed);
  if (cases.length === 0) {
    throw new UsageError(`--filter ${filter} matches none of the ${all.length} servers`);
  }

  const startedAt = new Date();
  const outcomes = new Map<string, CaseOutcome>();
  await runInLanes(cases, {
    workers: Math.max(1, workers),
    seed,
    suiteSeed,
    combinations,
    ...(requests !== undefined && { requests }),
    ...(signal && { signal }),
    onOutcome(outcome) {
      outcomes.set(`${outcome.kind} ${outcome.id}`, outcome);
      options.onProgress?.({ done: outcomes.size, total: cases.length, outcome });
    },
  });
  // The order is that of the catalogue, however the lanes shared the work.
  const inOrder = cases.flatMap(({ kind, id }) => outcomes.get(`${kind} ${id}`) ?? []);
  const complete =
    cases.length === all.length &&
    GATED_KINDS.every((kind) => kinds.includes(kind)) &&
    inOrder.length === cases.length;
  return concludeCalibration(inOrder, {
    ...{ seed, suiteSeed, workers, complete, startedAt },
    ...(requests !== undefined && { requests }),
  });
}

/** So many of each kind at most, in the order of the catalogue. */
function sampleOf(cases: readonly CaseName[], most: number, seed: number): readonly CaseName[] {
  const taken = [...Map.groupBy(cases, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.length > most ? drawn(ofKind, seed).slice(0, most) : ofKind,
  );
  return cases.filter((each) => taken.includes(each));
}
