import { parseArgs } from 'node:util';
import { findK6, type K6 } from '../k6/find-k6.ts';
import { PARTS, type PartName } from './bench-parts.ts';
import {
  ALWAYS,
  isPart,
  PART_NAMES,
  type Prepared,
  runOnce,
  type Which,
  withScripts,
} from './bench-run.ts';

export interface BenchOptions {
  k6: K6;
  /** of one run of each, interleaved; default 12 */
  rounds?: number;
  /** of each run; default 3 */
  seconds?: number;
  /** also measures ours without each part of it; default false */
  parts?: boolean;
  onProgress?: (message: string) => void;
}

/** Iterations in a run: per second, and per second of k6's processor time (Linux only, else 0). */
export interface Speed {
  perSecond: number;
  perCpuSecond: number;
}

/** Over the rounds: half of them lie between the quartiles. */
export interface Spread {
  median: number;
  quartiles: [low: number, high: number];
}

export interface BenchResult {
  rounds: number;
  /** medians over the rounds */
  speeds: Partial<Record<Which, Speed>>;
  /** each to the bare script of its round, by processor time, or by time where that is not told */
  ratios: Partial<Record<Which, Spread>>;
  /** what is spared where a part of ours is left out, in shares of a bare request */
  costs: Partial<Record<PartName, Spread>>;
}

/** What each script did in a round. */
export type Round = Partial<Record<Which, Speed>> & Record<'bare' | 'ours', Speed>;

/** Part of a bare script's iterations that ours must reach, in the median. */
const LEAST_RATIO = 0.85;
const VIRTUAL_USERS = 8;

/**
 * What our listing script costs: its iterations at full generator load, against a script that only
 * sends such a request, to the same stub. k6 gets one processor and the stub another one, so that
 * the generator is what limits both. Iterations per second of processor time say the same as those
 * per second, but hold on a machine that has other work too. Many short rounds, each turned around
 * against the one before, and their median: a machine that others use is disturbed for seconds.
 */
export async function bench(options: BenchOptions): Promise<BenchResult> {
  const { k6, rounds = 12, seconds = 3, parts = false, onProgress = () => {} } = options;
  const measuredOnes: Which[] = [...ALWAYS, ...(parts ? PART_NAMES : [])];
  return withScripts(measuredOnes, async (prepared) => {
    const starts = await startsOf(k6, prepared);
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const one: Partial<Round> = {};
      for (const which of round % 2 === 0 ? measuredOnes : measuredOnes.toReversed()) {
        const start = which === 'bare' ? starts.bare : starts.ours;
        one[which] = await speedOf(k6, which, prepared, { seconds, start });
      }
      onProgress(`round ${round + 1} of ${rounds}: ${JSON.stringify(one)}`);
      measured.push(one as Round);
    }
    return resultOf(measured);
  });
}

const AT_ONCE = ['--iterations', String(VIRTUAL_USERS)];
const STARTS = 5;

/** Seconds of processor time that it takes to start k6 and its scripts, which are no part of a load. */
async function startsOf(k6: K6, prepared: Prepared): Promise<{ bare: number; ours: number }> {
  const atOnce = { k6, virtualUsers: VIRTUAL_USERS, length: AT_ONCE };
  const bare: number[] = [];
  const ours: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    bare.push((await runOnce('bare', prepared, atOnce)).cpu);
    ours.push((await runOnce('ours', prepared, atOnce)).cpu);
  }
  return { bare: spread(bare).median, ours: spread(ours).median };
}

/** Medians and quartiles of rounds; there must be one at least, and all must have measured the same. */
export function resultOf(measured: readonly Round[]): BenchResult {
  const result: BenchResult = { rounds: measured.length, speeds: {}, ratios: {}, costs: {} };
  const speeds = measured.flatMap((round) => Object.values(round));
  const unit = speeds.every(({ perCpuSecond }) => perCpuSecond > 0) ? 'perCpuSecond' : 'perSecond';
  for (const which of Object.keys(measured[0] ?? {}) as Which[]) {
    const speedsOf = (name: keyof Speed) => measured.map((round) => round[which]?.[name] ?? 0);
    result.speeds[which] = {
      perSecond: spread(speedsOf('perSecond')).median,
      perCpuSecond: spread(speedsOf('perCpuSecond')).median,
    };
    const own = speedsOf(unit);
    if (which !== 'bare') {
      result.ratios[which] = spread(
        measured.map(({ bare }, round) => (own[round] ?? 0) / bare[unit]),
      );
    }
    if (isPart(which)) {
      // How much longer a request of ours takes than without the part, to how long a bare one takes.
      result.costs[which] = spread(
        measured.map(
          ({ bare, ours }, round) => bare[unit] * (1 / ours[unit] - 1 / (own[round] ?? 1)),
        ),
      );
    }
  }
  return result;
}

/** What each part costs, as a table of Markdown. */
export function tableOf({ ratios, costs }: BenchResult): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const row = (what: string, of: Spread | undefined) =>
    of && `| ${what} | ${percent(of.median)} | ${of.quartiles.map(percent).join(' to ')} |`;
  return [
    ...['| part | of a bare request | middle half |', '| --- | --- | --- |'],
    ...PART_NAMES.map((name) => row(PARTS[name].says, costs[name])),
    ...['', '| our script | of the speed of a bare one | middle half |', '| --- | --- | --- |'],
    row('about 1,000 answers of a minute at full speed judged', ratios.ours),
    row('… and its samples written out, as in every run', ratios.streamed),
    row('one answer in ten judged', ratios.dense),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function spread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return low + (high - low) * (place - Math.floor(place));
  };
  const [median, low, high] = [at(0.5), at(0.25), at(0.75)].map((it) => Number(it.toPrecision(4)));
  return { median: median ?? 0, quartiles: [low ?? 0, high ?? 0] };
}

async function speedOf(
  k6: K6,
  which: Which,
  prepared: Prepared,
  { seconds, start }: { seconds: number; start: number },
): Promise<Speed> {
  const running = { k6, virtualUsers: VIRTUAL_USERS, length: ['--duration', `${seconds}s`] };
  const { iterations, rate, cpu } = await runOnce(which, prepared, running);
  const spent = cpu - start;
  return {
    perSecond: Math.round(rate),
    perCpuSecond: spent > 0 ? Math.round((iterations - VIRTUAL_USERS) / spent) : 0,
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '12' }, parts: { type: 'boolean' } },
  });
  const result = await bench({
    ...{ k6: await findK6({ onProgress: console.error }), rounds: Number(values.rounds) },
    ...{ parts: values.parts ?? false, onProgress: console.error },
  });
  console.log(`${JSON.stringify(result, null, 1)}\n\n${tableOf(result)}`);
  process.exitCode = (result.ratios.ours?.median ?? 0) >= LEAST_RATIO ? 0 : 1;
}
