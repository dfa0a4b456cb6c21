import { describe, expect, it } from 'vitest';
import type { LoadReport } from '../report/load-report.ts';
import { runs } from '../testing/repeated-runs.ts';
import { compareRuns, DEFAULT_REPETITIONS } from './compare-runs.ts';
import type { ComparisonVerdict } from './comparison.ts';

const SEED = 20261121;

/** Comparisons of a server and itself, and of one and another that is slower. */
const [OF_ITSELF, OF_OTHERS] = [300, 200];

/** mulberry32, and from it the normal distribution by Box and Muller. */
function randomFrom(seed: number) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/**
 * Simulated repetitions in the order A B B A: 600 log-normal latencies each, 3% from run to run, 1%
 * drift per run; on a machine that others use too, one run in twelve is disturbed by 15%.
 */
function simulate(factor: number, shared: boolean, seed: number): ComparisonVerdict {
  const { uniform, normal } = randomFrom(seed);
  const run = (typical: number, place: number): LoadReport => {
    const disturbance = shared && uniform() < 1 / 12 ? 1.15 : 1;
    const level = typical * Math.exp(0.03 * normal() + 0.01 * place) * disturbance;
    const sorted = Float64Array.from(
      { length: 600 },
      () => level * Math.exp(0.5 * normal()),
    ).sort();
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    const [sample] = template as [LoadReport];
    const [endpoint] = sample.endpoints;
    if (endpoint === undefined) {
      throw new Error('the sample has no endpoint');
    }
    const latency = { ...endpoint.latency, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
    return { ...sample, endpoints: [{ ...endpoint, requests: 600, latency }] };
  };
  const base: LoadReport[] = [];
  const next: LoadReport[] = [];
  for (let pair = 0; pair < DEFAULT_REPETITIONS; pair++) {
    const sides = [() => base.push(run(10, 2 * pair)), () => next.push(run(10 * factor, 2 * pair))];
    for (const side of pair % 2 === 0 ? sides : sides.reverse()) {
      side();
    }
  }
  return compareRuns(base, next).verdict;
}

const template = runs(10);

describe('how often it errs, with simulated runs', () => {
  const counted = (factor: number, shared: boolean, times: number) => {
    const counts = { slower: 0, faster: 0, same: 0, inconclusive: 0 };
    for (let index = 0; index < times; index++) {
      counts[simulate(factor, shared, SEED + 7919 * index)]++;
    }
    return counts;
  };

  it.each([true, false])(
    'errs on a server and itself in one of fifty at most (shared: %s)',
    (shared) => {
      const { slower, faster } = counted(1, shared, OF_ITSELF);
      expect(slower + faster, `seed ${SEED}`).toBeLessThanOrEqual(OF_ITSELF / 50);
    },
  );

  it('finds a server that is 10% slower in 49 of 50 comparisons on a machine of its own', () => {
    const { slower, faster, same } = counted(1.1, false, OF_OTHERS);
    expect(slower, `seed ${SEED}`).toBeGreaterThanOrEqual(0.98 * OF_OTHERS);
    expect({ faster, same }).toEqual({ faster: 0, same: 0 });
  });

  it('finds it in most comparisons on a disturbed machine, and never says the opposite', () => {
    const { slower, faster, same } = counted(1.1, true, OF_OTHERS);
    expect(slower, `seed ${SEED}`).toBeGreaterThanOrEqual(0.85 * OF_OTHERS);
    expect({ faster, same }).toEqual({ faster: 0, same: 0 });
  });
});
