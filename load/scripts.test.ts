import { describe, expect, it } from 'vitest';
import { committedValidators, validatorsSource } from './generate/generate-validators.ts';
import { paymentQuery } from './scripts/payment-query.ts';
import { dealt } from './scripts/plan/dealt.ts';
import { DEFAULT_MIX, mixOf } from './scripts/plan/mix.ts';
import {
  PROFILES,
  peakOf,
  rateAt,
  scenarioOf,
  shapeOf,
  virtualUsersFor,
} from './scripts/plan/profiles.ts';
import { randomOf, weighted, zipf } from './scripts/plan/random.ts';
import { thresholdsOf } from './scripts/plan/thresholds.ts';

const STATE = {
  currency: 'NGN',
  otherCurrency: 'GBP',
  fromDate: '01/01/2026',
  toDate: '31/03/2026',
  count: 45,
  reference: 'PAY-REFERENCE-1',
};

describe('the generated validators', () => {
  it('are those of the contract as it is (else: npm run generate)', async () => {
    const isCurrent = (await committedValidators()) === (await validatorsSource());
    expect(isCurrent).toBe(true);
  });
});

describe('profiles', () => {
  it.each(PROFILES)('%s lasts as long as asked and never asks for a negative rate', (profile) => {
    const shape = shapeOf(profile, 10, 100);
    const seconds = shape.stages.reduce((sum, stage) => sum + stage.seconds, 0);
    expect(seconds).toBeCloseTo(100);
    for (let second = 0; second <= 100; second++) {
      expect(rateAt(shape, second)).toBeGreaterThanOrEqual(0);
      expect(rateAt(shape, second)).toBeLessThanOrEqual(peakOf(shape));
    }
    expect(rateAt(shape, 101)).toBe(0);
  });

  it.each(PROFILES)('%s is an open model', (profile) => {
    const shape = shapeOf(profile, 10, 100);
    const { executor } = scenarioOf(shape, virtualUsersFor('lending', 10), 'journey', 1000);
    expect(executor).toMatch(/arrival-rate$/);
  });

  it('average ramps up, holds the rate and ramps down', () => {
    const shape = shapeOf('average', 50, 100);
    expect([0, 5, 10, 50, 89, 95].map((second) => rateAt(shape, second))).toEqual([
      0, 25, 50, 50, 50, 25,
    ]);
  });

  it('spike jumps to five times the rate and back', () => {
    const shape = shapeOf('spike', 10, 100);
    expect([0, 38, 50, 80].map((second) => rateAt(shape, second))).toEqual([10, 10, 50, 10]);
  });

  it('gives k6 whole numbers for rates below one per second', () => {
    const scenario = scenarioOf(
      shapeOf('smoke', 0.5, 10),
      virtualUsersFor('lending', 1),
      'journey',
      1000,
    );
    expect(scenario).toMatchObject({ rate: 5000, timeUnit: '10000s', duration: '10000ms' });
  });
});

describe('what segments share', () => {
  const shares = (count: number, sequence: string) => {
    const bounds = sequence.split(',');
    return bounds.slice(1).map((end, index) => dealt(count, `${bounds[index]}:${end}`, sequence));
  };

  it('is dealt out in turn, each to one', () => {
    expect(shares(7, '0,1/3,2/3,1')).toEqual([
      [0, 3, 6],
      [1, 4],
      [2, 5],
    ]);
    expect(shares(2, '0,1/2,1')).toEqual([[0], [1]]);
  });

  it('is all for each where there is not enough, and for a run without segments', () => {
    expect(shares(2, '0,1/3,2/3,1')).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    expect(dealt(2)).toEqual([0, 1]);
    expect(dealt(2, null, null)).toEqual([0, 1]);
  });
});

describe('random choices', () => {
  it('are the same for the same seed and index, and others for others', () => {
    const sequence = (seed: number, index: number) => {
      const random = randomOf(seed, index);
      return [random(), random(), random()];
    };
    expect(sequence(1, 2)).toEqual(sequence(1, 2));
    expect(new Set([sequence(1, 2), sequence(1, 3), sequence(2, 2)].flat()).size).toBe(9);
  });

  it('spread evenly from 0 to 1 over first draws of many indexes', () => {
    const buckets = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 10_000; index++) {
      const bucket = Math.floor(randomOf(7, index)() * 10);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    for (const count of buckets) {
      expect(Math.abs(count - 1000)).toBeLessThan(150);
    }
  });

  it('do not go on from one index to the next, at any draw', () => {
    const draws = Array.from({ length: 4000 }, (_, index) => {
      const random = randomOf(1, index);
      return Array.from({ length: 12 }, () => random());
    });
    for (let draw = 0; draw < 12; draw++) {
      const pairs = draws.slice(1).map((of, index) => [of[draw], draws[index]?.[draw]]);
      const products = pairs.map(([a = 0, b = 0]) => (a - 0.5) * (b - 0.5) * 12);
      const correlation = products.reduce((sum, each) => sum + each, 0) / products.length;
      expect(Math.abs(correlation), `draw ${draw}`).toBeLessThan(0.06);
    }
  });

  it('make rank k of Zipf 1/(k+1) as frequent as rank 0', () => {
    const pick = zipf(4);
    const random = randomOf(1, 0);
    const counts = [0, 0, 0, 0];
    for (let draw = 0; draw < 25_000; draw++) {
      const rank = pick(random());
      counts[rank] = (counts[rank] ?? 0) + 1;
    }
    const [hottest = 0] = counts;
    counts.forEach((count, rank) => {
      expect(count / hottest).toBeCloseTo(1 / (rank + 1), 1);
    });
  });

  it('follow their weights to both ends', () => {
    const items = [
      { name: 'a', share: 3 },
      { name: 'b', share: 3 },
    ];
    expect([0, 0.49, 0.5, 0.999].map((random) => weighted(items, random).name)).toEqual([
      ...['a', 'a', 'b', 'b'],
    ]);
  });
});

const USUAL = { currencies: [], seed: 1, mix: DEFAULT_MIX };

describe('payment queries', () => {
  const queries = Array.from({ length: 200 }, (_, number) => paymentQuery(STATE, USUAL, number));

  it('begin with all payments of the main currency', () => {
    const { fromDate, toDate } = STATE;
    expect(JSON.parse(queries[0]?.body ?? '')).toEqual({
      selectedCurrency: 'NGN',
      fromDate,
      toDate,
    });
    expect(queries[0]?.search).toBe('');
  });

  it('mix currencies, ranges, pages, sizes and searches', () => {
    const bodies = queries.map(({ body }) => JSON.parse(body));
    expect(new Set(bodies.map((body) => body.selectedCurrency))).toEqual(new Set(['NGN', 'GBP']));
    expect(new Set(bodies.map((body) => body.fromDate)).size).toBeGreaterThan(2);
    expect(queries.some(({ search }) => /page=\d/.test(search))).toBe(true);
    expect(new Set(queries.map(({ size }) => size)).size).toBeGreaterThan(2);
    const searched = bodies.filter((body) => body.searchablePaymentReference !== undefined);
    expect(searched.length).toBeGreaterThan(10);
    for (const { searchablePaymentReference } of searched) {
      expect(STATE.reference).toContain(searchablePaymentReference);
    }
  });

  it('stay within the range of the state', () => {
    const days = queries.map(({ body }) =>
      JSON.parse(body).fromDate.split('/').toReversed().join(),
    );
    expect(days.toSorted()[0]).toBe('2026,01,01');
    expect(days.toSorted().at(-1)).toBe('2026,03,30');
  });

  it('ask for the currencies of the target file instead', () => {
    const asked = queries.map(
      (_, number) => paymentQuery(STATE, { ...USUAL, currencies: ['USD'] }, number).currency,
    );
    expect(new Set(asked)).toEqual(new Set(['USD']));
  });
});

describe('the mix', () => {
  it('keeps its defaults where a target file says nothing', () => {
    expect(mixOf()).toEqual(DEFAULT_MIX);
    const { lending } = mixOf({ lending: { acceptRate: 0, thinkTime: { min: 2 } } });
    expect(lending).toEqual({
      ...DEFAULT_MIX.lending,
      ...{ acceptRate: 0, thinkTime: { min: 2, max: 2 } },
    });
  });

  it('decides what is listed', () => {
    const mix = mixOf({
      'payment-listing': {
        pages: [{ page: 4, share: 1 }],
        sizes: [{ size: 30, share: 1 }],
        ranges: [{ days: 2, share: 1 }],
        searches: [{ piece: [0, 0.5], share: 1 }],
        mainCurrency: 0,
      },
    });
    const asked = Array.from({ length: 50 }, (_, number) =>
      paymentQuery(STATE, { ...USUAL, mix }, number + 1),
    );
    expect(new Set(asked.map(({ search }) => search))).toEqual(new Set(['?page=4&size=30']));
    expect(new Set(asked.map(({ currency }) => currency))).toEqual(new Set(['GBP']));
    const body = JSON.parse(asked[0]?.body ?? '');
    expect(body).toMatchObject({ fromDate: '29/03/2026', searchablePaymentReference: 'PAY-REFE' });
  });
});

describe('a rate', () => {
  it.each([0.0001, 0.02, 0.51, 2.49, 33.3333])('of %d is the one that k6 is asked for', (rate) => {
    const users = virtualUsersFor('lending', rate);
    for (const profile of ['smoke', 'average'] as const) {
      const scenario = scenarioOf(shapeOf(profile, rate, 100), users, 'journey', 0);
      const asked = 'rate' in scenario ? scenario.rate : (scenario.stages[1]?.target ?? 0);
      expect(asked / Number.parseInt(scenario.timeUnit, 10)).toBeCloseTo(rate, 6);
    }
  });
});

describe('thresholds', () => {
  it('gate latency, errors, contents and counts of each endpoint, and dropped iterations', () => {
    expect(thresholdsOf(['payment-listing'])).toMatchObject({
      dropped_iterations: ['count==0'],
      listed_payments: ['count>0'],
      'http_req_duration{name:awaiting-payments}': ['p(95)<500', 'p(99)<1000'],
      'http_req_failed{name:awaiting-payments}': ['rate<=0.01'],
      'wrong_answers{endpoint:awaiting-payments}': ['count<=0'],
      'http_reqs{name:awaiting-payments,expected_response:true}': ['count>=1'],
    });
  });

  it('take the endpoint before the star of the target file, and that before the defaults', () => {
    const gates = { '*': { p95: 70, errorRate: 0.5 }, login: { p95: 90 } };
    const thresholds = thresholdsOf(['lending'], gates);
    expect(thresholds['http_req_duration{name:login}']).toEqual(['p(95)<90', 'p(99)<2000']);
    expect(thresholds['http_req_duration{name:repay-loan}']).toEqual(['p(95)<70', 'p(99)<1000']);
    expect(thresholds['http_req_failed{name:login}']).toEqual(['rate<=0.5']);
  });
});
