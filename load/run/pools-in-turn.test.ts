import { describe, expect, it } from 'vitest';
import type { LoadTarget } from '../load-target.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { poolsInTurn } from './pools-in-turn.ts';

function targetAt(baseUrl: string): LoadTarget {
  return {
    ...{
      name: 'sample',
      baseUrl,
      lendingUrl: baseUrl,
      investmentUrl: baseUrl,
      timeoutMs: 30_000,
      users: {},
    },
    states: {
      pools: {
        'loan-product': [{ loanProductId: 'p' }],
        'offer-sent': [1, 2, 3, 4, 5].map((applicationId) => ({ applicationId })),
        'active-loan': [{ accountId: 'a', totalPayable: 900 }],
      },
    },
  };
}

function afterIterations(iterations: number) {
  const report = sampleReport();
  return { ...report, totals: { ...report.totals, iterations } };
}

const offersOf = ({ states }: LoadTarget) =>
  ((states.pools?.['offer-sent'] ?? []) as { applicationId: number }[]).map(
    (it) => it.applicationId,
  );

describe('pools given to runs in turn', () => {
  it('give no offer to a run that an earlier one may have answered', () => {
    const target = targetAt('http://one');
    const pools = poolsInTurn([target, target, target]);
    expect(offersOf(pools.shareOf(target))).toEqual([1, 2, 3, 4, 5]);
    pools.used(target, afterIterations(2));
    expect(offersOf(pools.shareOf(target))).toEqual([3, 4, 5]);
    pools.used(target, afterIterations(4));
    expect(offersOf(pools.shareOf(target))).toEqual([]);
  });

  it('take for used what the iterations of a warm-up may have answered, which no figure has', () => {
    const target = targetAt('http://one');
    const pools = poolsInTurn([target, target]);
    const report = afterIterations(1);
    const fingerprint = { ...report.fingerprint, rate: 0.5, warmUpSeconds: 3 };
    pools.used(target, { ...report, fingerprint });
    expect(offersOf(pools.shareOf(target))).toEqual([5]);
  });

  it('share what a loan owes by all runs to come', () => {
    const target = targetAt('http://one');
    const share = poolsInTurn([target, target, target]).shareOf(target);
    expect(share.states.pools?.['active-loan']).toEqual([{ accountId: 'a', totalPayable: 300 }]);
    expect(share.states.pools?.['loan-product']).toEqual([{ loanProductId: 'p' }]);
    expect(target).toEqual(targetAt('http://one'));
  });

  it('are shared by two targets at one address, and not by others', () => {
    const [base, next, other] = [
      targetAt('http://one'),
      targetAt('http://one'),
      targetAt('http://two'),
    ];
    const pools = poolsInTurn([base, next, other]);
    pools.used(base, afterIterations(2));
    expect(offersOf(pools.shareOf(next))).toEqual([3, 4, 5]);
    expect(offersOf(pools.shareOf(other))).toEqual([1, 2, 3, 4, 5]);
    expect(pools.shareOf(other).states.pools?.['active-loan']?.[0]).toMatchObject({
      totalPayable: 900,
    });
  });

  it('leave a target without pools as it is', () => {
    const target = { ...targetAt('http://one'), states: { url: 'http://one/states' } };
    expect(poolsInTurn([target, target]).shareOf(target)).toBe(target);
  });
});
