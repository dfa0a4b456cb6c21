import { findK6, type K6 } from '../k6/find-k6.ts';
import { randomOf } from '../scripts/plan/random.ts';
import { listing, measure } from './measured-stub.ts';

export interface SeededRunsOptions {
  k6: K6;
  /** how many runs; each has a seed of its own, counted on from `seed` */
  runs: number;
  seed: number;
  /** listings per second, for so many seconds */
  rate: number;
  seconds: number;
  onRun?: (run: SeededRun) => void;
  signal?: AbortSignal;
}

/** A run in which one answer in a hundred was wrong, and what its report said of that. */
export interface SeededRun {
  seed: number;
  /** listings answered, those of them that were planted wrong, and those judged in full */
  answers: number;
  planted: number;
  judged: number;
  /** wrong ones seen, and what they were scaled to */
  seen: number;
  estimate: number;
  /** the run failed, and named the wrong answers as a reason */
  found: boolean;
}

const SHARE = 0.01;
/** Of the answers asked, so that 900 are judged in full instead of 1,000: of 8,000 runs one misses 1%. */
const LEAST_ANSWERED = 0.9;
/** Keeps what is planted apart from what the scripts of the same seed draw. */
const OF_THE_STUB = 1_000_000;

/**
 * Real runs of k6 against a stub that puts a payment of another currency into one listing in a hundred,
 * drawn at random by the seed: as what the sampling of answers promises is met by a user, from the
 * script to the verdict. How fast the machine is does not matter, but one that is so busy that k6 drops most of
 * what is due has fewer answers judged in full than a run of that size promises.
 *
 * @throws the signal's reason when it stops the runs
 */
export async function seededRuns(options: SeededRunsOptions): Promise<SeededRun[]> {
  const { k6, runs, rate, seconds, signal, onRun } = options;
  const done: SeededRun[] = [];
  for (let seed = options.seed; seed < options.seed + runs; seed++) {
    const straying = { share: SHARE, random: randomOf(seed + OF_THE_STUB, 0) };
    const measured = { k6, seconds, ...(signal && { signal }) };
    const { report, stub } = await measure(
      measured,
      'payment-listing',
      rate,
      { straying },
      { seed },
    );
    const { sample, requests } = listing(report);
    const wrong = report.errors.filter(({ kind }) => kind === 'content');
    const run = {
      ...{ seed, answers: requests, planted: stub.counts.stray, judged: sample.judged },
      seen: sample.wrong,
      estimate: wrong.reduce((sum, { count }) => sum + count, 0),
      found: report.verdict === 'failed' && report.reasons.join().includes('wrong_answers'),
    };
    onRun?.(run);
    done.push(run);
  }
  return done;
}

/** Runs with about all answers that were asked, which is what the sampling is set for, and the others. */
export function byWholeness(runs: readonly SeededRun[], asked: number) {
  const isWhole = ({ answers }: SeededRun) => answers >= LEAST_ANSWERED * asked;
  return { whole: runs.filter(isWhole), short: runs.filter((run) => !isWhole(run)) };
}

/** In words: how many runs found it, of whole ones and of others, and what was estimated. */
export function summaryOf(runs: readonly SeededRun[], asked: number): string {
  const { whole, short } = byWholeness(runs, asked);
  const sum = (of: (run: SeededRun) => number) => runs.reduce((all, run) => all + of(run), 0);
  const foundIn = (some: readonly SeededRun[]) =>
    `${some.filter(({ found }) => found).length} of ${some.length}`;
  return `found in ${foundIn(whole)} runs with ${LEAST_ANSWERED * asked} to ${asked} answers, and in ${foundIn(short)} for which the machine was too busy, with fewer; ${sum((run) => run.planted)} wrong answers planted, ${sum((run) => run.seen)} of them seen, scaled to ${sum((run) => run.estimate)}`;
}

if (import.meta.main) {
  const [runs = 100, seed = Math.floor(Math.random() * 1e6), rate = 500, seconds = 20] =
    process.argv.slice(2).map(Number);
  const asked = rate * seconds;
  console.error(`${runs} runs of ${asked} answers, 1% of them wrong; seeds from ${seed} on`);
  const done = await seededRuns({
    ...{ k6: await findK6({ onProgress: console.error }), runs, seed, rate, seconds },
    onRun: (run) => console.error(JSON.stringify(run)),
  });
  console.log(`seeds from ${seed} on: ${summaryOf(done, asked)}`);
  const { whole } = byWholeness(done, asked);
  const missed = whole.filter(({ found }) => !found).length;
  // Too few whole runs say nothing, and that is not what a fault that was missed says.
  process.exitCode = missed > 0.01 * runs ? 1 : whole.length < 0.99 * runs ? 3 : 0;
}
