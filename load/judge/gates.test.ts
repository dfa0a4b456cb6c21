import { describe, expect, it } from 'vitest';
import { thresholdsOf } from '../scripts/plan/thresholds.ts';
import { gatesOf, type Measured } from './gates.ts';

const NOTHING: Measured = {
  droppedIterations: 0,
  listedPayments: 0,
  listedPages: 0,
  endpoints: new Map(),
};

/** The limit that is read from an expression as k6 takes it. */
function limitOf(expression: string): number | undefined {
  const [gate] = gatesOf({ 'http_req_failed{name:login}': [expression] }, NOTHING);
  return gate?.limit;
}

describe('gates', () => {
  it.each([
    ['rate<=0', 0],
    ['rate<=0.001', 0.001],
    ['rate<=1e-7', 1e-7],
    ['rate<=2.5e-7', 2.5e-7],
    ['rate<=1e+21', 1e21],
  ])('read the limit of %s', (expression, limit) => {
    expect(limitOf(expression)).toBe(limit);
  });

  it.each(['rate<=', 'rate<=e-7', 'rate<=1e', 'rate<=NaN', 'rate<=Infinity', 'rate=1'])(
    'refuse %s',
    (expression) => {
      expect(() => limitOf(expression)).toThrow(`the threshold ${expression} cannot be read`);
    },
  );

  it('are read from every number that a target file may hold', () => {
    // JavaScript writes numbers below 1e-6 and from 1e21 on with an exponent; k6 reads both forms.
    const set = { p50: 1e-7, p95: 0, p99: 1e21, errorRate: 1e-7, minCount: 1e21, wrongAnswers: 1 };
    const gates = gatesOf(thresholdsOf(['payment-listing'], { login: set }), NOTHING);
    const ofLogin = gates.filter(({ endpoint }) => endpoint === 'login');
    expect(ofLogin.map(({ statistic, limit }) => [statistic, limit])).toEqual([
      ['p(50)', 1e-7],
      ['p(95)', 0],
      ['p(99)', 1e21],
      ['rate', 1e-7],
      ['count', 0],
      ['count', 1],
      ['count', 1e21],
    ]);
  });
});
