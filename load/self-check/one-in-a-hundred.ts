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

/** In words: how many runs found it, how many had about all answers that were asked, and what was estimated. */
export function summaryOf(runs: readonly SeededRun[], asked: number): string {
  const sum = (of: (run: SeededRun) => number) => runs.reduce((all, run) => all + of(run), 0);
  const found = runs.filter((run) => run.found).length;
  const whole = runs.filter(({ answers }) => answers >= 0.9 * asked).length;
  const [fewest, most] = [Math.min, Math.max].map((pick) =>
    pick(...runs.map(({ answers }) => answers)),
  );
  return `found in ${found} of ${runs.length} runs of ${fewest} to ${most} answers (${whole} with 90% of the ${asked} asked, or more); ${sum((run) => run.planted)} wrong answers planted, ${sum((run) => run.seen)} of them seen, scaled to ${sum((run) => run.estimate)}`;
}

if (import.meta.main) {
  const [runs = 100, seed = Math.floor(Math.random() * 1e6), rate = 500, seconds = 20] =
    process.argv.slice(2).map(Number);
  console.error(
    `${runs} runs of ${rate * seconds} answers, 1% of them wrong; seeds from ${seed} on`,
  );
  const done = await seededRuns({
    ...{ k6: await findK6({ onProgress: console.error }), runs, seed, rate, seconds },
    onRun: (run) => console.error(JSON.stringify(run)),
  });
  console.log(`seeds from ${seed} on: ${summaryOf(done, rate * seconds)}`);
  process.exitCode = done.filter(({ found }) => found).length >= 0.99 * runs ? 0 : 1;
}
